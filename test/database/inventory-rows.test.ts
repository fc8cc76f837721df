import { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as schema from '../../drizzle/schema.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp } from '../support/app.ts';
import { CopiedFiles, filesOf } from '../support/copied-files.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { emptyFiles } from '../support/embedded-files.ts';
import { migrationsBefore } from '../support/old-migrations.ts';

interface Migrated extends AsyncDisposable {
  db: Queries;
  migrate(folder: string): Promise<void>;
  /** As the service opens it, which brings it up to date. */
  reopen(): Promise<Database>;
}

async function openEmpty(kind: 'embedded' | 'server'): Promise<Migrated> {
  if (kind === 'embedded') {
    const client = await PGlite.create({ fs: new CopiedFiles(await emptyFiles()) });
    const db = drizzleEmbedded(client, { schema });
    return {
      db,
      migrate: (folder) => migrateEmbedded(db, { migrationsFolder: folder }),
      async reopen() {
        // A folder that is read without one is one of a process that was killed: ids skip what that may have given out.
        await client.exec('checkpoint');
        return openDatabase(null, { memory: true, files: new CopiedFiles(filesOf(client)) });
      },
      [Symbol.asyncDispose]: () => client.close(),
    };
  }
  const place = await createServerDatabase();
  const client = new pg.Pool({ connectionString: place.url, max: 1 });
  // The server may still have its connection when the database is dropped, and says so.
  client.on('connect', (connection) => connection.on('error', () => {}));
  await client.query(
    'drop schema drizzle cascade; drop schema pgboss cascade; drop schema public cascade; create schema public',
  );
  const db = drizzleServer(client, { schema });
  return {
    db,
    migrate: (folder) => migrateServer(db, { migrationsFolder: folder }),
    reopen: () => openDatabase(place.url, { memory: true }),
    async [Symbol.asyncDispose]() {
      await client.end();
      await place[Symbol.asyncDispose]();
    },
  };
}

const ofDrizzle = z.object({ rows: z.array(z.unknown()) });

/** Rows as drizzle's own drivers answer them. */
async function rows(db: Queries, query: SQL): Promise<unknown[]> {
  return ofDrizzle.parse(await db.execute(query)).rows;
}

const descriptor = {
  format: 'fabric.mod.json',
  mods: [{ id: 'lithium', name: 'Lithium', version: '0.11' }],
  side: 'BOTH',
  certainty: 'DECLARED',
  evidence: 'fabric.mod.json: environment is *',
  requires: ['fabric-api'],
  provides: [],
};
const manifest = { kind: 'MODRINTH', file: 'modrinth.index.json', name: 'Old', version: null };
const overlong = {
  ...descriptor,
  provides: Array.from({ length: 4_000 }, (_, index) => `a-long-id-${index}`),
};
const report = {
  baseFolder: 'overrides/',
  manifest,
  mods: [
    { file: 'a.jar', size: 5_000_000_000, descriptors: [descriptor], note: null },
    { file: 'b.jar', size: 2, descriptors: [], note: 'It has no directory.' },
    { file: 'c.jar', size: 3, descriptors: [overlong], note: null },
  ],
  warnings: [{ code: 'MANIFEST_UNREADABLE', error: 'It is damaged.', entry: 'config.json' }],
  entries: 7,
  uncompressedSize: 123,
};
const decisions = ['a.jar', 'b.jar', 'c.jar'].map((file, index) => ({
  file,
  kept: index !== 1,
  reason: 'SERVER_MOD',
  certainty: 'DECLARED',
  evidence: `As ${file} says.`,
}));

it.each(databaseKinds)(
  'what was stored before mods had rows has rows afterwards, on the %s database',
  async (kind) => {
    await using database = await openEmpty(kind);
    const { db } = database;
    await using old = await migrationsBefore('inventory_rows');
    await database.migrate(old.folder);
    const lists = ['checked', 'never checked'];
    for (const [index, name] of lists.entries()) {
      await db.execute(sql`insert into files (sha256, size, storage_key) values (${name}, 1, ${name})`);
      const learnt = index === 0 ? JSON.stringify(report) : null;
      await db.execute(
        sql`insert into mod_packs (file_id, name, status, report) values (${index + 1}, ${name}, 'GENERATED', ${learnt}::text::jsonb)`,
      );
    }
    await db.execute(sql`insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    values (1, '1.20.1', 'Fabric', '0.15.6', '[]', '[]', '[]')`);
    await db.execute(sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id, decisions)
    values (1, 1, 1, ${JSON.stringify(decisions)}::text::jsonb)`);
    const revisions = sql`select mod_packs, server_packs from list_revisions`;
    const before = await rows(db, revisions);

    await using moved = await migrationsBefore('list_changes');
    await database.migrate(moved.folder);
    // No list shows what was moved.
    expect(await rows(db, revisions)).toEqual(before);
    await database.migrate(migrationsFolder);

    expect(await rows(db, sql`select report from mod_packs order by id`)).toEqual([
      {
        report: {
          baseFolder: 'overrides/',
          manifest,
          entries: 7,
          uncompressedSize: 123,
          modCount: 3,
          warningCount: 1,
        },
      },
      { report: null },
    ]);
    expect(
      await rows(
        db,
        sql`select mod_pack_id, position, file, size::float, note, descriptors,
      descriptor_length = char_length(descriptors::text) as measured from mods order by position`,
      ),
    ).toEqual([
      {
        mod_pack_id: 1,
        position: 0,
        file: 'a.jar',
        size: 5e9,
        note: null,
        descriptors: [descriptor],
        measured: true,
      },
      {
        mod_pack_id: 1,
        position: 1,
        file: 'b.jar',
        size: 2,
        note: 'It has no directory.',
        descriptors: [],
        measured: true,
      },
      {
        mod_pack_id: 1,
        position: 2,
        file: 'c.jar',
        size: 3,
        note: 'The jar says more about itself than is kept of one jar, so nothing of it is.',
        descriptors: [],
        measured: true,
      },
    ]);
    expect(await rows(db, sql`select * from warnings`)).toEqual([
      { mod_pack_id: 1, position: 0, ...report.warnings[0] },
    ]);
    expect(await rows(db, sql`select * from mod_decisions order by position`)).toEqual(
      decisions.map((decision, position) => ({ server_pack_id: 1, position, ...decision })),
    );
    expect(await rows(db, sql`select kept_count, dropped_count from server_packs`)).toEqual([
      { kept_count: 2, dropped_count: 1 },
    ]);
  },
);

// What the migrations are written in is the same for both databases.
it.each(databaseKinds.slice(-1))(
  'what the first release stored is shown as it was after all migrations, on the %s database',
  async (kind) => {
    await using old = await openEmpty(kind);
    await using first = await migrationsBefore('event_order');
    await old.migrate(first.folder);
    const day = '2024-05-01T12:00:00.000Z';
    const hash = (digit: string) => digit.repeat(64);
    const nothing = { projectID: null, versionID: null, modloader: null, modloaderVersion: null };
    const whole = { ...manifest, ...nothing, gameVersion: '1.20.1' };
    for (const digit of ['a', 'b', 'c'])
      await old.db.execute(
        sql`insert into files (sha256, size, storage_key) values (${hash(digit)}, 5000000000, ${hash(digit)})`,
      );
    await old.db.execute(sql`insert into mod_packs (file_id, name, status, report, date_created) values
      (1, 'built.zip', 'GENERATED', ${JSON.stringify({ ...report, manifest: whole })}::text::jsonb, ${day}),
      (2, 'refused.zip', 'ERROR', null, ${day})`);
    await old.db.execute(sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      values (1, '1.20.1', 'Fabric', '0.15.6', '["-Xmx4G"]', '["hud-"]', '[]'),
        (2, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '["keep"]')`);
    await old.db.execute(sql`insert into server_packs
      (mod_pack_id, run_configuration_id, file_id, downloads, confirmed_working, decisions, date_created)
      values (1, 1, 3, 2, 1, ${JSON.stringify(decisions)}::text::jsonb, ${day})`);
    await old.db.execute(sql`insert into downloads (server_pack_id) values (1), (1)`);
    await old.db.execute(sql`insert into votes (server_pack_id, voter, vote) values (1, 'somebody', 1)`);
    const problem = { code: 'NO_MODS', error: 'There are none.', entry: null };
    await old.db.execute(sql`insert into events
      (mod_pack_id, run_configuration_id, server_pack_id, status, message, errors, timestamp) values
      (1, 1, null, 'QUEUED', 'Submitted task to queue.', '[]', ${day}),
      (1, 1, 1, 'GENERATED', 'Syncing ServerPack to database.', '[]', ${day}),
      (2, 2, null, 'ERROR', 'ModPack checks failed.', ${JSON.stringify([problem])}::text::jsonb, ${day})`);

    await using service = await startTestApp({ overrides: { database: await old.reopen() } });
    const get = async (place: string) => (await fetch(`${service.url}/api/v2/${place}`)).json();
    const milliseconds = Date.parse(day);
    const runConfiguration = {
      id: 1,
      gameVersion: '1.20.1',
      modloader: 'Fabric',
      modloaderVersion: '0.15.6',
      startArgs: ['-Xmx4G'],
      clientMods: ['hud-'],
      whitelistedMods: [],
    };
    const serverPack = {
      id: 1,
      size: 5e9,
      downloads: 2,
      confirmedWorking: 1,
      dateCreated: milliseconds,
      sha256: hash('c'),
      runConfiguration,
    };
    expect(await get('modpacks/all')).toEqual([
      expect.objectContaining({ id: 2, name: 'refused.zip', status: 'ERROR', serverPacks: [] }),
      {
        id: 1,
        source: 'ZIP',
        name: 'built.zip',
        size: 5e9,
        status: 'GENERATED',
        serverPacks: [{ ...serverPack, fileID: 3 }],
        sha256: hash('a'),
        versionID: '',
        projectID: '',
        dateCreated: milliseconds,
      },
    ]);
    expect(await get('serverpacks/all')).toEqual([serverPack]);
    expect(await get('runconfigs/1')).toEqual(runConfiguration);
    expect(await get('events/modpack/2')).toEqual([
      expect.objectContaining({ id: 3, status: 'ERROR', errors: [problem], timestamp: milliseconds }),
    ]);
    expect(await get('events/serverpack/1')).toHaveLength(1);
    const { data, errors } = await ask(
      service.url,
      `{ modPacks(first: 1, orderBy: { field: DOWNLOADS, direction: DESC }) { nodes { databaseId downloads confirmedWorking } }
         serverPack(databaseId: 1) { keptCount droppedCount decisions { nodes { file kept evidence } }
           modPack { manifest { kind name } mods { nodes { file note size } } warnings { nodes { code } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      modPacks: { nodes: [{ databaseId: 1, downloads: 2, confirmedWorking: 1 }] },
      serverPack: {
        keptCount: 2,
        droppedCount: 1,
        decisions: { nodes: decisions.map(({ file, kept, evidence }) => ({ file, kept, evidence })) },
        modPack: {
          manifest: { kind: 'MODRINTH', name: 'Old' },
          mods: {
            nodes: [
              { file: 'a.jar', note: null, size: 5e9 },
              { file: 'b.jar', note: 'It has no directory.', size: 2 },
              { file: 'c.jar', note: expect.any(String), size: 3 },
            ],
          },
          warnings: { nodes: [{ code: 'MANIFEST_UNREADABLE' }] },
        },
      },
    });

    // Ids go on where they were, and new runs work beside old rows.
    const form = new FormData();
    for (const [part, value] of Object.entries({ id: '2', gameVersion: '1.20.1', modloader: 'Forge' }))
      form.set(part, value);
    form.set('modloaderVersion', '47.2.0');
    const answer = await fetch(`${service.url}/api/v2/modpacks/generate`, { method: 'POST', body: form });
    expect(await answer.json()).toMatchObject({ success: true, modPackId: 2, runConfigId: 3 });
  },
);
