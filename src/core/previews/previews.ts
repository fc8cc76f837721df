import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { modDecisions } from '../../../drizzle/schema.ts';
import type { PreviewSum, PreviewTask } from '../../archive/build/preview.ts';
import { type Facts, shippedFacts } from '../../archive/known-mods/facts-file.ts';
import type { ModDecision } from '../../archive/report.ts';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import type { NameReading } from '../../archive/zip/name-encoding.ts';
import type { Aside, Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { SharedLimit } from '../../limits/shared-limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { idIn, orderByPosition, type Page, type PageRequest, pageLimit, toPage } from '../lists/pages.ts';
import { type ReadMods, readMods } from '../packs/inventory.ts';
import { listModPackFiles } from '../packs/mod-pack-files.ts';
import { findModPacks, type ModPack } from '../packs/mod-packs.ts';
import { countByKept, type DecisionFilter, fitsFilter, isCounted } from './decisions.ts';
import { createKeptWork } from './kept-work.ts';

/** The thread task that works previews out. */
export interface PreviewWork {
  /**
   * Works a preview out, reading the inventory and passing the decisions on piece by piece (see `inPieces`), in the
   * inventory's order. Fails with TOO_MANY_REQUESTS or UNAVAILABLE when too many tasks wait.
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
export interface PositionedDecision extends ModDecision {
  id: number;
}

/** A preview of a modpack, worked out on first use and shared by all its parts. */
export interface Preview {
  /** The facts about mods behind the preview. */
  facts: Pick<Facts, 'number' | 'date'>;
  sum(): Promise<PreviewSum>;
  decisions(options: { request: PageRequest; filter: DecisionFilter }): Promise<Page<PositionedDecision>>;
  /** The number of matching decisions. */
  count(filter: DecisionFilter): Promise<number>;
}

/** The modpack to preview, which has passed its check. */
export interface PreviewWanted {
  modPack: Pick<ModPack, 'id' | 'storageKey'>;
  baseFolder: string;
  /** The encoding in which the check read the names in the archive. */
  names?: NameReading | undefined;
  /** The offsets of the local headers of archives within the pack that hold account files. */
  accountArchives?: number[] | undefined;
  /** The number of jars about which the catalogue should have been asked, but was not. */
  unasked?: number | undefined;
  /** The arguments with which the author starts the game. */
  startArgs?: string[] | undefined;
  run: RunConfiguration;
  /** Cancels the wait, and the work once no other caller waits for it. */
  signal: AbortSignal;
  /** The caller's key in limits. */
  caller: string;
  /** Runs the wait without the query's connection, which may be the only one that can read the inventory. */
  aside: Aside;
}

export interface Previews {
  open(wanted: PreviewWanted): Preview;
}

/** Consecutive decisions, as JSON outside of the heap. */
interface Piece {
  json: Buffer;
  /** The position of the first decision. */
  from: number;
  count: number;
  keptCount: number;
}

/** A finished preview, small enough to be cached. */
interface WorkedOut {
  sum: PreviewSum;
  pieces: Piece[];
}

const order = orderByPosition<PositionedDecision>(modDecisions.position);

/**
 * Previews of server packs. Recent ones are cached up to a number of bytes, so that their pages cost no more work: a
 * checked modpack, a run configuration and the facts of a number never change.
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
  limits: { kept: SharedLimit },
): Previews {
  const db = database.patient;
  const kept = createKeptWork<WorkedOut>(limits.kept, bytesOf);

  const workOut = async (
    { modPack, baseFolder, names, accountArchives, unasked, startArgs, run, caller }: PreviewWanted,
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
          startArgs,
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
      // A deleted modpack has no archive any more.
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
          const after = idIn(order, 'after', request);
          const before = idIn(order, 'before', request);
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

/** Our own thread made the piece, so its format is trusted. */
function decisionsOf(piece: string): ModDecision[] {
  return JSON.parse(piece);
}

/** A requested page of the decisions, by positions in the inventory. */
interface PageWanted {
  filter: DecisionFilter;
  /** Only decisions after this position. */
  after: number | null;
  /** Only decisions before this position. */
  before: number | null;
  /** The number of decisions that suffice: no further piece is read then, and the last one read may have more. */
  limit: number;
  /** Whether to count from the end, and return in reverse order. */
  fromEnd: boolean;
}

/** The page, read from the pieces that contain a part of it, one piece per turn of the event loop. */
async function cutOut(pieces: readonly Piece[], wanted: PageWanted): Promise<PositionedDecision[]> {
  const { filter, after, before, limit, fromEnd } = wanted;
  const { kept } = filter;
  const page: PositionedDecision[] = [];
  const isWanted = ({ id, ...decision }: PositionedDecision) =>
    id > (after ?? -1) && id < (before ?? Infinity) && fitsFilter(decision, filter);
  const mayHaveSome = ({ from, count, keptCount }: Piece) =>
    from + count - 1 > (after ?? -1) &&
    from < (before ?? Infinity) &&
    (kept === undefined || (kept ? keptCount : count - keptCount) > 0);
  const inOrder = pieces.filter(mayHaveSome);
  for (const { json, from } of fromEnd ? inOrder.toReversed() : inOrder) {
    if (page.length >= limit) break;
    const found = decisionsOf(json.toString())
      .map((decision, index) => ({ id: from + index, ...decision }))
      .filter(isWanted);
    page.push(...(fromEnd ? found.toReversed() : found));
    await yieldToEventLoop();
  }
  return page;
}
