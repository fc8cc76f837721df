import type { CatalogueProject } from '../../fetching/modrinth.ts';
import type { Catalogue } from './catalogue.ts';

/** Requests to a catalogue about the jars of one check, sent while the check runs. To be disposed of. */
export interface CatalogueQueries extends Disposable {
  /** Adds jars by their SHA-512. */
  about(sha512: readonly string[]): void;
  /** The answers about all jars, once the last one was added; in the form of a catalogue's `projectsOf`. */
  answers(): Promise<ReadonlyMap<string, CatalogueProject | null>>;
}

/** Most jars of one request, and milliseconds that the first of them waits for others. */
const together = { most: 50, ms: 100 };

/** Sends requests as soon as there are jars, so that a run waits at its end for the last answer only. */
export function openQueries(catalogue: Catalogue, signal: AbortSignal): CatalogueQueries {
  const requested = new Set<string>();
  const known = new Map<string, CatalogueProject | null>();
  const underWay: Promise<void>[] = [];
  let next: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  const request = async (hashes: readonly string[]) => {
    for (const [hash, project] of await catalogue.projectsOf(hashes, signal)) known.set(hash, project);
  };
  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    if (next.length === 0) return;
    const answer = request(next);
    // `answers()` reports the failure.
    answer.catch(() => undefined);
    underWay.push(answer);
    next = [];
  };
  return {
    about(sha512) {
      for (const hash of sha512) {
        if (requested.has(hash)) continue;
        requested.add(hash);
        next.push(hash);
        if (next.length >= together.most) begin();
        else timer ??= setTimeout(begin, together.ms);
      }
    },
    async answers() {
      begin();
      await Promise.all(underWay);
      return known;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
