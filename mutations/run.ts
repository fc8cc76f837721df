/**
 * Puts faults into the source, one at a time, and tells which of them no test notices: `npm run test:mutations` for all,
 * `npm run test:mutations -- --mutate src/archive/selection/glob.ts --tests test/archive/glob.test.ts` for some, asked of some;
 * every option of Stryker may follow. Brings Stryker itself, with npm.
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
const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: { mutate: { type: 'string' }, tests: { type: 'string' } },
});
const mutated = String(values.mutate ?? 'src/{archive,core,access,database}/**/*.ts');
const tests = values.tests
  ? String(values.tests).split(/,(?![^{]*})/)
  : Object.entries(testsOf).flatMap(([name, globs]) => (mutated.includes(name) ? globs : []));
// All but what is ours is Stryker's.
const args = tokens.flatMap((token) => {
  if (token.kind === 'positional') return [token.value];
  if (token.kind !== 'option' || token.name === 'tests') return [];
  return token.value === undefined ? [token.rawName] : [token.rawName, token.value];
});
const stryker = path.join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', path.join(folder, 'stryker.config.json'), ...args],
  { stdio: 'inherit', env: { ...process.env, MUTATION_TESTS: JSON.stringify(tests) } },
);
process.exitCode = status ?? 1;
