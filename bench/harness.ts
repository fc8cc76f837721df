/** What every benchmark shares: options, rounds, the table, a database of its own, and what the system says of processes. */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import type { Server } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { z } from 'zod';

/**
 * The command's options. `--small` makes a quick run, `--rounds <n>` sets the number of rounds, `--only <word>` takes
 * rows with this word in their name, `--before <folder>` takes another working copy along. `rounds` are the defaults.
 */
export function readOptions(rounds: { full: number; small: number } = { full: 1, small: 1 }) {
  const { values } = parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      before: { type: 'string' },
      sockets: { type: 'string' },
      rows: { type: 'string' },
    },
  });
  const { small, only, before } = values;
  const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));
  return {
    small,
    before: before ?? null,
    rounds: numberOf(values.rounds) ?? (small ? rounds.small : rounds.full),
    sockets: numberOf(values.sockets),
    rows: numberOf(values.rows),
    /** Whether a row of this name is wanted. */
    takes: (name: string) => only?.some((word) => name.includes(word)) ?? true,
  };
}

export const finding = z.object({
  what: z.string(),
  /** The peer; null for a figure without one. */
  against: z.string().nullable(),
  /** The median ratio with the lowest and the highest, or a figure with its unit. */
  found: z.string(),
  /** An upper limit, or a lower one if it says so. */
  aim: z.string().default(''),
  /** Both sides in their units. */
  figures: z.string().default(''),
});

/** One line of the table. */
export type Finding = z.infer<typeof finding>;

/** The columns of the table in the docs, which leaves the figures out. */
const columns = ['what', 'against', 'found: ratio (lowest to highest), or figure', 'aim'];

/** Lines of a table; `figures` adds the column of both sides in their units. */
export function linesOf(found: readonly Finding[], { figures = false } = {}): string[] {
  return found.map((one) =>
    lineOf([one.what, one.against ?? '', one.found, one.aim, ...(figures ? [one.figures] : [])]),
  );
}

export function titles({ figures = false } = {}): string {
  const all = figures ? [...columns, 'by themselves'] : columns;
  return `${lineOf(all)}\n|${'---|'.repeat(all.length)}`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

let hasTitles = false;
const loadBefore = loadavg()[0] ?? 0;

/** Prints a line of the table, and sends it to `all.ts`, if that is the parent. */
export function tell(one: z.input<typeof finding>): void {
  const told = finding.parse(one);
  if (!hasTitles) console.log(titles({ figures: true }));
  hasTitles = true;
  console.log(...linesOf([told], { figures: true }));
  process.send?.(told);
}

/** Prints what was measured, and on which machine. */
export function tellMachine(measured: string): void {
  const load = `load of the machine ${loadBefore.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`;
  console.log(`\n${measured}, ${availableParallelism()} processors, ${load}.`);
}

/** What rounds have found, by the name of each side. */
export class Rounds<Key extends string> {
  readonly #found = new Map<string, Record<Key, number>[]>();

  get names(): string[] {
    return [...this.#found.keys()];
  }

  add(name: string, found: Record<Key, number>): void {
    this.#found.set(name, [...(this.#found.get(name) ?? []), found]);
  }

  /**
   * Measures each side once a round, in random order: a side pays for the server before it that has more to tidy up.
   * The rounds to warm up do not count.
   */
  async take(
    sides: Record<string, () => Promise<Record<Key, number>>>,
    { rounds, warmUp = 0 }: { rounds: number; warmUp?: number },
  ): Promise<this> {
    for (const name of Object.keys(sides)) if (!this.#found.has(name)) this.#found.set(name, []);
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const [name, measure] of shuffled(Object.entries(sides))) {
        const one = await measure();
        if (round >= 0) this.add(name, one);
      }
    }
    return this;
  }

  all(name: string, key: Key): number[] {
    return (this.#found.get(name) ?? []).map((round) => round[key]);
  }

  median(name: string, key: Key): number {
    return median(this.all(name, key));
  }

  /** Ratios of the same rounds: their median with the lowest and the highest. */
  ratio(ours: string, theirs: string, key: Key, digits = 2): string {
    const others = this.all(theirs, key);
    return spread(
      this.all(ours, key).map((one, round) => one / (others[round] ?? Number.NaN)),
      digits,
    );
  }
}

export function shuffled<Side>(sides: readonly Side[]): Side[] {
  return sides
    .map((side) => ({ side, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ side }) => side);
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

/** The median of ratios with the lowest and the highest. */
function spread(ratios: readonly number[], digits = 2): string {
  const [middle, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return `${middle.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

/** Milliseconds until it is done. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** A database of its own on the server of DATABASE_URL, which is dropped at the end. */
export async function ownDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const { DATABASE_URL: server } = process.env;
  if (!server) throw new Error('Set DATABASE_URL to a PostgreSQL server.');
  const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
  const own = new URL(server);
  own.pathname = `/${name}`;
  const run = (statement: string) => withClient(server, (client) => client.query(statement));
  await run(`create database ${name}`);
  return {
    url: own.href,
    [Symbol.asyncDispose]: async () => void (await run(`drop database ${name} with (force)`)),
  };
}

/** The same, or null for the embedded database if there is no server. */
export async function ownDatabaseIfServer(): Promise<({ url: string } & AsyncDisposable) | null> {
  return process.env.DATABASE_URL ? ownDatabase() : null;
}

/** Does some work with a connection of its own. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** A folder that is removed at the end. */
export function temporaryFolder(): ReturnType<typeof mkdtempDisposable> {
  return mkdtempDisposable(join(tmpdir(), 'bench-'));
}

/** Has a server listen on a free port of this machine. */
export async function portOf(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** Milliseconds that the threads of a process have run, as the scheduler counts: those that have ended are left out. */
export function processorTimeOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce((sum, thread) => {
    const [ran] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(ran) / 1e6;
  }, 0);
}

/**
 * Milliseconds that a process has run, with threads that have ended, and all children that have ended; counted in
 * hundredths of a second.
 */
export function wholeProcessorTimeOf(pid: number | 'self'): { own: number; children: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (field: number) => Number(fields[field]) + Number(fields[field + 1]);
  return { own: ticks(11) * 10, children: ticks(13) * 10 };
}

/** Ids of all processes for which this holds; a process may end while it is looked at. */
export function processesWith(holds: (folder: string) => boolean): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => unlessEnded(() => holds(`/proc/${pid}`), false));
}

/** What is read of a process, or something else if it has ended. */
export function unlessEnded<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** MiB that a process has in memory, or had at its peak. */
export function memoryOf(pid: number, what: 'now' | 'peak'): number {
  const name = what === 'now' ? 'VmRSS' : 'VmHWM';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

/** From here on, the peak is counted anew. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
