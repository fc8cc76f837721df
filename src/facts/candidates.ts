import { type Fact, type Facts, factSchema } from '../archive/known-mods/facts-file.ts';
import { holdsFor } from '../archive/known-mods/known-mods.ts';
import type { ModloaderName } from '../modloaders/modloader.ts';

/**
 * Kinds of evidence, the strongest first. USE proposes nothing by itself: it says whether server packs with the mod
 * work.
 */
const evidenceKinds = ['CRASH', 'CODE', 'REQUEST', 'LIST', 'USE'] as const;

/** Evidence about the side of one mod, in one game version and on one modloader. */
export interface Evidence {
  /** The lower-case id of the mod. */
  mod: string;
  modloader: ModloaderName;
  gameVersion: string;
  verdict: Fact['verdict'];
  kind: (typeof evidenceKinds)[number];
  /** The evidence as a sentence for people. */
  sentence: string;
}

/** A fact that a person has not approved yet: its reason and its source are empty. */
export type Proposal = Extract<Fact, { mod: string }> & { evidence: string[] };

/**
 * The next version of the facts, with proposals among the facts in use. A service refuses the file while it holds
 * proposals.
 */
export interface Candidates extends Omit<Facts, 'facts'> {
  facts: (Fact | Proposal)[];
}

/** Most proposals of one file: the others follow once these are approved or the lists are shorter. */
export const mostProposals = 1_000;
/** Most sentences of one proposal. */
const mostSentences = 12;

/**
 * Proposes a fact for each piece of evidence without one, for one modloader and one game version each. Also returns the
 * number of proposals, and how many were dropped above the limit.
 */
export function proposeFacts(
  facts: Facts,
  evidence: readonly Evidence[],
  today: string,
): { candidates: Candidates; proposed: number; excluded: number } {
  const bySubject = Map.groupBy(evidence, ({ mod, modloader, gameVersion }) =>
    [mod, modloader, gameVersion].join(' '),
  );
  const found = bySubject.values().flatMap((said) => proposalsOf(said, facts, today));
  const strongest = [...found].sort((one, other) => one.rank - other.rank);
  const proposals = strongest.slice(0, mostProposals).map(({ proposal }) => proposal);
  const all = [...facts.facts, ...proposals].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return {
    candidates: { ...facts, number: facts.number + 1, date: today, facts: all },
    proposed: proposals.length,
    excluded: strongest.length - proposals.length,
  };
}

/** The sort order of a file of facts: mods before files before single jars, then by verdict and name. */
function keyOf(fact: Fact | Proposal): string {
  const [loader = ''] = fact.loaders;
  const rest = `${loader} ${fact.gameVersions?.from ?? ''}`;
  if ('mod' in fact) return `1 ${fact.verdict} ${fact.mod} ${rest}`;
  return 'file' in fact ? `2 ${fact.file} ${rest}` : `3 ${fact.verdict} ${fact.sha512} ${rest}`;
}

/** One proposal for each verdict about a mod, with all evidence about the mod. */
function proposalsOf(said: readonly Evidence[], facts: Facts, today: string) {
  const [first] = said;
  if (first === undefined) return [];
  const { mod, modloader, gameVersion } = first;
  const isKnown = facts.facts.some(
    (fact) => 'mod' in fact && fact.mod === mod && holdsFor(fact, { modloader, gameVersion }),
  );
  const sorted = [...said].sort((one, other) => rankOf(one) - rankOf(other));
  const verdicts = new Set(sorted.filter(({ kind }) => kind !== 'USE').map(({ verdict }) => verdict));
  return [...verdicts].flatMap((verdict) => {
    const proposal: Proposal = {
      mod,
      verdict,
      loaders: [modloader],
      gameVersions: { from: gameVersion, to: gameVersion },
      reason: '',
      source: '',
      date: today,
      evidence: [...new Set(sorted.map(({ sentence }) => sentence))].slice(0, mostSentences),
    };
    const strongest = sorted.find((one) => one.verdict === verdict);
    return isKnown || strongest === undefined || !isApprovable(proposal)
      ? []
      : [{ proposal, rank: rankOf(strongest) }];
  });
}

function rankOf({ kind }: Evidence): number {
  return evidenceKinds.indexOf(kind);
}

/** False for ids and versions that no fact may have; such ids come from hostile jars. */
function isApprovable({ evidence: _evidence, ...proposal }: Proposal): boolean {
  return factSchema.safeParse({ ...proposal, reason: 'a', source: 'https://a.example/' }).success;
}
