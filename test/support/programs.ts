import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isWhole, project, serviceModules, sourcesId } from '../../scripts/find-bundle.mjs';

/**
 * The programs of tests that are the service with something beside it, and those of ours that tests start many times; that people
 * start these from their sources, `test/start.heavy.test.ts` and `test/bot/operating.test.ts` show.
 */
const ofTests = ['test/support/gateway-process.ts', 'test/support/service-process.ts'];
/** What is run as its launcher runs it, with flags of V8. */
export const serving: readonly string[] = ['src/main.ts', 'bot/main.ts', ...ofTests];
const ofOurs = {
  bot: 'bot/main.ts',
  demo: 'demo/main.ts',
  token: 'src/access/main.ts',
  backup: 'src/backup/main.ts',
};
/** By the name that each has in the bundle. */
export const programs: Record<string, string> = {
  ...Object.fromEntries(ofTests.map((file) => [path.basename(file, '.ts'), file])),
  ...ofOurs,
};
/** What they are made of. */
export const modulesOfPrograms = [
  ...new Set([
    ...serviceModules(),
    ...ofTests,
    'test/graphql/rows.ts',
    'test/support/config-of.ts',
    'test/support/steps.ts',
    'test/support/zip.ts',
    ...['bot', 'client/gateway', 'demo'].flatMap(modulesBelow),
  ]),
];
/** Where bundles of them lie, each in a folder named after its sources: below the project, where packages are found. */
export const programsFolder = path.join(project, 'dist', 'tests');

/** Tells what they are made of now from what they were made of at another time. */
export function programsId(): string {
  const hash = createHash('sha256').update(sourcesId());
  for (const name of [...modulesOfPrograms, 'test/support/build-programs.ts', 'test/support/programs.ts'])
    hash.update(readFileSync(path.join(project, name)));
  return hash.digest('hex').slice(0, 16);
}

function modulesBelow(folder: string): string[] {
  return readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .sort();
}

/** The module to run in place of this one of the project; null where no bundle has it. */
export function findProgram(file: string): string | null {
  const [name] = Object.entries(programs).find(([, program]) => program === file) ?? [];
  if (name === undefined) return null;
  const bundle = path.join(programsFolder, programsId());
  return isWhole(bundle) ? path.join(bundle, `${name}.js`) : null;
}
