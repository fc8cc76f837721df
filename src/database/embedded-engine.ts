import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createCutter, greeting } from './protocol-messages.ts';
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
  const answer = async (messages: Uint8Array) => {
    const bytes = await database.execProtocolRaw(messages, { syncToFs: false });
    for (let at = 0; at < bytes.length; at += mostAtOnce)
      receive(new Uint8Array(bytes.subarray(at, at + mostAtOnce)));
  };
  const end = async () => {
    await database.close();
    closed();
  };
  return (piece) => {
    for (const message of cut(piece)) {
      last = last.then(() => {
        if (message.kind === 'messages') return answer(message.bytes);
        return message.kind === 'start' ? receive(new Uint8Array(greeting)) : end();
      });
    }
  };
}
