import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connect, type Way } from './connections.ts';
import { isNotThereYet, reasonOf } from './unreachable.ts';

/** How long a start waits for a PostgreSQL server that is starting at the same time. */
export interface Patience {
  /** Milliseconds in all, and between two attempts. */
  waitMs: number;
  everyMs: number;
  /** Ends the wait, with its reason. */
  signal: AbortSignal;
  log: Logger;
}

export const startPatience = { waitMs: 60_000, everyMs: 1_000 };

/**
 * Waits until the server accepts a connection, and logs what it waits for. Also returns when waiting is useless: the
 * next connection gets the same error and reports it.
 */
export async function waitForServer(way: Way, { waitMs, everyMs, signal, log }: Patience): Promise<void> {
  const { host, port, file } = way.address;
  const server = file ?? `${host}:${port}`;
  const deadline = performance.now() + waitMs;
  let logged = '';
  while (true) {
    try {
      const connection = await connect(way);
      await connection.end();
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!isNotThereYet(error) || performance.now() > deadline) return;
      const reason = reasonOf(error);
      if (reason !== logged)
        log.warn(`waiting for the database server at ${server}, up to a minute: ${reason}`);
      logged = reason;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
