import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';
import { queriesOfConnection } from './server-queries.ts';
import { createTurns } from './turns.ts';

/** Milliseconds between two looks whether a lock that another node holds is free. */
const pauseMs = 50;

/** Milliseconds after which whoever waits makes sure that the database is still there. */
const patienceMs = 1_000;

/**
 * Locks by name that hold across nodes. Each is held by a connection, on which the work commits what it has done: a
 * connection that is cut takes the lock with it, and the right to commit too. Whoever waits holds no connection for
 * longer than it takes to ask, and is told when the database is away.
 */
export function createNamedLocks(locks: pg.Pool, isThere: () => Promise<unknown>): Database['exclusively'] {
  const turns = createTurns();
  // Waits for as long as it takes while the database answers, and fails with what it fails with.
  const whileThere = async (turn: Promise<unknown>) => {
    for (;;) {
      const looked = new AbortController();
      const patience = sleep(patienceMs, false, { signal: looked.signal, ref: false }).catch(() => false);
      const came = await Promise.race([turn.then(() => true), patience]).finally(() => looked.abort());
      if (came) return;
      await isThere();
    }
  };
  const connect = async () => {
    const connecting = locks.connect();
    try {
      await whileThere(connecting);
      return await connecting;
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  };
  return (name, work) =>
    turns.take(
      name,
      async () => {
        const client = await connect();
        const call = async (lock: 'pg_try_advisory_lock' | 'pg_advisory_unlock') => {
          const text = `select ${lock}(hashtextextended($1, 0)) as done`;
          const { rows } = await client.query<{ done: boolean }>(text, [name]);
          return rows[0]?.done === true;
        };
        try {
          while (!(await call('pg_try_advisory_lock'))) await sleep(pauseMs);
          return await work(queriesOfConnection(client));
        } finally {
          // Of a connection that ends, the server lets go of the lock by itself.
          const unlocked = await call('pg_advisory_unlock').catch(() => false);
          client.release(!unlocked);
        }
      },
      whileThere,
    );
}
