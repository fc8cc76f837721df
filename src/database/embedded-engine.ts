import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite, type PGliteOptions, parse, protocol, type Results } from '@electric-sql/pglite';
import {
  type Answer,
  type Failure,
  jsonTypes,
  type Notification,
  type Question,
} from './embedded-questions.ts';
import { createPreparedStatements, type PreparedStatements, type Statement } from './prepared-statements.ts';
import { embeddedParameters } from './settings.ts';

declare global {
  namespace WebAssembly {
    /** Node's types have the names of its parts alone. */
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

/** The embedded PostgreSQL itself, which works in the thread that asks it. */
export interface Engine {
  /** Never rejects. Questions are answered in their order. */
  answer(question: Exclude<Question, 'more'>): Promise<Answer>;
}

/** The files that it works on. */
export type EngineFiles = Pick<PGliteOptions, 'dataDir' | 'fs'>;

let code: Promise<WebAssembly.Module> | undefined;

/** The code of the database, compiled once for all that are started: PGlite does it for each, when it knows its files already. */
export function compileEngine(): Promise<WebAssembly.Module> {
  code ??= compile();
  return code;
}

async function compile(): Promise<WebAssembly.Module> {
  const beside = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return WebAssembly.compile(await readFile(path.join(path.dirname(beside), 'pglite.wasm')));
}

/** Starts it; fails as PGlite does. */
export async function startEngine(
  files: EngineFiles,
  hear: (notification: Notification) => void,
): Promise<Engine> {
  const client = new PGlite({
    ...files,
    pgliteWasmModule: await compileEngine(),
    startParams: [...PGlite.defaultStartParams, ...embeddedParameters],
  });
  await client.waitReady;
  client.onNotification((channel, payload) => hear({ channel, payload }));
  const session = {
    client,
    parsersFor: createParsers(client.parsers),
    prepared: createPreparedStatements(),
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    answer(question) {
      const answered = last
        .then(() => ask(session, question))
        .then(asAnswer, (error) => ({ failure: toFailure(error) }));
      last = answered;
      return answered;
    },
  };
}

type Parsers = PGlite['parsers'];
/** What reads values of each type, where those of these types stay texts. */
type ParsersFor = (asText: readonly number[]) => Parsers;

/** PGlite puts hundreds of parsers together anew for each statement, which takes longer than many a statement. */
function createParsers(parsers: Parsers): ParsersFor {
  const known = new Map<string, Parsers>();
  return (asText) => {
    const key = asText.join();
    let found = known.get(key);
    if (found === undefined) {
      found = { ...parsers, ...asTexts(asText) };
      known.set(key, found);
    }
    return found;
  };
}

/** Asks in the session of one database. */
type Session = { client: PGlite; parsersFor: ParsersFor; prepared: PreparedStatements };

async function ask(session: Session, question: Exclude<Question, 'more'>): Promise<Results[]> {
  if (question === 'close') {
    await session.client.close();
    return [];
  }
  if ('statements' in question) return askSeveral(session, question.statements);
  const { text, values, asText } = question;
  return askOne(session, text, values, asText);
}

/** Any number of statements. One that is alone may be asked again, and gets a name then. */
async function askSeveral(session: Session, statements: string): Promise<Results[]> {
  const { client, parsersFor, prepared } = session;
  if (prepared.wasAsked(statements)) return askOne(session, statements, [], []);
  const messages = await client.execProtocolStream(serialize.query(statements), { syncToFs: false });
  const results = parse.parseResults(messages, parsersFor([]), { rowMode: 'array' });
  if (results.length === 1 && planned.includes(results[0]?.command ?? '')) prepared.note(statements);
  return results;
}

const { serialize } = protocol;
const untilSync = [serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync()];
/** What the database makes a plan for; all else takes no less time under a name. */
const planned = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'];

/**
 * One message in place of the six, each waited for, by which PGlite asks a statement: it learns the types of values first, which nobody has to
 * know where they are texts already.
 */
async function askOne(
  { client, parsersFor, prepared }: Session,
  text: string,
  values: readonly unknown[],
  asText: readonly number[],
): Promise<Results[]> {
  try {
    const { statement, before } = prepared.ask(text);
    let texts = textsOf(values);
    if (texts === null) {
      statement.types ??= await typesOf(client, statement, before.splice(0));
      texts = textsOfTypes(client, values, statement.types);
    }
    const message = [...before, serialize.bind({ statement: statement.name, values: texts }), ...untilSync];
    const messages = await client.execProtocolStream(Buffer.concat(message), { syncToFs: false });
    return parse.parseResults(messages, parsersFor(asText), { rowMode: 'array' });
  } catch (error) {
    prepared.forget(text);
    throw error;
  }
}

/** Which types the database takes the values of this statement to be of. */
async function typesOf(client: PGlite, { name }: Statement, before: Uint8Array[]): Promise<number[]> {
  const message = [...before, serialize.describe({ type: 'S', name }), serialize.sync()];
  const messages = await client.execProtocolStream(Buffer.concat(message), { syncToFs: false });
  return parse.parseDescribeStatementResults(messages);
}

/** These values as the texts that the database reads, of whatever types it takes them to be; null where that depends on the types. */
function textsOf(values: readonly unknown[]): (string | null)[] | null {
  const texts: (string | null)[] = [];
  for (const value of values) {
    if (value === null || value === undefined) texts.push(null);
    else if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number') texts.push(String(value));
    else return null;
  }
  return texts;
}

/** These values as the texts that PGlite makes of them for these types. */
function textsOfTypes(
  { serializers }: PGlite,
  values: readonly unknown[],
  types: readonly number[],
): (string | null)[] {
  return values.map((value, index) => {
    if (value === null || value === undefined) return null;
    const text = serializers[types[index] ?? 0];
    return text ? text(value) : String(value);
  });
}

function asTexts(types: readonly number[]): Parsers {
  return Object.fromEntries([...jsonTypes, ...types].map((type) => [type, itself]));
}

function itself(text: string): string {
  return text;
}

function asAnswer(results: Results[]): Answer {
  return { results: results.map((result) => ({ ...result, rows: result.rows.map(asList) })) };
}

/** They are lists, as was asked for. */
function asList(row: object): unknown[] {
  return Array.isArray(row) ? row : Object.values(row);
}

/** What was asked is left out: who asked knows it. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), details: {} };
  const details: Failure['details'] = {};
  for (const [name, value] of Object.entries(error)) {
    if (name !== 'query' && (typeof value === 'string' || typeof value === 'number')) details[name] = value;
  }
  return { message: error.message, details };
}
