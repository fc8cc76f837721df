import type { SqlClient as Asked, Connection } from '../../src/database/connection.ts';
import type { Database } from '../../src/database/database.ts';
import { objectsOf } from '../../src/database/drizzle-driver.ts';
import { databaseOn, openClient } from '../../src/database/embedded.ts';
import type { EmbeddedClient } from '../../src/database/embedded-client.ts';
import { type AsMade, asMade, restoreRows, type SqlClient, shapeOf } from './as-made.ts';
import { CopiedFiles } from './copied-files.ts';
import { embeddedFiles } from './embedded-files.ts';

/** An embedded database in memory that one test after the other has to itself. */
interface Kept {
  client: EmbeddedClient;
  close(): Promise<void>;
  made: AsMade;
  uses: number;
}

/** Each leaves rows in the catalogue that nobody sees, and log: after so many tests another is made. */
const mostUses = 50;
const spare: Kept[] = [];

/**
 * An embedded database as the template has it. Starting one on a copy of the template's files takes a tenth of a second and more of the
 * processor; so one that a test has done with is made as it was, and handed to the next, unless more than rows and settings has
 * changed. It does one thing after the other: what it was asked before it was closed is over by then.
 */
export async function openKept(note: Note = () => {}): Promise<Database> {
  const kept = spare.pop() ?? (await openOne());
  const lent = lend(kept.client, note);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= lent.end().then(() => takeBack(kept, lent.mayBeReshaped()));
    return closed;
  };
  return databaseOn(lent.client, close);
}

async function openOne(): Promise<Kept> {
  const { client, close } = await openClient({ memory: true, files: new CopiedFiles(await embeddedFiles()) });
  return { client, close, made: await asMade(sqlClientOf(client)), uses: 0 };
}

function sqlClientOf(client: EmbeddedClient): SqlClient {
  return {
    query: async (text, values) => ({ rows: objectsOf(await client.query(text, values)) }),
    exec: (statements) => client.query(statements),
  };
}

/** What changes more than rows: where nothing of it was asked, no catalogue has to be looked through, which takes longer than the rest. */
const reshaping =
  /\b(create|alter|drop|truncate|grant|revoke)\s|(^|;)\s*(analyze|vacuum|reindex|cluster|refresh|comment|do|call)\b/i;

/** Told of each statement that reads or writes rows, before it is sent; what it throws is what the statement fails with. */
export type Note = (text: string, values?: readonly unknown[]) => void;

const planned = /^\s*(select|insert|update|delete|merge|with)\b/i;

/** The client for one test: once that has closed it, it answers nobody who still holds it. */
function lend(
  client: EmbeddedClient,
  note: Note,
): {
  client: EmbeddedClient;
  /** Whether more than rows may have changed. */
  mayBeReshaped(): boolean;
  end(): Promise<void>;
} {
  let over = false;
  let reshaped = false;
  const watched = ({ query }: Asked): Asked['query'] => {
    return async (text, ...more) => {
      reshaped ||= reshaping.test(text);
      if (planned.test(text)) note(text, more[0]);
      return query(text, ...more);
    };
  };
  const query = watched(client);
  const held = new Map<Connection, Connection>();
  const listening: Promise<() => Promise<void>>[] = [];
  async function stillLent<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (over) throw new Error('The embedded database is closed.');
    return ask();
  }
  const lent: EmbeddedClient = {
    query: (...asked) => stillLent(() => query(...asked)),
    take: () =>
      stillLent(async () => {
        const connection = await client.take();
        const taken: Connection = Object.create(connection, { query: { value: watched(connection) } });
        held.set(taken, connection);
        return taken;
      }),
    handBack(taken) {
      const connection = held.get(taken);
      held.delete(taken);
      if (connection) client.handBack(connection);
    },
    // In memory no statement is stopped.
    within: () => lent,
    listen: (...asked) =>
      stillLent(() => {
        const begun = client.listen(...asked);
        listening.push(begun);
        return begun;
      }),
  };
  return {
    client: lent,
    mayBeReshaped: () => reshaped,
    async end() {
      over = true;
      for (const begun of listening) await (await begun)();
    },
  };
}

async function takeBack(kept: Kept, mayBeReshaped: boolean): Promise<void> {
  kept.uses += 1;
  if (kept.uses >= mostUses) return kept.close();
  const sqlClient = sqlClientOf(kept.client);
  await sqlClient.exec(
    'reset all; unlisten *; discard temp; discard sequences; select pg_advisory_unlock_all()',
  );
  await restoreRows(sqlClient, kept.made);
  if (mayBeReshaped && (await shapeOf(sqlClient)) !== kept.made.shape) return kept.close();
  spare.push(kept);
}
