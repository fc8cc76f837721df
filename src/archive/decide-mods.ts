import { sameGameVersion } from '../modloaders/game-version.ts';
import { modloaders } from '../modloaders/index.ts';
import type { ModDescriptor } from '../modloaders/modloader.ts';
import type { ModDecision, ModFile } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** A mod with the descriptor that counts for the run configuration, and what is decided about it so far. */
interface Candidate {
  mod: ModFile;
  descriptor: ModDescriptor | null;
  decision: ModDecision;
}

/**
 * Decides for every mod of the inventory, in its order, whether it goes into a server pack for that run
 * configuration: whitelistedMods, then clientMods, then what the jar says, then what kept mods need.
 */
export function decideMods(mods: ModFile[], run: RunConfiguration): ModDecision[] {
  const formats = modloaders[run.modloader].descriptorFormats(run.gameVersion);
  const candidates = mods.map((mod): Candidate => {
    const descriptor =
      formats
        .map((format) => mod.descriptors.find((found) => found.format === format))
        .find((found) => found !== undefined) ?? null;
    return { mod, descriptor, decision: decideByLists(mod, run) ?? decideBySide(mod, descriptor, run) };
  });
  rescueRequired(candidates.filter(({ mod }) => isLoaded(mod, run)));
  return candidates.map(({ decision }) => decision);
}

function decideByLists({ file }: ModFile, run: RunConfiguration): ModDecision | null {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const matching = (prefixes: string[]) =>
    prefixes.find((prefix) => prefix !== '' && name.startsWith(prefix));
  const kept = matching(run.whitelistedMods);
  if (kept !== undefined) {
    const evidence = `The file name begins with "${kept}", which whitelistedMods names.`;
    return { file, kept: true, reason: 'WHITELISTED', certainty: 'DECLARED', evidence };
  }
  const dropped = matching(run.clientMods);
  if (dropped !== undefined) {
    const evidence = `The file name begins with "${dropped}", which clientMods names.`;
    return { file, kept: false, reason: 'CLIENT_MODS', certainty: 'DECLARED', evidence };
  }
  return null;
}

function decideBySide(mod: ModFile, descriptor: ModDescriptor | null, run: RunConfiguration): ModDecision {
  const { file } = mod;
  if (descriptor === null) {
    const evidence = missingDescriptor(mod, run);
    return { file, kept: true, reason: 'UNKNOWN_SIDE', certainty: 'NONE', evidence };
  }
  const { side, certainty, evidence } = descriptor;
  if (side === 'CLIENT') return { file, kept: false, reason: 'CLIENT_ONLY', certainty, evidence };
  const reason = side === 'UNKNOWN' ? 'UNKNOWN_SIDE' : 'SERVER_MOD';
  return { file, kept: true, reason, certainty, evidence };
}

function missingDescriptor({ descriptors, note }: ModFile, run: RunConfiguration): string {
  if (note !== null && descriptors.length === 0) return `The side is unknown: ${note}`;
  if (descriptors.length === 0) return 'The jar has no descriptor of any modloader, so its side is unknown.';
  const found = descriptors.map(({ format }) => format).join(' and ');
  return `The jar has only ${found}, which ${run.modloader} for ${run.gameVersion} does not read.`;
}

/**
 * Keeps client-only mods that kept mods need, until nothing changes, since a rescued mod may need another. A need
 * that a kept jar already meets rescues nobody: many client mods carry a copy of a library that is there anyway.
 */
function rescueRequired(loaded: Candidate[]): void {
  const met = new Set<string>();
  const rescuers = loaded.filter(({ decision }) => decision.kept);
  for (const { descriptor } of rescuers) meet(met, descriptor);
  const rescuable = indexByAnswers(loaded.filter(({ decision }) => decision.reason === 'CLIENT_ONLY'));
  // Grows while it is walked: whoever is rescued may rescue others.
  for (const { mod, descriptor } of rescuers) {
    for (const id of descriptor?.requires ?? []) {
      const rescued = met.has(id) ? undefined : rescuable.get(id);
      if (rescued === undefined) continue;
      const { file, certainty, evidence } = rescued.decision;
      rescued.decision = {
        file,
        kept: true,
        reason: 'REQUIRED',
        certainty,
        evidence: `Needed by ${mod.file} (as ${id}), although ${evidence}`,
      };
      meet(met, rescued.descriptor);
      rescuers.push(rescued);
    }
  }
}

/** A mod in the folder of another game version is not loaded for this one: it needs nothing and gives nothing. */
function isLoaded({ file }: ModFile, { gameVersion }: RunConfiguration): boolean {
  const slash = file.lastIndexOf('/');
  return slash < 0 || sameGameVersion(file.slice(0, slash), gameVersion);
}

function meet(met: Set<string>, descriptor: ModDescriptor | null): void {
  for (const { id } of descriptor?.mods ?? []) met.add(id.toLowerCase());
  for (const id of descriptor?.provides ?? []) met.add(id);
}

/** Which mod to keep for an id: the first that has it as its own, else the first that provides it. */
function indexByAnswers(candidates: Candidate[]): Map<string, Candidate> {
  const byId = new Map<string, Candidate>();
  const add = (id: string, candidate: Candidate) => {
    if (!byId.has(id)) byId.set(id, candidate);
  };
  for (const candidate of candidates)
    for (const { id } of candidate.descriptor?.mods ?? []) add(id.toLowerCase(), candidate);
  for (const candidate of candidates)
    for (const id of candidate.descriptor?.provides ?? []) add(id, candidate);
  return byId;
}
