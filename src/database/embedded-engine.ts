import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { type ClientMessage, createCutter, greeting } from './protocol-messages.ts';
import { embeddedParameters } from './settings.ts';

declare global {
  namespace WebAssembly {
    /** Node's types declare only the types of this namespace. */
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

/** The files of the embedded database, and the extensions that it may load. */
export type EngineFiles = Pick<PGliteOptions, 'dataDir' | 'fs' | 'extensions'>;

/** Receives the embedded database's output. */
export interface EngineListener {
  /** The bytes belong to the listener from then on. */
  receive(bytes: Uint8Array<ArrayBuffer>): void;
  /** Called when the database has closed on request. */
  closed(): void;
}

let code: Promise<WebAssembly.Module> | undefined;

/** Compiles the database's code once for all databases in this thread; PGlite alone compiles it for each. */
export function compileEngine(): Promise<WebAssembly.Module> {
  code ??= compile();
  return code;
}

async function compile(): Promise<WebAssembly.Module> {
  const beside = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return WebAssembly.compile(await readFile(path.join(path.dirname(beside), 'pglite.wasm')));
}

/**
 * Most answers that are passed on together, since each message between threads wakes one of them: those to the end of a
 * snapshot, and to the beginning and first statement of the next. Callers do further work for each in one turn.
 */
const mostTogether = 3;

/** Most bytes that are passed on at once: reading them is one turn of the event loop. */
const mostAtOnce = 262_144;

/**
 * Starts the embedded database in the calling thread; fails as PGlite does. Returns the functions by which a client's
 * bytes reach it, in PostgreSQL's protocol as on a socket.
 */
export async function startEngine(
  files: EngineFiles,
  { receive, closed }: EngineListener,
): Promise<(bytes: Uint8Array) => void> {
  const database = new PGlite({
    ...files,
    pgliteWasmModule: await compileEngine(),
    startParams: [...PGlite.defaultStartParams, ...embeddedParameters],
  });
  await database.waitReady;
  const cut = createCutter();
  let last: Promise<unknown> = Promise.resolve();
  const pass = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at += mostAtOnce)
      receive(new Uint8Array(bytes.subarray(at, at + mostAtOnce)));
  };
  const answer = async (messages: readonly ClientMessage[]) => {
    let answers: Uint8Array[] = [];
    for (const message of messages) {
      if (message.kind === 'start') answers.push(new Uint8Array(greeting));
      else if (message.kind === 'messages')
        answers.push(await database.execProtocolRaw(message.bytes, { syncToFs: false }));
      if (answers.length < mostTogether && message !== messages.at(-1)) continue;
      pass(Buffer.concat(answers));
      answers = [];
    }
    if (messages.at(-1)?.kind !== 'end') return;
    await database.close();
    closed();
  };
  return (piece) => {
    const messages = cut(piece);
    last = last.then(() => answer(messages));
  };
}
