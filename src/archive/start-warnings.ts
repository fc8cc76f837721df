import { modloaders } from '../modloaders/index.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';
import { type ChangedNeeds, noChangedNeeds } from './changed-needs.ts';
import { warnOfForeignMods } from './foreign-mods.ts';
import { bridgeAmong, descriptorFor, folderOf, formatsFor, isLoaded, spellingOf } from './loaded-mods.ts';
import type { LoadedMod, LoadedPack } from './loaded-pack.ts';
import { warnOfMissingLanguages, warnOfMissingMods } from './missing-needs.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList, type ProblemList, printable } from './problem-list.ts';
import type { ModDecision, ModFile, Problem } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';
import { disputeOf } from './side-claims.ts';
import { warnOfVersions } from './version-needs.ts';

/** Most warnings of one server pack, and most bytes of them as JSON. */
const most = { warnings: 50, bytes: 16 * 1024 };

/**
 * Why a server pack with these decisions cannot start as far as that shows beforehand, or does not start as others do. At
 * most 50; what cannot be known is not told, nor are the needs that the pack itself changes.
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
  const told = warnOfMissingMods(pack, run, warnings);
  warnOfVersions(pack, run, warnings);
  warnOfMissingLanguages(pack, told, run, warnings);
  warnOfSuspiciousMods(pack, warnings);
  warnOfDisputes(mods, decisions, warnings);
  warnOfDuplicates(pack, run, warnings);
  warnOfForeignMods(pack, run, warnings);
  warnOfOwnStart(pack, warnings);
  return warnings.found;
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

/** A pack that has jars in folders of `mods/` alone, which only some loaders look into. */
function warnOfNothingLoaded(
  mods: readonly ModFile[],
  run: RunConfiguration,
  warnings: ProblemList<WarningCode>,
): void {
  const [first] = mods;
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

/** Mods that are kept because platforms contradict each other about them. */
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
  // A bridge takes one of two by itself.
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

/** Mods with which a server starts otherwise than its modloader's do, and how, as their authors say. */
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
