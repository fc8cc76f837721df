import type { WarningCode } from '../problem-codes.ts';
import type { Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/** Warns of a modloader version that contained the game's version, and names the version in use. */
export function versionWarnings({
  givenVersion,
  modloaderVersion,
}: RunConfiguration): (Problem & { code: WarningCode })[] {
  if (givenVersion === null) return [];
  const error = `The version "${givenVersion}" of the modloader holds that of the game; it was taken for ${modloaderVersion}.`;
  return [{ code: 'MODLOADER_VERSION_CUT', error, entry: null }];
}
