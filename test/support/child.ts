import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findBundled, isService, startFlags } from '../../scripts/find-bundle.mjs';
import { compiledOnce } from './compile-cache.ts';
import { findProgram, serving } from './programs.ts';

/** A process of this project under test. */
export interface Child extends AsyncDisposable {
  process: ChildProcess;
  /** The lines of its standard output so far. */
  lines: string[];
  /** All of its standard error so far. */
  errors(): string;
  /** The rest of the first line that `pattern` matches, now or later; rejects when the process ends without it. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
  /** The same of the lines after the first `heard` ones. */
  nextLine(pattern: RegExp, heard: number): Promise<RegExpMatchArray>;
  /** Its end: the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Settings of a service on any port that asks nobody outside, has no web app and one thread, and takes as much as its test asks. */
export const onItsOwn = {
  PORT: '0',
  WORKER_THREADS: '1',
  MODLOADER_VERSIONS: 'off',
  CATALOGUE: 'off',
  FETCH: 'off',
  WEB: 'off',
  RATE_LIMIT: 'off',
};

/**
 * Starts `node <file> <args>` with nothing of the tests' own environment but what is needed to run; the service from the bundle that
 * `global-setup.ts` has made, as its launcher does, and what is the service with something beside it from another, with the same flags.
 */
export function startChild(file: string, environment: Record<string, string>, args: string[] = []): Child {
  const program = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const flags = serving.includes(file) ? startFlags : [];
  const found = (isService(program) ? findBundled() : findProgram(file)) ?? program;
  return startProgram([process.execPath, ...flags, found, ...args], {
    environment: { ...compiledOnce(), ...environment },
  });
}

/** Starts any program, likewise. What it starts itself counts as the process for as long as it holds its output open. */
export function startProgram(
  [program, ...args]: [string, ...string[]],
  { environment, folder }: { environment: Record<string, string>; folder?: string },
): Child {
  const child = spawn(program, args, {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  const waiting = new Set<() => void>();
  const tell = () => {
    for (const look of waiting) look();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    tell();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let over = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      over = true;
      resolve(code ?? signal);
      tell();
    });
  });
  const nextLine: Child['nextLine'] = (pattern, heard) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const later = lines.slice(heard).map((line) => line.match(pattern));
        const match = later.find((found) => found !== null);
        if (!match && !over) return;
        waiting.delete(look);
        if (match) resolve(match);
        else reject(new Error(`The process ended without a line like ${pattern}:\n${errors}`));
      };
      waiting.add(look);
      look();
    });
  return {
    process: child,
    lines,
    errors: () => errors,
    line: (pattern) => nextLine(pattern, 0),
    nextLine,
    ended,
    async [Symbol.asyncDispose]() {
      if (!over) child.kill('SIGKILL');
      await ended;
    },
  };
}
