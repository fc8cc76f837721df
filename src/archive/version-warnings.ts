import type { WarningCode } from './problem-codes.ts';
import type { Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** That the version of the modloader was given together with that of the game, and what it was taken for. */
export function versionWarnings({
  givenVersion,
  modloaderVersion,
}: RunConfiguration): (Problem & { code: WarningCode })[] {
  if (givenVersion === null) return [];
  const error = `The version "${givenVersion}" of the modloader holds that of the game; it was taken for ${modloaderVersion}.`;
  return [{ code: 'MODLOADER_VERSION_CUT', error, entry: null }];
}
