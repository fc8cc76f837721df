import type { Duplex } from 'node:stream';
import postgres from 'postgres';
import { ConnectionLostError, SilentError } from './connection-lost.ts';
import { textOf, types } from './values.ts';

/** The result of a statement: its rows, each with values in the order of the columns. */
export interface Answer {
  rows: unknown[][];
  columns: { name: string; type: number }[];
  /** PostgreSQL's command tag, such as SELECT or COMMIT; with several statements, that of the last. */
  command: string;
}

/** Takes statements: a connection, or a pool of them. */
export interface Asker {
  /** A statement with a name is prepared when it is first asked for. Without values there may be several in one text. */
  query(text: string, values?: readonly unknown[], how?: { name?: string | undefined }): Promise<Answer>;
}

/** One connection, which is never used again once it has failed. */
export interface Connection extends Asker {
  readonly isOver: boolean;
  /** Whether a transaction may be open. */
  readonly isInside: boolean;
  bytesHeard(): number;
  /** Ends the connection once all that was asked has been answered. */
  end(): Promise<void>;
  /** Ends the connection at once; all that was asked fails for this reason. */
  destroy(reason: Error): void;
}

export interface ConnectionOptions {
  user?: string | undefined;
  password?: string | undefined;
  database?: string | undefined;
  /** Parameters of the startup message. */
  parameters: Record<string, string | number>;
  /** Milliseconds in which a statement has to be answered, or the connection ends. */
  answerMs?: number | undefined;
  /**
   * Which statements are prepared: those with a name, or all that are repeated. None behind a transaction pooler,
   * which switches between server processes that do not know them.
   */
  prepares: 'nothing' | 'named' | 'repeated';
  /** Called when the connection begins or ends to wait for an answer. */
  hold?: (isWaitedFor: boolean) => void;
  onNotification?: (channel: string, payload: string) => void;
  /** Called once, when it is over. */
  onEnd?: (reason: Error) => void;
}

/** Parameters of one statement, by the protocol. */
const mostValues = 65_533;

/** Texts that are prepared because they were asked for twice, and characters of one: the driver and the database keep each until the connection ends. */
const mostPrepared = 200;
const longestPrepared = 10_000;
/** Statements with a plan; preparing others saves no time. */
const planned = /^\s*(?:select|insert|update|delete|merge|with)\b[^;]*;?\s*$/i;
const begins = /^\s*begin\b/i;

/** Waits for a database at the other end of this stream to take the connection. */
export async function openConnection(
  stream: Duplex & { bytesRead?: number },
  { user, password, database, parameters, answerMs, prepares, ...options }: ConnectionOptions,
): Promise<Connection> {
  const waiting = new Set<(reason: Error) => void>();
  let over: Error | null = null;
  let reason: Error | null = null;
  let isInside = false;
  const ended = Promise.withResolvers<void>();
  // Registered before the driver's own handler, which would leave some statements without an answer.
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
    // Asked for once: the driver connects again by itself, and would answer half of a transaction on a new connection.
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

  const query: Asker['query'] = (text, values = [], { name } = {}) =>
    new Promise((resolve, reject) => {
      if (over !== null) throw over;
      if (values.length > mostValues)
        throw new RangeError(`A statement has ${values.length} values, and may have ${mostValues}.`);
      const texts = values.map(textOf);
      const prepare = isPrepared(text, name);
      const isSimple = texts.length === 0 && !prepare;
      if (begins.test(text)) isInside = true;
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
      // Values that the driver is told with the statement, it sends after it has asked for their types. A process that stands still in between would
      // hold the locks of its transaction for ever: no limit of the server's ends what waits for the rest of a question.
      Object.assign(question, { parameters: texts });
      question.values().then((result) => {
        settle();
        const answer = answerOf(result);
        if (answer.command === 'COMMIT' || answer.command === 'ROLLBACK') isInside = false;
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
    bytesHeard: () => stream.bytesRead ?? 0,
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

/** Tells which texts are asked for again, and are to be prepared. */
function createRepeated(): (text: string) => boolean {
  const repeated = new Set<string>();
  /** Repeated texts, the most recently used last. */
  const once = new Set<string>();
  return (text) => {
    if (repeated.has(text)) return true;
    if (repeated.size === mostPrepared || text.length > longestPrepared || !planned.test(text)) return false;
    if (once.delete(text)) {
      repeated.add(text);
      return true;
    }
    once.add(text);
    const [oldest] = once;
    if (once.size > mostPrepared && oldest !== undefined) once.delete(oldest);
    return false;
  };
}

/** Fields that the driver adds to its rows. */
interface Told {
  columns?: readonly { name: string; type: number }[] | null;
  command?: string | null;
}

/** For several statements the driver returns a result for each that returns rows. */
function answerOf(result: unknown[] & Told): Answer {
  if ('command' in result) {
    const rows = result.filter((row) => Array.isArray(row));
    return { rows, columns: [...(result.columns ?? [])], command: result.command ?? '' };
  }
  const answers = result.filter((one) => Array.isArray(one)).map(answerOf);
  const { columns = [], command = '' } = answers.at(-1) ?? {};
  return { rows: answers.flatMap(({ rows }) => rows), columns, command };
}
