import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createCutter, greeting } from './protocol-messages.ts';
import { embeddedParameters } from './settings.ts';

declare global {
  namespace WebAssembly {
    /** Node's types have the names of its parts alone. */
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

/** The files that the embedded database works on, and the extensions that it may be asked to make. */
export type EngineFiles = Pick<PGliteOptions, 'dataDir' | 'fs' | 'extensions'>;

/** Receiver of the embedded database's output. */
export interface EngineListener {
  /** The bytes are theirs from then on. */
  hear(bytes: Uint8Array<ArrayBuffer>): void;
  /** The database has closed, as it was asked to. */
  closed(): void;
}

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

/** Bytes that are told at once: reading them is one turn of the event loop. */
const mostAtOnce = 262_144;

/**
 * Starts the embedded database in the thread that asks; fails as PGlite does. Answers how it is told what a client sends: PostgreSQL's protocol, as
 * on a socket.
 */
export async function startEngine(
  files: EngineFiles,
  { hear, closed }: EngineListener,
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
      hear(new Uint8Array(bytes.subarray(at, at + mostAtOnce)));
  };
  const end = async () => {
    await database.close();
    closed();
  };
  return (piece) => {
    for (const asked of cut(piece)) {
      last = last.then(() => {
        if (asked.kind === 'messages') return answer(asked.bytes);
        return asked.kind === 'start' ? hear(new Uint8Array(greeting)) : end();
      });
    }
  };
}
