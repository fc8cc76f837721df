import type { Asker, Connection } from './connection.ts';
import type { Connections } from './pool.ts';

const begins = /^\s*begin\b/i;

/**
 * Shares a database's only connection. Statements wait while a caller has it to itself; otherwise they are sent at
 * once, through `asker`.
 */
export function shareConnection(connection: Connection, asker: Asker = connection): Connections {
  let handedBack: Promise<unknown> = Promise.resolve();
  let handBack = () => {};
  const sole: Connections = {
    async query(text, values, how) {
      // Several statements in one text, which are a transaction.
      if (begins.test(text)) {
        const taken = await sole.take();
        return taken.query(text, values, how).finally(() => sole.handBack(taken));
      }
      await handedBack;
      return asker.query(text, values, how);
    },
    async take() {
      const before = handedBack;
      const over = Promise.withResolvers<void>();
      handedBack = before.then(() => over.promise);
      await before;
      handBack = over.resolve;
      return connection;
    },
    handBack() {
      // An open transaction must not reach the next caller.
      if (connection.isInside) connection.query('rollback').catch(() => {});
      handBack();
    },
  };
  return sole;
}
