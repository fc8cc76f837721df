import { sameGameVersion } from '../modloaders/game-version.ts';
import { modloaders } from '../modloaders/index.ts';
import type { DescriptorFormat, ModDescriptor } from '../modloaders/modloader.ts';
import { compileGlobs, type Globs } from './glob.ts';
import { type KnownMods, knownModsFor } from './known-mods/known-mods.ts';
import { type Prefixes, sortPrefixes } from './prefixes.ts';
import type { DecisionReason, ModDecision, ModFile, SideClaim } from './report.ts';
import type { RunConfiguration } from './run-configuration.ts';

/** A mod with the descriptor that counts for the run configuration, and what is decided about it so far. */
interface Candidate {
  mod: ModFile;
  descriptor: ModDescriptor | null;
  decision: ModDecision;
}

/**
 * Decides for every mod of the inventory, in its order, whether it goes into a server pack for that run
 * configuration: whitelistedMods, then clientMods, then excludeFiles, then the pack's index, then what the jar says, then what a
 * catalogue says of it, then what is known of the mod from elsewhere, then what kept mods need.
 */
export function decideMods(mods: ModFile[], run: RunConfiguration): ModDecision[] {
  const formats = modloaders[run.modloader].descriptorFormats(run.gameVersion);
  const lists: Lists = {
    whitelisted: sortPrefixes(run.whitelistedMods),
    client: sortPrefixes(run.clientMods),
    excluded: compileGlobs(run.excludeFiles),
  };
  const known = knownModsFor(run);
  const candidates = mods.map((mod): Candidate => {
    const descriptor = descriptorFor(mod, formats);
    return {
      mod,
      descriptor,
      decision: decideByLists(mod, lists) ?? decideBySide(mod, descriptor, { run, known }),
    };
  });
  rescueRequired(candidates.filter(({ mod }) => isLoaded(mod, run)));
  return candidates.map(({ decision }) => decision);
}

/** What the jar says to a loader that reads these formats, the one it prefers first; null when nothing. */
export function descriptorFor(
  { descriptors }: ModFile,
  formats: readonly DescriptorFormat[],
): ModDescriptor | null {
  const found = formats.map((format) => descriptors.find((descriptor) => descriptor.format === format));
  return found.find((descriptor) => descriptor !== undefined) ?? null;
}

interface Lists {
  whitelisted: Prefixes;
  client: Prefixes;
  excluded: Globs;
}

function decideByLists(mod: ModFile, { whitelisted, client, excluded }: Lists): ModDecision | null {
  const { file } = mod;
  const name = fileName(mod);
  const kept = whitelisted.firstOf(name);
  if (kept !== undefined) {
    const evidence = `The file name begins with "${kept}", which whitelistedMods names.`;
    return { file, kept: true, reason: 'WHITELISTED', certainty: 'DECLARED', evidence };
  }
  const dropped = client.firstOf(name);
  if (dropped !== undefined) {
    const evidence = `The file name begins with "${dropped}", which clientMods names.`;
    return { file, kept: false, reason: 'CLIENT_MODS', certainty: 'DECLARED', evidence };
  }
  const pattern = excluded.firstOf(`mods/${file}`);
  if (pattern !== undefined) {
    const evidence = `The pattern "${pattern}" of excludeFiles names it.`;
    return { file, kept: false, reason: 'EXCLUDED', certainty: 'DECLARED', evidence };
  }
  return null;
}

function decideBySide(
  mod: ModFile,
  descriptor: ModDescriptor | null,
  { run, known }: { run: RunConfiguration; known: KnownMods },
): ModDecision {
  const { file } = mod;
  const told = claimOf(mod, 'PACK_INDEX');
  if (told)
    return { file, kept: false, reason: 'PACK_INDEX', certainty: 'DECLARED', evidence: told.evidence };
  const listed = descriptor?.side === 'SERVER' ? undefined : catalogued(mod, descriptor, { run, known });
  if (descriptor === null) {
    if (listed) return listed;
    const why = mod.descriptors.length === 0 ? known.clientOnlyFile(fileName(mod)) : null;
    if (why !== null) return knownClientMod(file, why);
    const evidence = missingDescriptor(mod, run);
    return { file, kept: true, reason: 'UNKNOWN_SIDE', certainty: 'NONE', evidence };
  }
  const { side, certainty, evidence } = descriptor;
  if (side === 'CLIENT') {
    const use = certainty === 'INFERRED' ? known.usedByServers(descriptor) : null;
    if (use === null) return { file, kept: false, reason: 'CLIENT_ONLY', certainty, evidence };
    const although = `${use} Kept for it, although ${evidence}`;
    return { file, kept: true, reason: 'SERVER_MOD', certainty: 'KNOWN', evidence: although };
  }
  if (listed) return listed;
  const why = side === 'SERVER' ? null : known.clientOnly(descriptor);
  if (why !== null) return knownClientMod(file, why);
  const reason = side === 'UNKNOWN' ? 'UNKNOWN_SIDE' : 'SERVER_MOD';
  return { file, kept: true, reason, certainty, evidence };
}

/** What the catalogue says against a mod, unless the run leaves that out or servers are known to use the mod. */
function catalogued(
  mod: ModFile,
  descriptor: ModDescriptor | null,
  { run, known }: { run: RunConfiguration; known: KnownMods },
): ModDecision | undefined {
  const told = run.automaticSides ? claimOf(mod, 'CATALOGUE') : undefined;
  if (told === undefined || (descriptor !== null && known.usedByServers(descriptor) !== null))
    return undefined;
  const { evidence } = told;
  return { file: mod.file, kept: false, reason: 'CATALOGUE', certainty: 'INFERRED', evidence };
}

function knownClientMod(file: string, evidence: string): ModDecision {
  return { file, kept: false, reason: 'KNOWN_CLIENT_MOD', certainty: 'KNOWN', evidence };
}

function fileName({ file }: ModFile): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function claimOf({ claims }: ModFile, reason: SideClaim['reason']): SideClaim | undefined {
  return claims?.find((claim) => claim.reason === reason);
}

function missingDescriptor({ descriptors, note }: ModFile, run: RunConfiguration): string {
  if (note !== null && descriptors.length === 0) return `The side is unknown: ${note}`;
  if (descriptors.length === 0) return 'The jar has no descriptor of any modloader, so its side is unknown.';
  const found = descriptors.map(({ format }) => format).join(' and ');
  return `The jar has only ${found}, which ${run.modloader} for ${run.gameVersion} does not read.`;
}

/** What is dropped for these reasons stays when it is needed; the lists of a request are final. */
const canBeRescued: ReadonlySet<DecisionReason> = new Set([
  'PACK_INDEX',
  'CLIENT_ONLY',
  'CATALOGUE',
  'KNOWN_CLIENT_MOD',
]);

/**
 * Keeps client-only mods that kept mods need, until nothing changes, since a rescued mod may need another. A need
 * that a kept jar already meets rescues nobody: many client mods carry a copy of a library that is there anyway.
 */
function rescueRequired(loaded: Candidate[]): void {
  const met = new Set<string>();
  const rescuers = loaded.filter(({ decision }) => decision.kept);
  for (const { descriptor } of rescuers) meet(met, descriptor);
  const rescuable = indexByAnswers(loaded.filter(({ decision }) => canBeRescued.has(decision.reason)));
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
export function isLoaded({ file }: ModFile, { gameVersion }: RunConfiguration): boolean {
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
