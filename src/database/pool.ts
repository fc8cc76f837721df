import type { Connection, SqlClient } from './connection.ts';
import { ConnectionLostError } from './connection-lost.ts';

/** Milliseconds for which an unused connection stays open. */
const idleMs = 60_000;

/** Time limit for closing a pool, in milliseconds. */
const goodbyeMs = 5_000;

/** Connections that can be used for single statements or taken for a series of them. */
export interface Connections extends SqlClient {
  /** Takes one connection, until it is handed back. */
  take(): Promise<Connection>;
  /** Returns a connection, and rolls back its open transaction; closes a connection that `isBroken`. */
  handBack(connection: Connection, isBroken?: boolean): void;
}

/** A pool whose connections are opened on demand, and never reused after a failure or an unfinished transaction. */
export interface ConnectionPool extends Connections, AsyncDisposable {
  /** Open connections, those in use or being opened, and callers for which no connection is being opened yet. */
  use(): { open: number; busy: number; waiting: number };
  /** Returns a function that closes the connections that have received nothing since this call. */
  watchSilence(): () => void;
}

export interface PoolOptions {
  max: number;
  /** Milliseconds for which a caller waits for a connection; without a limit when absent. */
  waitMs?: number | undefined;
  connect(onEnd: () => void): Promise<Connection>;
}

interface Waiting {
  resolve(connection: Connection): void;
  reject(reason: unknown): void;
}

/** Creates a pool of at most `max` connections, without opening any. */
export function openPool({ max, waitMs, connect }: PoolOptions): ConnectionPool {
  const open = new Set<Connection>();
  /** Unused connections with their idle timers, the most recently used last. */
  const free = new Map<Connection, NodeJS.Timeout>();
  const waiting = new Set<Waiting>();
  let connecting = 0;
  let isClosed = false;
  const emptied = Promise.withResolvers<void>();

  function forget(connection: Connection): void {
    clearTimeout(free.get(connection));
    free.delete(connection);
    open.delete(connection);
    if (isClosed && open.size + connecting === 0) emptied.resolve();
    else fill();
  }

  function end(connection: Connection): void {
    clearTimeout(free.get(connection));
    free.delete(connection);
    void connection.end().catch(() => {});
  }

  /** Passes a connection to the caller that has waited longest. */
  function offer(connection: Connection): void {
    const [first] = waiting;
    if (isClosed) end(connection);
    else if (first !== undefined) {
      waiting.delete(first);
      first.resolve(connection);
    } else free.set(connection, setTimeout(end, idleMs, connection));
  }

  /** Opens as many connections as callers are waiting, within the pool's limit. */
  function fill(): void {
    while (!isClosed && connecting < waiting.size && open.size + connecting < max) {
      connecting += 1;
      void make();
    }
  }

  async function make(): Promise<void> {
    const held: { connection?: Connection } = {};
    try {
      const connection = await connect(() => held.connection && forget(held.connection));
      connecting -= 1;
      held.connection = connection;
      open.add(connection);
      if (connection.isOver) forget(connection);
      else offer(connection);
    } catch (error) {
      connecting -= 1;
      const [first] = waiting;
      if (first !== undefined) {
        waiting.delete(first);
        first.reject(error);
      }
      if (isClosed && open.size + connecting === 0) emptied.resolve();
      else fill();
    }
  }

  function wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const late =
        waitMs === undefined
          ? undefined
          : setTimeout(() => {
              waiting.delete(one);
              reject(new ConnectionLostError(`There was no connection to the database within ${waitMs} ms.`));
            }, waitMs);
      const one: Waiting = {
        resolve(connection) {
          clearTimeout(late);
          resolve(connection);
        },
        reject(reason) {
          clearTimeout(late);
          reject(reason);
        },
      };
      waiting.add(one);
      fill();
    });
  }

  const pool: ConnectionPool = {
    async take() {
      if (isClosed) throw new ConnectionLostError('The connections to the database are closed.');
      for (const [connection, timer] of [...free].reverse()) {
        clearTimeout(timer);
        free.delete(connection);
        if (!connection.isOver) return connection;
      }
      return wait();
    },
    handBack(connection, isBroken = false) {
      if (!open.has(connection)) return;
      if (isBroken || connection.isOver || connection.isInside) {
        open.delete(connection);
        connection.destroy(new ConnectionLostError('The connection was given up.'));
        forget(connection);
      } else offer(connection);
    },
    async query(text, values, how) {
      const connection = await pool.take();
      let hasFailed = true;
      try {
        const answer = await connection.query(text, values, how);
        hasFailed = false;
        return answer;
      } finally {
        pool.handBack(connection, hasFailed);
      }
    },
    use: () => ({
      open: open.size,
      busy: open.size + connecting - free.size,
      waiting: Math.max(0, waiting.size - connecting),
    }),
    watchSilence() {
      const received = new Map([...open].map((connection) => [connection, connection.bytesReceived()]));
      return () => {
        for (const [connection, before] of received) {
          if (connection.bytesReceived() === before)
            connection.destroy(new ConnectionLostError('The database is silent.'));
        }
      };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const one of [...waiting]) {
        waiting.delete(one);
        one.reject(new ConnectionLostError('The connections to the database are closed.'));
      }
      for (const connection of [...free.keys()]) end(connection);
      if (open.size + connecting === 0) return;
      const late = setTimeout(() => {
        for (const connection of open)
          connection.destroy(new ConnectionLostError('The connections to the database are closed.'));
      }, goodbyeMs);
      await emptied.promise.finally(() => clearTimeout(late));
    },
  };
  return pool;
}
