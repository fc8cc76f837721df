import type { Connection } from './connection.ts';
import type { KeptConnection } from './kept-connection.ts';
import type { Connections } from './pool.ts';
import type { StatementLimit } from './statement-limits.ts';

const begins = /^\s*begin\b/i;

/**
 * Shares a database's only connection; returns a function that makes clients with a time limit for statements.
 * Statements wait while a caller has the connection to itself or while it is opened again; otherwise they are sent at
 * once.
 */
export function shareConnection(kept: KeptConnection): (limit: StatementLimit) => Connections {
  let handedBack: Promise<unknown> = Promise.resolve();
  let handBack = () => {};
  return (limit) => {
    const single: Connections = {
      async query(...statement) {
        // A text that begins a transaction needs the connection to itself.
        if (begins.test(statement[0])) {
          const taken = await single.take();
          return taken.query(...statement).finally(() => single.handBack(taken));
        }
        await handedBack;
        for (let wait = kept.untilUsable(); wait !== null; wait = kept.untilUsable()) {
          await wait;
          // Another caller may have taken the new connection by now.
          await handedBack;
        }
        return kept.current().querySingle(limit, ...statement);
      },
      async take() {
        const before = handedBack;
        const over = Promise.withResolvers<void>();
        handedBack = before.then(() => over.promise);
        await before;
        handBack = over.resolve;
        for (let wait = kept.untilUsable(); wait !== null; wait = kept.untilUsable()) await wait;
        const { connection, query: send } = kept.current();
        const query: Connection['query'] = (...statement) => send(limit, ...statement);
        return Object.create(connection, { query: { value: query } });
      },
      handBack(connection) {
        // An open transaction must not reach the next caller.
        if (connection.isInside) connection.query('rollback').catch(() => {});
        handBack();
      },
    };
    return single;
  };
}
