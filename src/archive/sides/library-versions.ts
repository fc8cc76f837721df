import { modloaders } from '../../modloaders/index.ts';
import type { VersionNeed, VersionRules } from '../../modloaders/modloader.ts';
import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import type { LoadedMod, LoadedPack } from './loaded-pack.ts';
import { builtIn, mayHaveAny } from './missing-needs.ts';

/** Jars that contain a mod, also nested, by the mod's version; an unknown version is empty. */
type Copies = ReadonlyMap<string, LoadedMod>;

/** Most versions of one mod in a pack; with more, its versions are not compared. */
const mostVersions = 64;
/** Most versions compared with needs in one pack; each comparison may involve dozens of predicates. */
const mostCompared = 10_000;

/**
 * Warns of mods that need another version of a library than the server loads, when a jar that is not loaded has the
 * needed one.
 */
export function warnOfLibraryVersions(
  pack: LoadedPack,
  run: RunConfiguration,
  warnings: ProblemList<WarningCode>,
): void {
  const rules = modloaders[run.modloader].versionRules;
  // A bridge may change the mods that it loads, and performs its own checks.
  if (rules === null || pack.bridge !== null || mayHaveAny(pack)) return;
  const byId = copiesById(pack);
  const reported = new Set<string>();
  let compared = 0;
  for (const { file, descriptor } of pack.running) {
    if (pack.changedNeeds.of(descriptor)) continue;
    for (const need of descriptor.versionNeeds ?? []) {
      const copies = byId.get(need.on);
      if (copies === undefined) continue;
      compared += copies.size;
      if (compared > mostCompared) return;
      const found = compareCopies(need, copies, rules);
      if (found === null) continue;
      const { there, wanted } = found;
      const library = printable(need.on);
      const key = `${library} in ${wanted.file}`;
      if (reported.has(key)) continue;
      reported.add(key);
      const [mod, other, version] = [file, wanted.file, wanted.version].map(printable);
      const needs = `"${mod}" needs ${library} in version ${need.versions.map(printable).join(' or ')}, and "${printable(there.file)}" has ${printable(there.version)}`;
      if (wanted.isDisabled)
        warnings.add(
          'REQUIRED_MOD_DISABLED',
          `${needs}; ${run.modloader} disables "${other}", which has ${version}, on a server, as that is for clients only; the server does not start. Add ${library} ${version} to the pack, or name "${mod}" in clientMods.`,
          file,
        );
      else
        warnings.add(
          'REQUIRED_MOD_DROPPED',
          `${needs}; "${other}", which has ${version}, stays out; the server does not start. Name "${other}" in whitelistedMods, add ${library} ${version} to the pack, or name "${mod}" in clientMods.`,
          file,
        );
    }
  }
}

/** A jar with its version of the library. */
type Copy = Pick<LoadedMod, 'file' | 'isDisabled'> & { version: string };

/**
 * The present copy of a library and a copy that meets the need; null unless the need is certainly unmet and some copy
 * meets it.
 */
function compareCopies(
  { versions }: VersionNeed,
  copies: Copies,
  rules: VersionRules,
): { there: Copy; wanted: Copy } | null {
  let there: Copy | null = null;
  let wanted: Copy | null = null;
  for (const [version, mod] of copies) {
    const { file, isDisabled } = mod;
    const fit = rules.fits(versions, version);
    const copy = { file, isDisabled, version };
    if (!isRunning(mod)) wanted ??= fit === 'fits' ? copy : null;
    else if (fit === 'fits' || fit === null) return null;
    else there ??= copy;
  }
  return there && wanted && { there, wanted };
}

/** Libraries in running jars that are also in other jars. For one version, running jars precede jars that could run. */
function copiesById({ loaded, running }: LoadedPack): ReadonlyMap<string, Copies> {
  const found = new Map<string, Map<string, LoadedMod>>();
  const others = loaded.toSorted((a, b) => Number(a.isDisabled) - Number(b.isDisabled));
  for (const mod of [...running, ...others]) {
    const { mods, nested = [], provides, mayProvide = [] } = mod.descriptor;
    const versioned = [...mods, ...nested].map(({ id, version }) => ({ id: id.toLowerCase(), version }));
    const ids = new Set(versioned.map(({ id }) => id));
    const unversioned = [...provides, ...mayProvide].filter((id) => !ids.has(id));
    for (const { id, version } of [...versioned, ...unversioned.map((one) => ({ id: one, version: '' }))]) {
      const copies = found.get(id) ?? new Map<string, LoadedMod>();
      found.set(id, copies);
      if (copies.size <= mostVersions && !copies.has(version)) copies.set(version, mod);
    }
  }
  return new Map(
    [...found].filter(([id, copies]) => {
      const isThere = copies.values().some(isRunning);
      // Loaders bundle these ids in unknown versions.
      return isThere && !copies.values().every(isRunning) && copies.size <= mostVersions && !builtIn.has(id);
    }),
  );
}

function isRunning({ kept, isDisabled }: LoadedMod): boolean {
  return kept && !isDisabled;
}
