import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isWhole, project, sourcesId } from '../../scripts/find-bundle.mjs';

/** The programs of tests that are the service with something beside it. */
export const programs = ['test/support/gateway-process.ts', 'test/support/service-process.ts'];
/** What of the tests they are made of. */
export const modulesOfPrograms = [...programs, 'test/graphql/rows.ts', 'test/support/steps.ts'];
/** Where bundles of them lie, each in a folder named after its sources: below the project, where packages are found. */
export const programsFolder = path.join(project, 'dist', 'tests');

/** Tells what they are made of now from what they were made of at another time. */
export function programsId(): string {
  const hash = createHash('sha256').update(sourcesId());
  for (const name of [...modulesOfPrograms, 'test/support/build-programs.ts'])
    hash.update(readFileSync(path.join(project, name)));
  return hash.digest('hex').slice(0, 16);
}

/** The module to run in place of this one of the project; null where no bundle has it. */
export function findProgram(file: string): string | null {
  if (!programs.includes(file)) return null;
  const bundle = path.join(programsFolder, programsId());
  return isWhole(bundle) ? path.join(bundle, `${path.basename(file, '.ts')}.js`) : null;
}
