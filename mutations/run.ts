/**
 * Puts faults into the source, one at a time, and tells which of them no test notices: `npm run test:mutations` for all,
 * `npm run test:mutations -- --mutate src/archive/glob.ts` for some; every option of Stryker may follow.
 * Brings Stryker itself, with npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const folder = import.meta.dirname;

/** The tests that are asked about each folder: those beside which a fault shows within seconds. */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  archive: ['test/archive/**/*.test.ts', 'test/modloaders/*.test.ts'],
  core: ['test/core/*.test.ts', 'test/rest/contract/*.test.ts'],
  access: ['test/access/*.test.ts'],
  database: ['test/database/*.test.ts'],
};

if (!existsSync(path.join(folder, 'node_modules'))) {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    stdio: 'inherit',
  });
}
const args = process.argv.slice(2);
const { values } = parseArgs({ args, strict: false, options: { mutate: { type: 'string' } } });
const mutated = String(values.mutate ?? 'src/{archive,core,access,database}/**/*.ts');
const tests = Object.entries(testsOf).flatMap(([name, globs]) => (mutated.includes(name) ? globs : []));
const stryker = path.join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', path.join(folder, 'stryker.config.json'), ...args],
  { stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: JSON.stringify(tests) } },
);
process.exitCode = status ?? 1;
