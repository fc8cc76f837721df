import DataLoader from 'dataloader';
import { modDecisions } from '../../drizzle/schema.ts';
import type { PageWanted, PlacedDecision, PreviewAnswer, PreviewTask } from '../archive/preview.ts';
import type { RunConfiguration } from '../archive/run-configuration.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import type { DecisionFilter } from './decisions.ts';
import { type ReadMods, readMods } from './inventory.ts';
import { listModPackFiles } from './mod-pack-files.ts';
import { findModPacks, type ModPack } from './mod-packs.ts';
import { orderByPosition, type Page, type PageRequest, pageLimit, placeIn, toPage } from './pages.ts';

/** The threads, as far as previews need them. */
export interface PreviewWork {
  /**
   * Works a preview out, reading the inventory piece by piece. Fails with UNAVAILABLE when too many are waiting for
   * theirs.
   */
  preview(task: PreviewTask, hooks: { readMods: ReadMods; signal: AbortSignal }): Promise<PreviewAnswer>;
}

/** What would become of a modpack. Worked out when it is asked for, with all that is asked for by then. */
export interface Preview {
  counts(): Promise<Omit<PreviewAnswer, 'pages'>>;
  decisions(options: { request: PageRequest; filter: DecisionFilter }): Promise<Page<PlacedDecision>>;
}

/** What is to be previewed: a checked modpack. */
export interface PreviewWanted {
  modPack: Pick<ModPack, 'id' | 'storageKey'>;
  baseFolder: string;
  run: RunConfiguration;
  /** Ends the work on it. */
  signal: AbortSignal;
}

const order = orderByPosition<PlacedDecision>(modDecisions.position);
/** With a page of nothing come the counts. */
const nothing: PageWanted = { kept: null, after: null, before: null, limit: 0, fromEnd: false };

/** A preview of a server pack. */
export function openPreview(
  {
    database,
    storage,
    work,
    batchScheduleFn,
  }: {
    /** An inventory never changes, so it is read by itself: as of the moment of a query, it would hold a connection. */
    database: Pick<Database, 'patient'>;
    storage: Pick<Storage, 'local'>;
    work: PreviewWork;
    /** Calls back once nobody is going to ask for more. */
    batchScheduleFn: (callback: () => void) => void;
  },
  { modPack, baseFolder, run, signal }: PreviewWanted,
): Preview {
  const modPackId = modPack.id;
  const db = database.patient;
  const workOut = async (pages: readonly PageWanted[]): Promise<PreviewAnswer> => {
    try {
      await using archive = await storage.local(modPack.storageKey);
      const named = await listModPackFiles(db, modPackId);
      const fetched = named.map(({ path, size }) => ({ name: path, size }));
      return await work.preview(
        { archivePath: archive.path, baseFolder, fetched, run, pages },
        { signal, readMods: (from) => readMods({ db }, modPackId, from) },
      );
    } catch (error) {
      // The archive goes with its modpack.
      if ((await findModPacks({ db }, [modPackId])).length > 0) throw error;
      throw new AppError('NOT_FOUND', `Modpack ${modPackId} has been deleted meanwhile.`);
    }
  };
  const answers = new DataLoader<PageWanted, { rows: PlacedDecision[]; answer: PreviewAnswer }, string>(
    async (pages) => {
      const answer = await workOut(pages);
      return answer.pages.map((rows) => ({ rows, answer }));
    },
    { batchScheduleFn, cacheKeyFn: (page) => JSON.stringify(page) },
  );
  return {
    counts: async () => (await answers.load(nothing)).answer,
    async decisions({ request, filter }) {
      const { rows } = await answers.load({
        kept: filter.kept ?? null,
        after: placeIn(order, 'after', request),
        before: placeIn(order, 'before', request),
        limit: pageLimit(request),
        fromEnd: request.fromEnd,
      });
      return toPage(rows, order, request);
    },
  };
}
