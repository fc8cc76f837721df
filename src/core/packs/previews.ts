import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { modDecisions } from '../../../drizzle/schema.ts';
import { type Facts, shippedFacts } from '../../archive/known-mods/facts-file.ts';
import type { PreviewSum, PreviewTask } from '../../archive/preview.ts';
import type { ModDecision } from '../../archive/report.ts';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import type { NameReading } from '../../archive/zip/name-encoding.ts';
import type { Aside, Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { orderByPosition, type Page, type PageRequest, pageLimit, placeIn, toPage } from '../lists/pages.ts';
import type { SharedGood } from '../shared-goods.ts';
import { countByKept, type DecisionFilter, fitsFilter, isCounted } from './decisions.ts';
import { type ReadMods, readMods } from './inventory.ts';
import { createKeptWork } from './kept-work.ts';
import { listModPackFiles } from './mod-pack-files.ts';
import { findModPacks, type ModPack } from './mod-packs.ts';

/** The threads, as far as previews need them. */
export interface PreviewWork {
  /**
   * Works a preview out, reading the inventory and handing the decisions over piece by piece (see `inPieces`), these in the
   * inventory's order. Fails with TOO_MANY_REQUESTS or UNAVAILABLE when too many are waiting for theirs.
   */
  preview(
    task: PreviewTask,
    hooks: {
      readMods: ReadMods;
      takeDecisions: (piece: string) => void;
      signal: AbortSignal;
      caller: string;
    },
  ): Promise<PreviewSum>;
}

/** A decision with its position in the inventory. */
export interface PlacedDecision extends ModDecision {
  id: number;
}

/** A preview of a modpack, worked out on first use, once for all its parts. */
export interface Preview {
  /** The facts about mods that it is worked out with. */
  facts: Pick<Facts, 'number' | 'date'>;
  sum(): Promise<PreviewSum>;
  decisions(options: { request: PageRequest; filter: DecisionFilter }): Promise<Page<PlacedDecision>>;
  /** The number of decisions that fit. */
  count(filter: DecisionFilter): Promise<number>;
}

/** The modpack to preview, which has passed its check. */
export interface PreviewWanted {
  modPack: Pick<ModPack, 'id' | 'storageKey'>;
  baseFolder: string;
  /** The encoding in which the check read its names. */
  names?: NameReading | undefined;
  /** Where the local headers of archives in it are that hold account files. */
  accountArchives?: number[] | undefined;
  /** Jars that the catalogue should have been asked about, but was not. */
  unasked?: number | undefined;
  run: RunConfiguration;
  /** Cancels the wait, and the work once no caller waits for it. */
  signal: AbortSignal;
  /** The caller, as limits count callers. */
  caller: string;
  /** In which it is waited for: a connection that is held meanwhile may be the only one, by which the inventory is read. */
  aside: Aside;
}

export interface Previews {
  open(wanted: PreviewWanted): Preview;
}

/** Some decisions in a row, as JSON outside of the heap. */
interface Piece {
  json: Buffer;
  /** The position of the first. */
  from: number;
  count: number;
  keptCount: number;
}

/** A preview that has been worked out, small enough to be kept. */
interface WorkedOut {
  sum: PreviewSum;
  pieces: Piece[];
}

const order = orderByPosition<PlacedDecision>(modDecisions.position);

/**
 * Previews of server packs. Those that were asked for last are kept, as many bytes of them as there may be, so that their pages cost
 * no more work: what they are worked out of, a checked modpack, a run configuration and the facts of a number, never changes.
 */
export function createPreviews(
  {
    database,
    storage,
    work,
    facts = shippedFacts,
  }: {
    /** An inventory never changes, so it is read outside the query's snapshot, which would hold a connection. */
    database: Pick<Database, 'patient'>;
    storage: Pick<Storage, 'local'>;
    work: PreviewWork;
    facts?: () => Facts;
  },
  limits: { kept: SharedGood },
): Previews {
  const db = database.patient;
  const kept = createKeptWork<WorkedOut>(limits.kept, bytesOf);

  const workOut = async (
    { modPack, baseFolder, names, accountArchives, unasked, run, caller }: PreviewWanted,
    known: Facts,
    signal: AbortSignal,
  ) => {
    try {
      await using archive = await storage.local(modPack.storageKey);
      const named = await listModPackFiles(db, modPack.id);
      const fetched = named.map(({ path, size }) => ({ name: path, size }));
      const pieces: Piece[] = [];
      const sum = await work.preview(
        {
          archivePath: archive.path,
          baseFolder,
          names,
          accountArchives,
          unasked,
          fetched,
          facts: known,
          run,
        },
        {
          signal,
          caller,
          readMods: (from) => readMods({ db }, modPack.id, from),
          takeDecisions: (piece) => void pieces.push(toPiece(piece, pieces.at(-1))),
        },
      );
      return { sum, pieces };
    } catch (error) {
      // The archive goes with its modpack.
      if ((await findModPacks({ db }, [modPack.id])).length > 0) throw error;
      throw new AppError('NOT_FOUND', `Modpack ${modPack.id} has been deleted meanwhile.`);
    }
  };

  return {
    open(wanted) {
      const known = facts();
      let worked: Promise<WorkedOut> | null = null;
      const whole = () => {
        worked ??= wanted.aside(() =>
          kept.get(keyOf(wanted, known), (signal) => workOut(wanted, known, signal), wanted),
        );
        return worked;
      };
      return {
        facts: { number: known.number, date: known.date },
        sum: async () => (await whole()).sum,
        async decisions({ request, filter }) {
          const after = placeIn(order, 'after', request);
          const before = placeIn(order, 'before', request);
          const { pieces } = await whole();
          const page = { after, before, limit: pageLimit(request), fromEnd: request.fromEnd };
          return toPage(await cutOut(pieces, { ...page, filter }), order, request);
        },
        async count(filter) {
          const { pieces, sum } = await whole();
          if (isCounted(filter)) return countByKept(sum, filter);
          const all = { after: null, before: null, limit: Number.POSITIVE_INFINITY, fromEnd: false };
          return (await cutOut(pieces, { ...all, filter })).length;
        },
      };
    },
  };
}

function keyOf({ modPack, run }: PreviewWanted, { number }: Facts): string {
  return createHash('sha256')
    .update(JSON.stringify([modPack.id, modPack.storageKey, run, number]))
    .digest('base64');
}

function bytesOf({ sum, pieces }: WorkedOut): number {
  return pieces.reduce((bytes, { json }) => bytes + json.length, Buffer.byteLength(JSON.stringify(sum)));
}

function toPiece(piece: string, last: Piece | undefined): Piece {
  const decisions = decisionsOf(piece);
  return {
    json: Buffer.from(piece),
    from: last === undefined ? 0 : last.from + last.count,
    count: decisions.length,
    keptCount: decisions.filter(({ kept }) => kept).length,
  };
}

/** The piece comes from our own thread, so its form is trusted. */
function decisionsOf(piece: string): ModDecision[] {
  return JSON.parse(piece);
}

/** One page that is wanted of the decisions; places are positions in the inventory. */
interface PageWanted {
  filter: DecisionFilter;
  /** Only what lies after this position. */
  after: number | null;
  /** Only what lies before this position. */
  before: number | null;
  /** As many decisions as are enough: no piece is read once there are so many, and the last one read may have more. */
  limit: number;
  /** Counts from the end, and answers in that order. */
  fromEnd: boolean;
}

/** The page, read out of the pieces that have any of it: one in each turn of the event loop. */
async function cutOut(pieces: readonly Piece[], wanted: PageWanted): Promise<PlacedDecision[]> {
  const { filter, after, before, limit, fromEnd } = wanted;
  const { kept } = filter;
  const page: PlacedDecision[] = [];
  const isWanted = ({ id, ...decision }: PlacedDecision) =>
    id > (after ?? -1) && id < (before ?? Infinity) && fitsFilter(decision, filter);
  const mayHaveSome = ({ from, count, keptCount }: Piece) =>
    from + count - 1 > (after ?? -1) &&
    from < (before ?? Infinity) &&
    (kept === undefined || (kept ? keptCount : count - keptCount) > 0);
  const inTurn = pieces.filter(mayHaveSome);
  for (const { json, from } of fromEnd ? inTurn.toReversed() : inTurn) {
    if (page.length >= limit) break;
    const found = decisionsOf(json.toString())
      .map((decision, index) => ({ id: from + index, ...decision }))
      .filter(isWanted);
    page.push(...(fromEnd ? found.toReversed() : found));
    await turn();
  }
  return page;
}
