import { EventEmitter, once } from 'node:events';

/** What callers know of a number that the service counts up or down. */
export interface Counted {
  /** What it said that it had counted. */
  sure: number;
  /** What may or may not have been counted, since no answer said so: no more than this up, and down. */
  maybeUp: number;
  maybeDown: number;
}

/** A modpack whose upload was answered with success. */
export interface KnownPack {
  modPackId: number;
  size: number;
  sha256: string;
  /** Whether it was uploaded with the token, on whose quota it counts. */
  byToken: boolean;
}

export interface SeenEvent {
  id: number;
  status: string;
  message: string;
}

/** All that the service has acknowledged to its callers. */
export interface Ledger {
  packs: KnownPack[];
  /** The runs of requests for another server pack, with their modpacks. */
  runs: Map<number, number>;
  /** Such requests that had no answer, or one that promises nothing. */
  maybeRuns: number;
  /** Votes of nobody in particular, by server packs. */
  votes: Map<number, Counted>;
  /** Votes of known voters, the last of each: by "server pack, voter". */
  voters: Map<string, 1 | -1>;
  downloads: { modPacks: Map<number, Counted>; serverPacks: Map<number, Counted> };
  /** What each subscriber has been told, in that order. */
  seen: SeenEvent[][];
  /** Tells of each answer that was as if nothing were wrong. */
  answers: EventEmitter<{ answer: [] }>;
}

export function openLedger(subscribers: number): Ledger {
  return {
    packs: [],
    runs: new Map(),
    maybeRuns: 0,
    votes: new Map(),
    voters: new Map(),
    downloads: { modPacks: new Map(), serverPacks: new Map() },
    seen: Array.from({ length: subscribers }, () => []),
    answers: new EventEmitter(),
  };
}

/** What is entered about this one. */
export function countedOf(counts: Map<number, Counted>, id: number): Counted {
  const known = counts.get(id) ?? { sure: 0, maybeUp: 0, maybeDown: 0 };
  counts.set(id, known);
  return known;
}

/** Waits for so many more answers; `signal` says that no more come. */
export async function heardAnswers({ answers }: Ledger, count: number, signal: AbortSignal): Promise<void> {
  for (let left = count; left > 0 && !signal.aborted; left -= 1) {
    await once(answers, 'answer', { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
