import type { Asker, Connection } from './connection.ts';
import type { Connections } from './pool.ts';

const begins = /^\s*begin\b/i;

/**
 * The only connection to a database, for many. What is asked while somebody has it to themselves waits until it is handed back; all else is
 * asked at once, by way of `asker`.
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
      // What is left of a transaction must not reach whoever is next.
      if (connection.isInside) connection.query('rollback').catch(() => {});
      handBack();
    },
  };
  return sole;
}
