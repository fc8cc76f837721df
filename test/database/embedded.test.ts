/** The embedded database in a folder: who has it, what is left in it, and that it lets others have their turn. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { rows } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { templateId } from '../../src/database/template.ts';
import { makeDatabaseFolder } from '../support/embedded-files.ts';

describe('an embedded database in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'embedded-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('is had by one at a time, and keeps what the one before has written', async () => {
    await makeDatabaseFolder(folder);
    {
      await using database = await openEmbedded({ folder });
      await database.db.insert(files).values({ sha256: 'a', size: 1, storageKey: 'a' });
      await expect(openEmbedded({ folder })).rejects.toThrow(FolderInUse);
    }
    await using next = await openEmbedded({ folder });
    expect(await next.db.$count(files)).toBe(1);
  });

  it('is closed once, however often that is asked', async () => {
    await makeDatabaseFolder(folder);
    const database = await openEmbedded({ folder });
    await database.close();
    await database.close();
    await expect(database.db.execute(sql`select 1`)).rejects.toThrow();
  });

  it('is begun aside from a template, with nothing left of what was begun before, and all of what is another’s', async () => {
    const place = path.join(folder, 'data');
    const templates = path.join(folder, 'templates');
    await mkdir(path.join(templates, await templateId()), { recursive: true });
    await mkdir(path.join(place, 'postgres.new-begun', 'base'), { recursive: true });
    await writeFile(path.join(place, 'of somebody else'), '');
    await using database = await openEmbedded({ folder: place, templates });
    expect(await rows(database.db, sql`select count(*)::int as count from files`)).toEqual([{ count: 0 }]);
    const left = await readdir(place);
    expect(left.filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
    expect(left).toContain('of somebody else');
  });

  it('is no other’s to open once its start has failed, and says why', async () => {
    await mkdir(path.join(folder, 'postgres'));
    await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), 'none\n');
    await expect(openEmbedded({ folder })).rejects.toThrow();
    await rm(path.join(folder, 'postgres'), { recursive: true });
    await makeDatabaseFolder(folder);
    await using database = await openEmbedded({ folder });
    expect(await database.db.$count(files)).toBe(0);
  });

  it('lets the rest of the process have its turn between questions', async () => {
    await makeDatabaseFolder(folder);
    await using database = await openEmbedded({ folder });
    let turns = 0;
    const turn = () => {
      turns += 1;
      immediate = setImmediate(turn);
    };
    let immediate = setImmediate(turn);
    const until = performance.now() + 100;
    while (performance.now() < until) await database.db.execute(sql`select 1`);
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(1);
  });
});
