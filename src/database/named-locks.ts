import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { createLocalLocks, inOrder } from './local-locks.ts';
import type { ConnectionPool } from './pool.ts';
import { queriesOfConnection, type Watch } from './queries.ts';

/** Milliseconds between two checks whether a lock that another node holds is free. */
const pauseMs = 50;

/** Heartbeats sent within the time after which the server revokes the lock of a silent process. */
const signsOfLife = 4;

/** Milliseconds after which a waiting caller checks that the database still answers. */
const patienceMs = 1_000;

/**
 * Locks by name that hold across nodes. Each lock is held by a connection, on which the work commits: when the
 * connection is cut, the lock and the right to commit are lost together. Waiting callers hold no connection between
 * their attempts, and fail when the database cannot be reached. The server ends the connection of a process that stands
 * still for `stillMs`, which would block all others; a lasting lock is exempt, since its work cannot be undone.
 */
export function createNamedLocks(
  locks: ConnectionPool,
  isThere: () => Promise<unknown>,
  stillMs: number,
  watch?: Watch,
): Database['exclusively'] {
  const local = createLocalLocks();
  // Waits without a limit while the database answers; fails with the database's error when it does not.
  const whileThere = async (before: Promise<unknown>) => {
    for (;;) {
      const looked = new AbortController();
      const patience = sleep(patienceMs, false, { signal: looked.signal, ref: false }).catch(() => false);
      const came = await Promise.race([before.then(() => true), patience]).finally(() => looked.abort());
      if (came) return;
      await isThere();
    }
  };
  const connect = async () => {
    const connecting = locks.take();
    try {
      await whileThere(connecting);
      return await connecting;
    } catch (error) {
      connecting.then(
        (connection) => locks.handBack(connection),
        () => {},
      );
      throw error;
    }
  };
  return (names, work, { lasting } = { lasting: false }) => {
    const all = inOrder(names);
    return local.take(
      all,
      async () => {
        const connection = await connect();
        const call = async (
          lock: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
          some: readonly string[],
          idleMs: number,
        ) => {
          // Servers before PostgreSQL 14 do not have this setting.
          const text = `select bool_and(${lock}(hashtextextended(name, 0))) as done,
            case when current_setting('idle_session_timeout', true) is not null then set_config('idle_session_timeout', $2, false) end
            from unnest($1::text[]) as name`;
          const { rows } = await connection.query(text, [some, String(idleMs)], { name: lock });
          return rows[0]?.[0] === true;
        };
        const idleMs = lasting ? 0 : stillMs;
        const alive = lasting
          ? undefined
          : setInterval(() => void connection.query('select 1').catch(() => {}), stillMs / signsOfLife);
        try {
          for (const name of all)
            while (!(await call('pg_try_advisory_lock', [name], idleMs))) await sleep(pauseMs);
          return await work(queriesOfConnection(connection, { direct: true, watch }));
        } finally {
          clearInterval(alive);
          // When unlocking fails, the connection is closed, and the server releases its locks.
          const unlocked = await call('pg_advisory_unlock', all, 0).catch(() => false);
          locks.handBack(connection, !unlocked);
        }
      },
      whileThere,
    );
  };
}
