import type { PackVersions } from '../src/archive/manifests/differences.ts';
import { type AccountTask, mayHoldAccounts } from '../src/archive/pack/account-files.ts';
import { installerSentence } from '../src/archive/pack/installers.ts';
import { readArchiveManifest, type SurveyTask } from '../src/archive/pack/survey.ts';

/** Thread function: whether an archive may hold account files. */
export async function findAccounts(task: AccountTask): Promise<boolean> {
  return mayHoldAccounts(task);
}

/** Thread function: the versions in the launcher's manifest of an archive, or why it has none. */
export async function readVersions(task: SurveyTask): Promise<PackVersions> {
  const { manifest, rivals, installer } = readArchiveManifest(task);
  const { gameVersion = null, modloader = null, modloaderVersion = null } = manifest ?? {};
  return {
    gameVersion,
    modloader,
    modloaderVersion,
    rivals,
    ...(installer && {
      installer: { error: installerSentence(installer), ...(installer.link && { link: installer.link }) },
    }),
  };
}
