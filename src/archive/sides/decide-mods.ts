import type { DescriptorFormat, ModDescriptor } from '../../modloaders/modloader.ts';
import { type Facts, shippedFacts } from '../known-mods/facts-file.ts';
import { type KnownJar, type KnownMods, knownModsFor } from '../known-mods/known-mods.ts';
import { type Prefixes, sortPrefixes } from '../known-mods/prefixes.ts';
import type { DecisionReason, ModDecision, ModFile } from '../report.ts';
import { dropListLabel, type RunConfiguration } from '../run-configuration.ts';
import { isZipMod } from '../selection/base-folder.ts';
import { compileGlobs, type Globs } from '../selection/glob.ts';
import {
  bridgeAmong,
  descriptorFor,
  folderOf,
  formatsFor,
  isLoaded,
  type Spelling,
  spellingOf,
} from './loaded-mods.ts';
import { claimAgainst, disputeOf } from './side-claims.ts';

/** A mod with its descriptor for the run's modloader, and the decision so far. */
interface Candidate {
  mod: ModFile;
  descriptor: ModDescriptor | null;
  decision: ModDecision;
}

/**
 * Decides for every mod of the inventory, in its order, whether a server pack of that run configuration includes the
 * mod. The rules apply in this order: whitelistedMods, clientMods, excludeFiles, addedMods, drop lists, the pack's index,
 * the jar's descriptor, the catalogue, the list of known mods, and the needs of kept mods.
 */
export function decideMods(
  mods: ModFile[],
  run: RunConfiguration,
  facts: Facts = shippedFacts(),
): ModDecision[] {
  const lists: Lists = {
    whitelisted: sortPrefixes(run.whitelistedMods),
    client: sortPrefixes(run.clientMods),
    excluded: compileGlobs(run.excludeFiles),
    dropLists: run.dropLists.map((list) => ({
      label: dropListLabel(list),
      keep: sortPrefixes(list.keep),
      clientOnly: sortPrefixes(list.clientOnly),
    })),
  };
  const rules = { run, lists, known: knownModsFor(run, facts) };
  const own = mods.map((mod) => decideOne(mod, formatsFor(run), rules));
  const loaded = (candidates: readonly Candidate[]) => candidates.filter(({ mod }) => isLoaded(mod, run));
  const staying = loaded(own).filter(({ decision }) => decision.kept);
  const bridge = bridgeAmong(
    staying.map(({ descriptor }) => descriptor),
    run,
  );
  const formats = formatsFor(run, bridge);
  const candidates = bridge === null ? own : mods.map((mod) => decideOne(mod, formats, rules));
  yieldToPack(candidates, spellingOf(bridge));
  rescueRequired(candidates, run, spellingOf(bridge));
  return candidates.map(({ decision }) => decision);
}

/** Leaves out added jars with a mod that the pack keeps anyway: other mods of the pack are made for its version. */
function yieldToPack(candidates: readonly Candidate[], { own }: Spelling): void {
  const isAdded = ({ mod }: Candidate) => mod.added != null;
  const ofPack = new Map<string, string>();
  for (const { mod, descriptor, decision } of candidates.filter((one) => !isAdded(one)))
    if (decision.kept && descriptor !== null) for (const id of own(descriptor)) ofPack.set(id, mod.file);
  for (const one of candidates.filter(isAdded)) {
    const id = one.descriptor && own(one.descriptor).find((each) => ofPack.has(each));
    if (id == null || !one.decision.kept) continue;
    const evidence = `Not needed: ${ofPack.get(id)} of the pack is the mod ${id} already. ${one.decision.evidence}`;
    one.decision = { ...one.decision, kept: false, evidence };
  }
}

/** The rules that decide on a mod without regard to other mods. */
interface Rules {
  run: RunConfiguration;
  lists: Lists;
  known: KnownMods;
}

function decideOne(mod: ModFile, formats: readonly DescriptorFormat[], rules: Rules): Candidate {
  const { run, lists } = rules;
  const { added } = mod;
  if (added != null)
    return { mod, descriptor: descriptorFor(mod, formats), decision: decideAdded(mod, added, lists) };
  if (!isLoaded(mod, run)) return { mod, descriptor: null, decision: decideUnloaded(mod, rules) };
  const descriptor = descriptorFor(mod, formats);
  return { mod, descriptor, decision: decideByLists(mod, lists) ?? decideBySide(mod, descriptor, rules) };
}

/** The run's own lists may drop an added jar, as where a server does not start with it; drop lists are for packs. */
function decideAdded(mod: ModFile, added: string, lists: Lists): ModDecision {
  const said = decideByLists(mod, { ...lists, dropLists: [] });
  const kept = said?.kept ?? true;
  const evidence = said === null || kept ? added : `${said.evidence} ${added}`;
  return { file: mod.file, kept, reason: 'ADDED', certainty: 'DECLARED', evidence };
}

/** A jar outside the loader's folders is an ordinary file. */
function decideUnloaded(mod: ModFile, { run, lists }: Rules): ModDecision {
  const { file } = mod;
  const what = isZipMod(file) ? 'no .zip' : `nothing from mods/${folderOf(file)}`;
  const evidence = `${run.modloader} for ${run.gameVersion} loads ${what}, so it goes along as any file.`;
  return (
    decideByPattern(mod, lists) ?? { file, kept: true, reason: 'UNKNOWN_SIDE', certainty: 'NONE', evidence }
  );
}

interface Lists {
  whitelisted: Prefixes;
  client: Prefixes;
  excluded: Globs;
  dropLists: { label: string; keep: Prefixes; clientOnly: Prefixes }[];
}

function decideByLists(mod: ModFile, lists: Lists): ModDecision | null {
  const { whitelisted, client } = lists;
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
  return decideByPattern(mod, lists) ?? decideByDropLists(mod, lists);
}

/** What any of the lists keeps stays, whatever another one drops. */
function decideByDropLists(mod: ModFile, { dropLists }: Lists): ModDecision | null {
  const { file } = mod;
  const name = fileName(mod);
  for (const effect of ['keep', 'clientOnly'] as const)
    for (const list of dropLists) {
      const prefix = list[effect].firstOf(name);
      if (prefix === undefined) continue;
      const verb = effect === 'keep' ? 'keeps' : 'drops';
      const evidence = `The file name begins with "${prefix}", which the drop list ${list.label} ${verb}.`;
      return { file, kept: effect === 'keep', reason: 'DROP_LIST', certainty: 'DECLARED', evidence };
    }
  return null;
}

function decideByPattern({ file }: ModFile, { excluded }: Lists): ModDecision | null {
  const pattern = excluded.firstOf(`mods/${file}`);
  if (pattern !== undefined) {
    const evidence = `The pattern "${pattern}" of excludeFiles names it.`;
    return { file, kept: false, reason: 'EXCLUDED', certainty: 'DECLARED', evidence };
  }
  return null;
}

function decideBySide(mod: ModFile, descriptor: ModDescriptor | null, { run, known }: Rules): ModDecision {
  const { file } = mod;
  const objection = claimAgainst(mod, 'PACK_INDEX');
  if (objection)
    return { file, kept: false, reason: 'PACK_INDEX', certainty: 'DECLARED', evidence: objection.evidence };
  const jar = knownJar(mod, descriptor);
  const listed = descriptor?.side === 'SERVER' ? undefined : catalogued(mod, jar, { run, known });
  if (descriptor === null || (descriptor.mods.length === 0 && descriptor.side === 'UNKNOWN')) {
    if (listed) return listed;
    const why = known.clientOnly(jar);
    if (why !== null) return knownClientMod(file, why);
    const evidence = descriptor?.evidence ?? missingDescriptor(mod, run);
    return keptDespite(mod, run, { file, kept: true, reason: 'UNKNOWN_SIDE', certainty: 'NONE', evidence });
  }
  const { side, certainty, evidence } = descriptor;
  if (side === 'CLIENT') {
    const use = certainty === 'INFERRED' ? known.usedByServers(jar) : null;
    if (use === null) return { file, kept: false, reason: 'CLIENT_ONLY', certainty, evidence };
    const although = `${use} Kept for it, although ${evidence}`;
    return { file, kept: true, reason: 'SERVER_MOD', certainty: 'KNOWN', evidence: although };
  }
  if (listed) return listed;
  const why = side === 'SERVER' ? null : known.clientOnly(jar);
  if (why !== null) return knownClientMod(file, why);
  const byCode = evidenceOfCode(descriptor);
  if (byCode !== null && run.automaticSides && mayGoByCode(mod, jar, known))
    return { file, kept: false, certainty: 'INFERRED', ...byCode };
  const reason = side === 'UNKNOWN' ? 'UNKNOWN_SIDE' : 'SERVER_MOD';
  const decision: ModDecision = { file, kept: true, reason, certainty, evidence };
  return side === 'SERVER' ? decision : keptDespite(mod, run, decision);
}

/** The jar as facts identify it: by file name only when no descriptor in it identifies it. */
function knownJar(mod: ModFile, descriptor: ModDescriptor | null): KnownJar {
  const namesNoMod = mod.descriptors.every(({ mods }) => mods.length === 0);
  return {
    sha512: mod.sha512 ?? null,
    mods: descriptor?.mods ?? [],
    name: namesNoMod && (descriptor?.side ?? 'UNKNOWN') === 'UNKNOWN' ? fileName(mod) : null,
  };
}

/** Why no server needs a mod, by its classes or its start; null when these show no reason. */
function evidenceOfCode({
  clientCode,
  clientStart,
  evidence,
}: ModDescriptor): Pick<ModDecision, 'reason' | 'evidence'> | null {
  if (clientCode !== undefined) {
    const reason = clientCode.startsOnClients ? 'CLIENT_ENTRYPOINTS' : 'CLIENT_CODE';
    return { reason, evidence: `${evidence} But ${clientCode.evidence}` };
  }
  return clientStart === undefined ? null : { reason: 'STOPS_SERVER', evidence };
}

/** False when a platform or the list of known mods states that servers use the mod. */
function mayGoByCode({ claims }: ModFile, jar: KnownJar, known: KnownMods): boolean {
  return !claims?.some(({ isFor }) => isFor) && known.usedByServers(jar) === null;
}

/** The decision to keep a mod, marked as doubtful when platforms contradict each other about it. */
function keptDespite(mod: ModFile, run: RunConfiguration, decision: ModDecision): ModDecision {
  const dispute = run.automaticSides ? disputeOf(mod) : null;
  if (dispute === null) return decision;
  return { ...decision, certainty: 'DOUBTFUL', evidence: `${dispute} Kept, as they differ.` };
}

/** The catalogue's objection to a mod, unless the run ignores it or servers are known to use the mod. */
function catalogued(
  mod: ModFile,
  jar: KnownJar,
  { run, known }: { run: RunConfiguration; known: KnownMods },
): ModDecision | undefined {
  const objection = run.automaticSides ? claimAgainst(mod, 'CATALOGUE') : undefined;
  if (objection === undefined || known.usedByServers(jar) !== null) return undefined;
  const { evidence } = objection;
  return { file: mod.file, kept: false, reason: 'CATALOGUE', certainty: 'INFERRED', evidence };
}

function knownClientMod(file: string, evidence: string): ModDecision {
  return { file, kept: false, reason: 'KNOWN_CLIENT_MOD', certainty: 'KNOWN', evidence };
}

function fileName({ file }: ModFile): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function missingDescriptor({ descriptors, note }: ModFile, run: RunConfiguration): string {
  if (note !== null && descriptors.length === 0) return `The side is unknown: ${note}`;
  if (descriptors.length === 0) return 'The jar has no descriptor of any modloader, so its side is unknown.';
  const found = descriptors.map(({ format }) => format).join(' and ');
  return `The jar has only ${found}, which ${run.modloader} for ${run.gameVersion} does not read.`;
}

/** Reasons for which an excluded mod is still kept when another mod needs it; the lists of a request are final. */
const canBeRescued: ReadonlySet<DecisionReason> = new Set([
  'PACK_INDEX',
  'CLIENT_ONLY',
  'CATALOGUE',
  'KNOWN_CLIENT_MOD',
  'CLIENT_CODE',
  'CLIENT_ENTRYPOINTS',
  'STOPS_SERVER',
]);

/** Reasons by code: a mod excluded for one of these is kept when code of other mods refers to it. */
const byItsCode: ReadonlySet<DecisionReason> = new Set(['CLIENT_CODE', 'CLIENT_ENTRYPOINTS', 'STOPS_SERVER']);

/**
 * Keeps client-only mods that kept mods need, repeatedly, since a rescued mod may need another. A need that a kept jar
 * already meets rescues no other: many client mods carry a copy of a library that is there anyway. A mod excluded only
 * for its code is also kept for code that refers to it, since mods do not always declare their needs.
 */
function rescueRequired(candidates: readonly Candidate[], run: RunConfiguration, spelling: Spelling): void {
  const loaded = candidates.filter(({ mod }) => isLoaded(mod, run));
  const used = indexByUsers(candidates);
  const met = new Set<string>();
  const rescuers = loaded.filter(({ decision }) => decision.kept);
  for (const { descriptor } of rescuers) meet(met, descriptor, spelling);
  const rescuable = indexByAnswers(
    loaded.filter(({ decision }) => canBeRescued.has(decision.reason)),
    spelling,
  );
  const rescue = (one: Candidate, why: string) => {
    const { file, certainty, evidence } = one.decision;
    one.decision = {
      file,
      kept: true,
      reason: 'REQUIRED',
      certainty,
      evidence: `${why}, although ${evidence}`,
    };
    meet(met, one.descriptor, spelling);
    rescuers.push(one);
  };
  // The list grows during the loop: a rescued mod may rescue others.
  for (const rescuer of rescuers) {
    const { mod, descriptor } = rescuer;
    for (const one of used.get(rescuer) ?? [])
      if (byItsCode.has(one.decision.reason)) rescue(one, `The code of ${mod.file} uses it`);
    if (descriptor === null) continue;
    for (const ids of spelling.needs(descriptor)) {
      if (spelling.isMet(ids, met)) continue;
      const id = ids.find((one) => rescuable.has(one)) ?? '';
      const rescued = rescuable.get(id);
      if (rescued !== undefined) rescue(rescued, `Needed by ${mod.file} (as ${id})`);
    }
  }
}

/** For each mod, the mods excluded for their code to which its code refers. */
function indexByUsers(candidates: readonly Candidate[]): ReadonlyMap<Candidate, Candidate[]> {
  const used = new Map<Candidate, Candidate[]>();
  for (const one of candidates) {
    if (!byItsCode.has(one.decision.reason)) continue;
    const { clientCode, clientStart } = one.descriptor ?? {};
    for (const index of (clientCode ?? clientStart)?.usedBy ?? []) {
      const user = candidates[index];
      if (user !== undefined) used.set(user, [...(used.get(user) ?? []), one]);
    }
  }
  return used;
}

function meet(met: Set<string>, descriptor: ModDescriptor | null, { own, provided }: Spelling): void {
  if (descriptor === null) return;
  for (const id of [...own(descriptor), ...provided(descriptor)]) met.add(id);
}

/** For each id, the mod to keep: the first with this own id, else the first that provides the id. */
function indexByAnswers(
  candidates: readonly Candidate[],
  { own, provided }: Spelling,
): ReadonlyMap<string, Candidate> {
  const byId = new Map<string, Candidate>();
  for (const answersOf of [own, provided])
    for (const candidate of candidates)
      for (const id of candidate.descriptor === null ? [] : answersOf(candidate.descriptor))
        if (!byId.has(id)) byId.set(id, candidate);
  return byId;
}
