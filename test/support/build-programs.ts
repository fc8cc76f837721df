/** Program: makes the programs of tests into a few files that are read in half of the time, as the service's build does with the service. */
import path from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { isWhole } from '../../scripts/find-bundle.mjs';
import { placeBuild } from '../../scripts/place-build.ts';
import { modulesOfPrograms, programs, programsFolder, programsId } from './programs.ts';

const id = programsId();
const place = path.join(programsFolder, id);
if (!isWhole(place)) {
  await placeBuild(programsFolder, id, isWhole, async (draft) => ({
    files: await bundle(draft, { programs, modules: modulesOfPrograms, place }),
  }));
}
