import { modloaders } from '../../modloaders/index.ts';
import type { WarningCode } from '../problem-codes.ts';
import type { Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/**
 * Warns of a modloader version that contained the game's version, naming the version in use, and of one that does not
 * install.
 */
export function versionWarnings({
  gameVersion,
  givenVersion,
  modloader,
  modloaderVersion,
}: RunConfiguration): (Problem & { code: WarningCode })[] {
  const warnings: (Problem & { code: WarningCode })[] = [];
  if (givenVersion !== null) {
    const error = `The version "${givenVersion}" of the modloader holds that of the game; it was taken for ${modloaderVersion}.`;
    warnings.push({ code: 'MODLOADER_VERSION_CUT', error, entry: null });
  }
  const trouble = modloaders[modloader].builds?.trouble(gameVersion, modloaderVersion) ?? null;
  if (trouble !== null) warnings.push({ code: 'INSTALLER_MISSING', error: trouble, entry: null });
  return warnings;
}
