import type { Database, Queries } from '../database/database.ts';
import { knowsEnding } from '../database/endings.ts';
import type { Tracing } from './tracing.ts';

type Session = Queries['_']['session'];

const system = { 'db.system.name': 'postgresql' };

/** The same database, with a span for each statement that is part of something; what the queue asks by itself has none. */
export function tracedDatabase(database: Database, tracing: Tracing): Database {
  return {
    ...database,
    db: tracedQueries(database.db, tracing),
    patient: tracedQueries(database.patient, tracing),
    snapshot() {
      const snapshot = database.snapshot();
      return {
        db: tracedQueries(snapshot.db, tracing),
        aside: (work) => snapshot.aside(work),
        close: () => snapshot.close(),
      };
    },
    exclusively: (name, work, how) =>
      database.exclusively(name, (held) => work(tracedQueries(held, tracing)), how),
  };
}

/** Drizzle's queries go through their session; a transaction has a session of its own. */
function tracedQueries<Own extends Queries>(queries: Own, tracing: Tracing): Own {
  const session = tracedSession(queries._.session, tracing);
  const inside = { ...queries._, session };
  const transaction: Queries['transaction'] = (work, config) =>
    queries.transaction((tx) => {
      // COMMIT and ROLLBACK go through no session.
      if (knowsEnding(tx)) tx.sendLast = (text, send) => tracing.below(nameOf(text), system, send);
      return work(tracedQueries(tx, tracing));
    }, config);
  return new Proxy(queries, {
    get(target, property, receiver) {
      if (property === 'session') return session;
      if (property === '_') return inside;
      if (property === 'transaction') return transaction;
      return Reflect.get(target, property, receiver);
    },
  });
}

function tracedSession(session: Session, { below }: Tracing): Session {
  const prepareQuery: Session['prepareQuery'] = (...asked) => {
    const prepared = session.prepareQuery(...asked);
    const [{ sql }] = asked;
    const { execute } = prepared;
    const value: typeof execute = (values) =>
      below(nameOf(sql), system, () => execute.call(prepared, values));
    return Object.defineProperty(prepared, 'execute', { value });
  };
  return new Proxy(session, {
    get: (target, property, receiver) =>
      property === 'prepareQuery' ? prepareQuery : Reflect.get(target, property, receiver),
  });
}

/** The first word and the first table make few names for many statements, and hold no values. */
function nameOf(statement: string): string {
  const [word = 'statement'] = /[a-z]+/i.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_.]+)/i.exec(statement) ?? [];
  return [word.toLowerCase(), ...(table === undefined ? [] : [table])].join(' ');
}
