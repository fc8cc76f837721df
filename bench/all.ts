/**
 * Runs every benchmark that has an aim, one after the other, and writes one table into docs/contributing/benchmarks.md. `--only
 * <word>` takes some by their names, `--small` makes a quick run of each: neither writes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Finding, finding, linesOf, readOptions, titles } from './harness.ts';

const shared = ['--only', 'the same document'];
/** Scripts with the options of a full run. */
const benches: readonly (readonly [string, ...string[]])[] = [
  ['requests'],
  ['throughput'],
  ['subscriptions', ...shared],
  ['subscriptions', ...shared, '--sockets', '3000', '--rounds', '3'],
  ['writes'],
  ['archive'],
  ['transfers', '--rounds', '3'],
  ['lists', '--rounds', '5'],
  ['start'],
  ['fetch'],
  ['web'],
];

const { small, takes } = readOptions();
const wanted = benches.filter(([script]) => takes(script));
const lines: string[] = [];
const failed: string[] = [];
const loads = [loadavg()[0] ?? 0];
for (const [script, ...options] of wanted) {
  console.error(`bench/${script}.ts`);
  const { found, code } = await run(script, small ? ['--small'] : options);
  loads.push(loadavg()[0] ?? 0);
  lines.push(...linesOf(found.filter(({ aim }) => aim !== '')));
  if (code !== 0) failed.push(script);
}
const missing = failed.length === 0 ? '' : ` Not measured to their end: ${failed.join(', ')}.`;
const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
const machine = `${availableParallelism()} processors, ${load}; each benchmark is a run of its own.`;
const table = [titles(), ...lines, '', `${machine}${missing}`].join('\n');
console.log(table);
if (wanted.length === benches.length && !small) await write(table);
if (failed.length > 0) process.exitCode = 1;

/** What one benchmark tells. */
async function run(script: string, options: readonly string[]): Promise<{ found: Finding[]; code: unknown }> {
  const found: Finding[] = [];
  const child = fork(fileURLToPath(new URL(`${script}.ts`, import.meta.url)), options, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (message) => found.push(finding.parse(message)));
  const [code] = await once(child, 'exit');
  return { found, code };
}

/** Replaces the table between its two marks. */
async function write(table: string): Promise<void> {
  const page = new URL('../docs/contributing/benchmarks.md', import.meta.url);
  const [before, , after] = (await readFile(page, 'utf8')).split(/<!-- (?:end of )?all -->\n/);
  await writeFile(page, `${before}<!-- all -->\n${table}\n<!-- end of all -->\n${after}`);
}
