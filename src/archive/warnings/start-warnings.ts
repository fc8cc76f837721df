import { modloaders } from '../../modloaders/index.ts';
import type { ModDescriptor } from '../../modloaders/modloader.ts';
import { warnOfForeignMods } from '../pack/foreign-mods.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, type ProblemList, printable } from '../problem-list.ts';
import type { ModDecision, ModFile, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';
import { isZipMod } from '../selection/base-folder.ts';
import { type ChangedNeeds, noChangedNeeds } from '../sides/changed-needs.ts';
import { warnOfLibraryVersions } from '../sides/library-versions.ts';
import {
  bridgeAmong,
  descriptorFor,
  folderOf,
  formatsFor,
  isLoaded,
  spellingOf,
} from '../sides/loaded-mods.ts';
import type { LoadedMod, LoadedPack } from '../sides/loaded-pack.ts';
import { warnOfMissingLanguages, warnOfMissingMods } from '../sides/missing-needs.ts';
import { javaOfPack, type PackJava, warnOfJava } from '../sides/pack-java.ts';
import { disputeOf } from '../sides/side-claims.ts';
import { warnOfVersions } from '../sides/version-needs.ts';

/** Most warnings of one server pack, and most bytes of them as JSON. */
const most = { warnings: 50, bytes: 16 * 1024 };

/**
 * Foreseeable reasons why a server pack with these decisions cannot start, or starts unusually; at most 50. Unclear
 * cases are not reported, nor are needs that the pack itself changes.
 */
export function startWarnings(
  mods: readonly ModFile[],
  decisions: readonly ModDecision[],
  run: RunConfiguration,
  changedNeeds: ChangedNeeds = noChangedNeeds,
): Problem[] {
  const pack = packAsLoaded(mods, decisions, run, changedNeeds);
  const warnings = createProblemList<WarningCode>(most.warnings, most.bytes);
  warnOfNothingLoaded(mods, run, warnings);
  const unmet = warnOfMissingMods(pack, run, warnings);
  warnOfLibraryVersions(pack, run, warnings);
  warnOfVersions(pack, run, warnings);
  warnOfJava(javaOfPack(pack, run), run, warnings);
  warnOfMissingLanguages(pack, unmet, run, warnings);
  warnOfSuspiciousMods(pack, warnings);
  warnOfDisputes(mods, decisions, warnings);
  warnOfDuplicates(pack, run, warnings);
  warnOfForeignMods(pack, run, warnings);
  warnOfOwnStart(pack, warnings);
  return warnings.found;
}

/** The Java for the server pack with these decisions. */
export function javaFor(
  mods: readonly ModFile[],
  decisions: readonly ModDecision[],
  run: RunConfiguration,
  changedNeeds: ChangedNeeds = noChangedNeeds,
): PackJava {
  return javaOfPack(packAsLoaded(mods, decisions, run, changedNeeds), run);
}

/** The mods in `mods/` as the run's loader sees them. */
function packAsLoaded(
  mods: readonly ModFile[],
  decisions: readonly ModDecision[],
  run: RunConfiguration,
  changedNeeds: ChangedNeeds,
): LoadedPack {
  const found = mods.flatMap((mod, index) =>
    isLoaded(mod, run) ? [{ mod, kept: decisions[index]?.kept === true }] : [],
  );
  const own = formatsFor(run);
  const bridge = bridgeAmong(
    found.filter(({ kept }) => kept).map(({ mod }) => descriptorFor(mod, own)),
    run,
  );
  const formats = formatsFor(run, bridge);
  const disables = (descriptor: ModDescriptor) =>
    modloaders[run.modloader].disablesClientMods || !own.includes(descriptor.format);
  const loaded: LoadedMod[] = [];
  const unread: LoadedPack['unread'][number][] = [];
  for (const { mod, kept } of found) {
    const descriptor = descriptorFor(mod, formats);
    if (descriptor === null) {
      unread.push({ mod, kept });
      continue;
    }
    const isOwn = own.includes(descriptor.format);
    const isDisabled = disables(descriptor) && descriptor.side === 'CLIENT';
    loaded.push({ file: mod.file, descriptor, kept, isDisabled, isOwn });
  }
  const running = loaded.filter(({ kept, isDisabled }) => kept && !isDisabled);
  return { loaded, running, unread, bridge, spelling: spellingOf(bridge), changedNeeds };
}

/** Warns of a pack with jars only in folders of `mods/`, which only some loaders search. */
function warnOfNothingLoaded(
  mods: readonly ModFile[],
  run: RunConfiguration,
  warnings: ProblemList<WarningCode>,
): void {
  const first = mods.find(({ file }) => !isZipMod(file));
  if (first === undefined || mods.some((mod) => isLoaded(mod, run))) return;
  warnings.add(
    'NO_MODS_LOADED',
    `${run.modloader} ${run.modloaderVersion} for ${run.gameVersion} loads none of the jars: they lie in folders such as "mods/${printable(folderOf(first.file))}", and it looks into mods/ alone. Move them there.`,
    first.file,
  );
}

function warnOfSuspiciousMods({ running }: LoadedPack, warnings: ProblemList<WarningCode>): void {
  for (const { file, descriptor } of running)
    if (descriptor.certainty === 'DOUBTFUL')
      warnings.add(
        'SUSPICIOUS_MOD',
        `"${printable(file)}" may stop the server as it is loaded. ${descriptor.evidence} If the server stops, name it in clientMods.`,
        file,
      );
}

/** Warns of mods that are kept because platforms contradict each other about them. */
function warnOfDisputes(
  mods: readonly ModFile[],
  decisions: readonly ModDecision[],
  warnings: ProblemList<WarningCode>,
): void {
  for (const [index, mod] of mods.entries()) {
    const decision = decisions[index];
    if (!decision?.kept || decision.certainty !== 'DOUBTFUL' || disputeOf(mod) === null) continue;
    warnings.add(
      'PLATFORMS_DIFFER',
      `"${printable(mod.file)}" may be for clients alone. ${decision.evidence} If the server stops at it, name it in clientMods.`,
      mod.file,
    );
  }
}

function warnOfDuplicates(
  { running }: LoadedPack,
  run: RunConfiguration,
  warnings: ProblemList<WarningCode>,
): void {
  const owners = new Map<string, string>();
  // A bridge resolves duplicates by itself.
  for (const { file, descriptor } of running.filter(({ isOwn }) => isOwn))
    for (const id of new Set(descriptor.mods.map((mod) => mod.id.toLowerCase()))) {
      const first = owners.get(id);
      if (first === undefined) owners.set(id, file);
      else
        warnings.add(
          'DUPLICATE_MOD',
          `"${printable(first)}" and "${printable(file)}" both have the mod ${printable(id)}; ${run.modloader} refuses to start or takes one of them. Keep one.`,
          file,
        );
    }
}

/** Mods that change how a server starts, with the change as described by their authors. */
const ownStarts: ReadonlyMap<string, string> = new Map([
  [
    'lwjgl3ify',
    'With Java 17 and later the server starts by "java @java9args.txt -jar lwjgl3ify-forgePatches.jar nogui", with both files from https://github.com/GTNewHorizons/lwjgl3ify beside the server\'s jars.',
  ],
  [
    'fugue',
    "It is for Cleanroom, which takes the place of Forge with Java 21 and later; Forge passes over it. For a Cleanroom server, run the installer from https://github.com/CleanroomMC/Cleanroom/releases with --installServer in the server's folder, and start what it installs.",
  ],
]);

function warnOfOwnStart({ running }: LoadedPack, warnings: ProblemList<WarningCode>): void {
  for (const { file, descriptor } of running)
    for (const { id } of descriptor.mods) {
      const how = ownStarts.get(id.toLowerCase());
      if (how !== undefined)
        warnings.add('OWN_WAY_TO_START', `The pack has ${id}, which starts in its own way. ${how}`, file);
    }
}
