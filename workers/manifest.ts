import { type AccountTask, mayHoldAccounts } from '../src/archive/account-files.ts';
import type { PackVersions } from '../src/archive/manifests/differences.ts';
import { readArchiveManifest, type SurveyTask } from '../src/archive/survey.ts';

/** Thread function: whether an archive may hold account files. */
export async function findAccounts(task: AccountTask): Promise<boolean> {
  return mayHoldAccounts(task);
}

/** Thread function: what the launcher's manifest in an archive says of the versions. */
export async function readVersions(task: SurveyTask): Promise<PackVersions | null> {
  const manifest = readArchiveManifest(task);
  if (manifest === null) return null;
  const { gameVersion, modloader, modloaderVersion } = manifest;
  return { gameVersion, modloader, modloaderVersion };
}
