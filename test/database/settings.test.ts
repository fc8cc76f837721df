import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rows } from '../../src/database/database.ts';
import { defaultServerSettings } from '../../src/database/settings.ts';
import { openScratchDatabase } from '../support/database.ts';

it('the embedded database is started for one process with little memory, whose log is kept within bounds', async () => {
  await using database = await openScratchDatabase('embedded');
  const setting = (name: string) => sql`current_setting(${name}::text) as ${sql.identifier(name)}`;
  const told = [
    'min_wal_size',
    'max_wal_size',
    'max_active_replication_origins',
    'shared_buffers',
    'wal_buffers',
    'max_connections',
  ];
  expect(await rows(database.db, sql`select ${sql.join(told.map(setting), sql`, `)}`)).toEqual([
    {
      min_wal_size: '48MB',
      max_wal_size: '64MB',
      max_active_replication_origins: '0',
      shared_buffers: '16MB',
      // Of itself a part of what is shared.
      wal_buffers: '512kB',
      max_connections: '5',
    },
  ]);
});

it('a node takes as many connections to a server as its operator is told', async () => {
  const { pool, workPool, lockPool, queuePool } = defaultServerSettings;
  const text = await readFile(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const [, told] = /\*\*Connections\.\*\* (\d+) a node without a pooler/.exec(text) ?? [];
  expect(pool + workPool + lockPool + queuePool + 1).toBe(Number(told));
});
