import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { PgBoss } from 'pg-boss';
import postgres from 'postgres';
import * as schema from '../../drizzle/schema.ts';
import type { Database } from './database.ts';
import { migrationsFolder, queueOptions } from './settings.ts';

/** Opens a PostgreSQL server's database, bringing its tables up to date first. */
export async function openServer(url: string): Promise<Database> {
  await migrateServer(url);
  const client = postgres(url, { max: 10, onnotice: () => {} });
  const db = drizzle(client, { schema, casing: 'snake_case' });
  // Connections of their own: work under a lock needs others, and must not wait for those that wait for locks.
  const locks = postgres(url, { max: 4, idle_timeout: 60, onnotice: () => {} });
  const close = async () => {
    await Promise.all([client.end({ timeout: 5 }), locks.end({ timeout: 5 })]);
  };
  return {
    kind: 'server',
    db,
    async listen(channel, hear, miss) {
      let first = true;
      const subscription = await client.listen(channel, hear, () => {
        // Called after each (re)connection; what was notified while the connection was away is gone.
        if (!first) miss();
        first = false;
      });
      return () => subscription.unlisten();
    },
    notify: async (channel, payload) => {
      await client.notify(channel, payload);
    },
    exclusively: (name, work) =>
      drizzle(locks).transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
        return work();
      }),
    boss: new PgBoss({ ...queueOptions, connectionString: url, max: 5 }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Several nodes may start at once: one migrates, the others wait on the lock and find nothing left to do. */
async function migrateServer(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(hashtext('migrations'))`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}
