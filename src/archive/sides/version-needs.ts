import { modloaders } from '../../modloaders/index.ts';
import type { VersionNeed, VersionRules } from '../../modloaders/modloader.ts';
import type { Fit } from '../../modloaders/version-ranges.ts';
import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { LoadedMod, LoadedPack } from './loaded-pack.ts';

type Warnings = ProblemList<WarningCode>;

/** The form of released game versions, the only ones that the game and the loaders compare alike. */
const released = /^\d{1,4}(?:\.\d{1,4}){1,3}$/;

/**
 * Warns of mods for other game versions or newer modloader versions, and of mods that break each other, by their
 * descriptors for the run's own modloader. Doubtful cases are not reported.
 */
export function warnOfVersions(pack: LoadedPack, run: RunConfiguration, warnings: Warnings): void {
  const rules = modloaders[run.modloader].versionRules;
  // A bridge may change the mods that it loads, and performs its own checks.
  if (rules === null || pack.bridge !== null) return;
  const { running, changedNeeds } = pack;
  const byId = onlyOnes(running);
  for (const mod of running) {
    if (!mod.isOwn || changedNeeds.of(mod.descriptor)) continue;
    for (const need of mod.descriptor.versionNeeds ?? []) warnOfNeed(mod, need, { rules, run, warnings });
    for (const { on, versions } of mod.descriptor.breaks ?? []) {
      const broken = byId.get(on);
      if (!broken || broken.file === mod.file || rules.fits(versions, broken.version) !== 'fits') continue;
      warnings.add(
        'MODS_CONFLICT',
        `"${printable(mod.file)}" says that it breaks ${printable(on)} ${printable(broken.version)}, which "${printable(broken.file)}" has; the server does not start. Take another version of one of them, or leave one out.`,
        mod.file,
      );
    }
  }
}

function warnOfNeed(
  { file }: LoadedMod,
  { on, versions }: VersionNeed,
  { rules, run, warnings }: { rules: VersionRules; run: RunConfiguration; warnings: Warnings },
): void {
  const { gameVersion, modloader, modloaderVersion } = run;
  if (!released.test(gameVersion)) return;
  const { games, loaders } = rules.alsoTakes(gameVersion);
  const wanted = versions.map(printable).join(' or ');
  if (on === 'minecraft') {
    if (isRefused(allFits(rules, versions, [gameVersion, ...games])))
      warnings.add(
        'GAME_VERSION',
        `"${printable(file)}" is for the game in version ${wanted}, and the server has ${gameVersion}; it does not start. Take the file for ${gameVersion}, or leave this one out.`,
        file,
      );
  } else if (on === rules.ownId(gameVersion) || rules.ownLanguages(gameVersion).includes(on)) {
    const what = on === rules.ownId(gameVersion) ? modloader : `the ${on} of ${modloader}`;
    if (allFits(rules, versions, [modloaderVersion, ...loaders]).every((fit) => fit === 'older'))
      warnings.add(
        'LOADER_TOO_OLD',
        `"${printable(file)}" needs ${what} in version ${wanted}, and the server has ${modloaderVersion}; it does not start. Build the server pack for a newer one.`,
        file,
      );
  }
}

function allFits(rules: VersionRules, wanted: readonly string[], versions: readonly string[]): Fit[] {
  return versions.map((version) => rules.fits(wanted, version));
}

function isRefused(fits: readonly Fit[]): boolean {
  return fits.every((fit) => fit === 'older' || fit === 'other');
}

/** The mods with exactly one copy, also counting nested ones, with their versions. */
function onlyOnes(
  running: readonly LoadedMod[],
): ReadonlyMap<string, { file: string; version: string } | null> {
  const found = new Map<string, { file: string; version: string } | null>();
  for (const { file, descriptor } of running) {
    for (const { id, version } of descriptor.mods)
      found.set(id.toLowerCase(), found.has(id.toLowerCase()) ? null : { file, version });
    for (const id of [...descriptor.provides, ...(descriptor.mayProvide ?? [])]) found.set(id, null);
  }
  return found;
}
