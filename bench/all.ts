/**
 * Measures everything that has an aim, one benchmark after the other, and writes one table into docs/benchmarks.md.
 * Needs DATABASE_URL at a PostgreSQL server and what the single benchmarks say that they need. `--only <words>` takes
 * those whose script has one of these words in its name, and writes nothing; `--small` makes a quick run of everything,
 * which is not written either.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Finding, finding, shortLineOf, shortTitles } from './findings.ts';

interface Bench {
  script: string;
  /** How much it measures. */
  full: readonly string[];
  small: readonly string[];
}

const benches: readonly Bench[] = [
  { script: 'requests', full: [], small: ['--small'] },
  { script: 'throughput', full: [], small: ['--small'] },
  { script: 'subscriptions', full: ['--sockets', '1000', '--shared'], small: ['--small', '--shared'] },
  {
    script: 'subscriptions',
    full: ['--sockets', '3000', '--rounds', '3', '--shared'],
    small: ['--small', '--shared'],
  },
  { script: 'writes', full: [], small: ['--rounds', '1', '--seconds', '1'] },
  { script: 'archive', full: [], small: ['--small'] },
  { script: 'transfers', full: ['--rounds', '3'], small: ['--megabytes', '20', '--rounds', '1'] },
  { script: 'lists', full: ['--rounds', '5'], small: ['--small'] },
  { script: 'start', full: [], small: ['--rounds', '1', '--settle', '5', '--idle', '2'] },
  { script: 'fetch', full: ['--rounds', '3'], small: ['--rounds', '1'] },
  { script: 'web', full: [], small: ['--small'] },
];

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, small: { type: 'boolean' } },
});
const wanted = benches.filter(({ script }) => values.only?.some((word) => script.includes(word)) ?? true);
const lines: string[] = [];
const failed: string[] = [];
const loads = [loadavg()[0] ?? 0];
for (const { script, full, small } of wanted) {
  console.error(`bench/${script}.ts`);
  const { found, code } = await run(script, values.small ? small : full);
  loads.push(loadavg()[0] ?? 0);
  lines.push(...found.filter(({ aim }) => aim !== '').map(shortLineOf));
  if (code !== 0) failed.push(script);
}
const missing = failed.length === 0 ? '' : ` Not measured to their end: ${failed.join(', ')}.`;
const table = [
  shortTitles,
  ...lines,
  '',
  `${cpus().length} processors, load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}; each benchmark is a run of its own.${missing}`,
].join('\n');
console.log(table);
if (values.only === undefined && !values.small) await write(table);
if (failed.length > 0) process.exitCode = 1;

/** What one benchmark tells. */
async function run(script: string, options: readonly string[]): Promise<{ found: Finding[]; code: unknown }> {
  const found: Finding[] = [];
  const child = fork(fileURLToPath(new URL(`${script}.ts`, import.meta.url)), options, {
    // What it prints is for those who run it by itself.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (message) => found.push(finding.parse(message)));
  const [code] = await once(child, 'exit');
  return { found, code };
}

/** Puts the table in the place of the one before, between its two marks. */
async function write(table: string): Promise<void> {
  const page = new URL('../docs/benchmarks.md', import.meta.url);
  const [before, , after] = (await readFile(page, 'utf8')).split(/<!-- (?:end of )?all -->\n/);
  await writeFile(page, `${before}<!-- all -->\n${table}\n<!-- end of all -->\n${after}`);
}
