import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { expect, it } from 'vitest';
import * as schema from '../../drizzle/schema.ts';
import { type Queries, rows } from '../../src/database/database.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { migrationsBefore } from '../support/old-migrations.ts';

interface Migrated extends AsyncDisposable {
  db: Queries;
  migrate(folder: string): Promise<void>;
}

async function openEmpty(kind: 'embedded' | 'server'): Promise<Migrated> {
  if (kind === 'embedded') {
    const client = await PGlite.create();
    const db = drizzleEmbedded(client, { schema });
    return {
      db,
      migrate: (folder) => migrateEmbedded(db, { migrationsFolder: folder }),
      [Symbol.asyncDispose]: () => client.close(),
    };
  }
  const place = await createServerDatabase();
  const client = new pg.Pool({ connectionString: place.url, max: 1 });
  await client.query('drop schema drizzle cascade; drop schema public cascade; create schema public');
  const db = drizzleServer(client, { schema });
  return {
    db,
    migrate: (folder) => migrateServer(db, { migrationsFolder: folder }),
    async [Symbol.asyncDispose]() {
      await client.end();
      await place[Symbol.asyncDispose]();
    },
  };
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
