import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { openSigner } from '../../src/access/signing.ts';
import { rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { packTemplate, templateId, unpackTemplate } from '../../src/database/template.ts';

describe('the template of the embedded database', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'template-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Templates of which the one for these sources holds two files. */
  async function makeTemplates(): Promise<{ templates: string; place: string; about: object }> {
    const templates = await mkdtemp(path.join(folder, 'templates-'));
    const place = path.join(templates, await templateId());
    const files = await mkdtemp(path.join(folder, 'files-'));
    await mkdir(path.join(files, 'base', 'empty'), { recursive: true });
    await writeFile(path.join(files, 'base', 'numbers'), '1, 2, 3');
    await writeFile(path.join(files, 'PG_VERSION'), '18\n');
    await mkdir(place);
    const about = await packTemplate(files, place);
    await writeFile(path.join(place, 'build.json'), JSON.stringify(about));
    return { templates, place, about };
  }
  const target = () => mkdtemp(path.join(folder, 'target-'));

  it('gives back the folders and files that it was made of', async () => {
    const { templates, place, about } = await makeTemplates();
    // By its length a build is known to be whole.
    const { size } = await stat(path.join(place, 'files.zst'));
    expect(about).toMatchObject({ files: { 'files.zst': size } });
    const made = await target();
    expect(await unpackTemplate(templates, made)).toBe(true);
    const names = await readdir(made, { recursive: true });
    expect(names.toSorted()).toEqual([
      'PG_VERSION',
      'base',
      path.join('base', 'empty'),
      path.join('base', 'numbers'),
    ]);
    expect(await readFile(path.join(made, 'base', 'numbers'), 'utf8')).toBe('1, 2, 3');
    expect(await readFile(path.join(made, 'PG_VERSION'), 'utf8')).toBe('18\n');
    // PostgreSQL refuses files that others may read.
    expect((await stat(path.join(made, 'base', 'numbers'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['is not there', (place: string) => rm(place, { recursive: true })],
    ['was cut off', (place: string) => truncate(path.join(place, 'files.zst'), 20)],
    [
      'has another bit',
      async (place: string) => {
        const bytes = await readFile(path.join(place, 'files.zst'));
        // The last byte in front of the checksum.
        const at = bytes.length - 5;
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        await writeFile(path.join(place, 'files.zst'), bytes);
      },
    ],
    ['has other bytes', (place: string) => writeFile(path.join(place, 'files.zst'), 'something')],
    ['says nothing of itself', (place: string) => writeFile(path.join(place, 'build.json'), '{}')],
  ])('is no template where it %s, and leaves the folder empty', async (_, spoil) => {
    const { templates, place } = await makeTemplates();
    await spoil(place);
    const made = await target();
    expect(await unpackTemplate(templates, made)).toBe(false);
    expect(await readdir(made)).toEqual([]);
  });

  it('is named after the migrations', async () => {
    const migrations = await mkdtemp(path.join(folder, 'migrations-'));
    await writeFile(path.join(migrations, '0000_tables.sql'), 'create table one ();');
    const id = await templateId(migrations);
    expect(await templateId(migrations)).toBe(id);
    const ids = [id];
    const change = async (made: Promise<unknown>) => {
      await made;
      ids.push(await templateId(migrations));
    };
    await change(writeFile(path.join(migrations, '0000_tables.sql'), 'create table two ();'));
    await change(rename(path.join(migrations, '0000_tables.sql'), path.join(migrations, '0001_tables.sql')));
    await mkdir(path.join(migrations, 'meta'));
    await change(writeFile(path.join(migrations, 'meta', 'journal.json'), '1'));
    await change(writeFile(path.join(migrations, 'meta', 'journal.json'), '2'));
    expect(new Set(ids).size).toBe(5);
    for (const one of ids) expect(one).toMatch(/^[\da-f]{16}$/);
  });

  it('is what new databases begin with, with tables, and keys of their own', async () => {
    await promisify(execFile)(process.execPath, ['scripts/build-database.ts']);
    const begun: unknown[] = [];
    const keys: string[] = [];
    for (let made = 0; made < 2; made += 1) {
      await using database = await openDatabase(null, { folder: await target() });
      const { db } = database;
      begun.push(
        await rows(
          db,
          sql`select system_identifier, (select count(*)::int from mod_packs) as mod_packs,
            (select count(*)::int from signing_keys) as keys, (select count(*)::int from queued_runs) as jobs,
            (select array_agg(datname::text) from pg_database) as databases
            from pg_control_system()`,
        ),
      );
      keys.push((await openSigner(database, 'test')).sign('text'));
    }
    const empty = {
      system_identifier: expect.anything(),
      mod_packs: 0,
      keys: 0,
      jobs: 0,
      databases: ['postgres'],
    };
    expect(begun[0]).toEqual([empty]);
    // Two that were made one by one differ in it.
    expect(begun[1]).toEqual(begun[0]);
    expect(keys[1]).not.toBe(keys[0]);
  });
});
