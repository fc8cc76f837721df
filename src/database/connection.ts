import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { BoundedMap } from '../bounded-map.ts';
import { ConnectionLostError, SilentError } from './connection-lost.ts';
import { textOf, types } from './values.ts';

/** The result of a statement: its rows, each with values in the order of the columns. */
export interface Answer {
  rows: unknown[][];
  columns: { name: string; type: number }[];
  /**
   * PostgreSQL's command tag, such as SELECT or COMMIT; for several statements, the tag of the one that ends a
   * transaction, else of the last.
   */
  command: string;
}

/** A connection or a pool of connections. */
export interface SqlClient {
  /**
   * Sends a statement. A statement with a name is prepared at its first use. A text without values may hold several
   * statements.
   */
  query(text: string, values?: readonly unknown[], how?: { name?: string | undefined }): Promise<Answer>;
}

/** One connection, which is never used again after it has failed. */
export interface Connection extends SqlClient {
  readonly isOver: boolean;
  /** Whether a transaction may be open. */
  readonly isInside: boolean;
  bytesReceived(): number;
  /** Ends the connection once all statements have been answered. */
  end(): Promise<void>;
  /** Ends the connection at once; all unanswered statements fail with this reason. */
  destroy(reason: Error): void;
}

export interface ConnectionOptions {
  user?: string | undefined;
  password?: string | undefined;
  database?: string | undefined;
  /** Parameters of the startup message. */
  parameters: Record<string, string | number>;
  /** Milliseconds within which a statement has to be answered; otherwise the connection ends. */
  answerMs?: number | undefined;
  /**
   * Which statements are prepared: those with a name, or all that are repeated. Nothing is prepared behind a
   * transaction pooler, which switches between server processes that do not share prepared statements.
   */
  prepares: 'nothing' | 'named' | 'repeated';
  /** Called when the connection starts or stops waiting for an answer. */
  hold?: (isWaitedFor: boolean) => void;
  onNotification?: (channel: string, payload: string) => void;
  /** Called once, when the connection has ended. */
  onEnd?: (reason: Error) => void;
}

/** Most parameters of one statement in the protocol. */
const mostValues = 65_533;

/**
 * Most texts that are prepared because they were sent twice, and most characters of one: the driver and the database
 * keep each in memory until the connection ends.
 */
const mostPrepared = 200;
const longestPrepared = 10_000;
/** Statements that have a plan; preparing others saves no time. */
const planned = /^\s*(?:select|insert|update|delete|merge|with)\b[^;]*;?\s*$/i;
const begins = /^\s*begin\b/i;
/** Statements that end a transaction whether they succeed or fail. */
const ends: ReadonlySet<string> = new Set(['commit', 'rollback']);

/** Waits until the database at the other end of this stream accepts the connection. */
export async function openConnection(
  stream: Duplex & { bytesRead?: number },
  { user, password, database, parameters, answerMs, prepares, ...options }: ConnectionOptions,
): Promise<Connection> {
  const waiting = new Set<(reason: Error) => void>();
  let over: Error | null = null;
  let reason: Error | null = null;
  let isInside = false;
  /** How many statements were sent, and which of them began the newest transaction. */
  let sent = 0;
  let begunBy = 0;
  const ended = Promise.withResolvers<void>();
  // This handler is registered before the driver's own, which would leave some statements without an answer.
  stream.once('close', () => {
    over = reason ?? new ConnectionLostError('The connection to the database was lost.');
    for (const fail of [...waiting]) fail(over);
    options.onEnd?.(over);
    ended.resolve();
  });
  stream.on('error', (error) => {
    reason ??= error;
  });
  stream.once('end', () => stream.destroy());

  let isGiven = false;
  const driver = {
    // The socket is provided once: the driver reconnects by itself, and would continue a transaction on a new
    // connection.
    socket: () => {
      if (isGiven) throw new ConnectionLostError('A connection that has failed is not used again.');
      isGiven = true;
      return stream;
    },
    max: 1,
    types,
    connection: { application_name: 'server-packs', ...parameters },
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(database === undefined ? {} : { database }),
    ssl: false,
    fetch_types: false,
    idle_timeout: 0,
    connect_timeout: 0,
    max_lifetime: 0,
    onnotice: () => {},
    ...(options.onNotification && { onnotify: options.onNotification }),
  };
  const sql = postgres(driver);

  const isRepeated = createRepeated();
  const isPrepared = (text: string, name: string | undefined) =>
    prepares === 'named' ? name !== undefined : prepares === 'repeated' && isRepeated(text);

  const destroy = (why: Error) => {
    reason ??= why;
    stream.destroy();
  };

  const query: SqlClient['query'] = (text, values = [], { name } = {}) =>
    new Promise((resolve, reject) => {
      if (over !== null) throw over;
      if (values.length > mostValues)
        throw new RangeError(`A statement has ${values.length} values, and may have ${mostValues}.`);
      const texts = values.map(textOf);
      const prepare = isPrepared(text, name);
      const isSimple = texts.length === 0 && !prepare;
      sent += 1;
      const number = sent;
      if (begins.test(text)) {
        isInside = true;
        begunBy = number;
      } else if (ends.has(text)) isInside = false;
      const late =
        answerMs === undefined
          ? undefined
          : setTimeout(() => destroy(new SilentError('The database did not answer in time.')), answerMs);
      const fail = (error: Error) => {
        settle();
        // A text of several statements may have begun a transaction before it failed.
        if (isSimple) isInside = true;
        reject(reason ?? error);
      };
      const settle = () => {
        clearTimeout(late);
        waiting.delete(fail);
        if (waiting.size === 0) options.hold?.(false);
      };
      waiting.add(fail);
      if (waiting.size === 1) options.hold?.(true);
      const how = { prepare, simple: isSimple };
      const question = sql.unsafe(text, [], how);
      // The driver sends values only after it has asked for their types, unless the types are set. A process that
      // stands still in between would hold its transaction's locks for ever: no limit of the server ends a statement
      // whose values are missing.
      Object.assign(question, { parameters: texts });
      question.values().then((result) => {
        settle();
        const answer = answerOf(result);
        // The next transaction may have been sent before this answer came.
        if (isEnd(answer) && begunBy <= number) isInside = false;
        resolve(answer);
      }, fail);
    });

  const connection: Connection = {
    query,
    get isOver() {
      return over !== null || stream.destroyed;
    },
    get isInside() {
      return isInside;
    },
    bytesReceived: () => stream.bytesRead ?? 0,
    async end() {
      await Promise.race([sql.end(), ended.promise]);
      stream.destroy();
      await ended.promise;
    },
    destroy,
  };
  try {
    // An empty query makes the driver connect now.
    await query('');
    return connection;
  } catch (error) {
    destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Detects repeated texts, which are worth preparing. */
function createRepeated(): (text: string) => boolean {
  const repeated = new Set<string>();
  /** Texts that were sent once. */
  const once = new BoundedMap<string, true>(mostPrepared);
  return (text) => {
    if (repeated.has(text)) return true;
    if (repeated.size === mostPrepared || text.length > longestPrepared || !planned.test(text)) return false;
    if (once.delete(text)) {
      repeated.add(text);
      return true;
    }
    once.set(text, true);
    return false;
  };
}

/** Properties that the driver adds to its array of rows. */
interface DriverRows {
  columns?: readonly { name: string; type: number }[] | null;
  command?: string | null;
}

/** For several statements the driver returns one result for each statement that returns rows. */
function answerOf(result: unknown[] & DriverRows): Answer {
  if ('command' in result) {
    const rows = result.filter((row) => Array.isArray(row));
    return { rows, columns: [...(result.columns ?? [])], command: result.command ?? '' };
  }
  const answers = result.filter((one) => Array.isArray(one)).map(answerOf);
  const { columns = [], command = '' } = answers.at(-1) ?? {};
  const end = answers.find(isEnd);
  return { rows: answers.flatMap(({ rows }) => rows), columns, command: end?.command ?? command };
}

function isEnd({ command }: Pick<Answer, 'command'>): boolean {
  return command === 'COMMIT' || command === 'ROLLBACK';
}
