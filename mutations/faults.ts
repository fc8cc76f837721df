/**
 * Puts the faults of `faults.json` into a copy of the working tree, one at a time, and tells which of them their tests do not
 * notice: `npm run test:faults` for all, `npm run test:faults -- access` for those with that in their names.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { z } from 'zod';

const fault = z.strictObject({
  name: z.string(),
  file: z.string(),
  find: z.string(),
  replace: z.string(),
  tests: z.array(z.string()).nonempty(),
});
type Fault = z.infer<typeof fault>;

const project = path.resolve(import.meta.dirname, '..');

/** The text of the file with the fault in it. */
function withFault({ name, file, find, replace, tests }: Fault): string {
  const parts = readFileSync(path.join(project, file), 'utf8').split(find);
  if (parts.length !== 2)
    throw new Error(`"${name}": what it replaces is ${parts.length - 1} times in ${file}, not once.`);
  const missing = tests.filter((test) => !existsSync(path.join(project, test)));
  if (missing.length > 0) throw new Error(`"${name}": there is no ${missing.join(', no ')}.`);
  return parts.join(replace);
}

function copyTree(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'server-pack-faults-'));
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listing, { cwd: project, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files.filter((one) => existsSync(path.join(project, one))))
    cpSync(path.join(project, file), path.join(copy, file));
  symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
  return copy;
}

/** The first that fails, a test or a file that cannot be run, and what it says. */
function failureIn(modules: readonly TestModule[]): string | undefined {
  for (const module of modules) {
    for (const test of module.children.allTests('failed'))
      return `${module.relativeModuleId}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`;
    for (const error of module.errors()) return `${module.relativeModuleId}: ${firstLine(error)}`;
  }
  return undefined;
}

function firstLine(error: { message: string } | undefined): string {
  return error?.message.split('\n')[0] ?? '';
}

const faults = z
  .array(fault)
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'faults.json'), 'utf8')))
  .filter(({ name }) => name.includes(process.argv[2] ?? ''));
const texts = faults.map(withFault);
if (!process.env.TEST_DATABASE_URL)
  console.log('Without TEST_DATABASE_URL, what shows on a PostgreSQL server alone is not noticed.');
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const copy = copyTree();
process.chdir(copy);
// One vitest for all: making its templates and bundles anew for each fault would take longer than the tests.
const vitest = await createVitest({
  root: copy,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: 120_000,
  reporters: [],
});
try {
  let noticed = 0;
  for (const [index, { name, file, tests }] of faults.entries()) {
    const place = path.join(copy, file);
    writeFileSync(place, texts[index] ?? '');
    vitest.invalidateFile(place);
    // A browser needs the page as it is with the fault.
    if (file.startsWith('web/')) execFileSync(process.execPath, ['scripts/build-web.ts']);
    const specifications = await vitest.globTestSpecifications(tests);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    cpSync(path.join(project, file), place);
    vitest.invalidateFile(place);
    const asked = specifications.map(({ moduleId }) => moduleId);
    const modules = testModules.filter(({ moduleId }) => asked.includes(moduleId));
    const failure = failureIn(modules) ?? unhandledErrors.map(String)[0];
    if (failure !== undefined) noticed += 1;
    console.log(
      failure === undefined ? `NOT NOTICED  ${name}` : `noticed      ${name}\n             by ${failure}`,
    );
  }
  console.log(`${noticed} of ${faults.length} faults are noticed.`);
  process.exitCode = noticed === faults.length && noticed > 0 ? 0 : 1;
} finally {
  await vitest.close();
  rmSync(copy, { recursive: true, force: true });
}
