import type { CatalogueProject } from '../../fetching/modrinth.ts';
import type { Catalogue } from './catalogue.ts';

/** Questions to a catalogue about the jars of one check, asked while the check runs. To be disposed of. */
export interface CatalogueQuestions extends Disposable {
  /** Adds jars by their SHA-512. */
  about(sha512: readonly string[]): void;
  /** The answers about all jars, once the last has been added: as `projectsOf` of a catalogue. */
  answers(): Promise<ReadonlyMap<string, CatalogueProject | null>>;
}

/** Jars that are asked about together, and milliseconds that the first of them waits for others. */
const together = { most: 50, ms: 100 };

/** Asks as soon as there are some to ask about, so that a run waits in the end for the answer to its last question at most. */
export function openQuestions(catalogue: Catalogue, signal: AbortSignal): CatalogueQuestions {
  const asked = new Set<string>();
  const known = new Map<string, CatalogueProject | null>();
  const underWay: Promise<void>[] = [];
  let next: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  const ask = async (hashes: readonly string[]) => {
    for (const [hash, project] of await catalogue.projectsOf(hashes, signal)) known.set(hash, project);
  };
  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    if (next.length === 0) return;
    const asking = ask(next);
    // `answers()` reports the failure.
    asking.catch(() => undefined);
    underWay.push(asking);
    next = [];
  };
  return {
    about(sha512) {
      for (const hash of sha512) {
        if (asked.has(hash)) continue;
        asked.add(hash);
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
