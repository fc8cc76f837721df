import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { files, modPacks, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type {
  CompareTask,
  ComparisonSum,
  FileDifference,
  ModDifference,
} from '../../archive/build/compare-packs.ts';
import type { Aside, Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { SharedLimit } from '../../limits/shared-limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { cutOf, type Page, type PageRequest, pageOfCut } from '../lists/pages.ts';
import { readModsOfRun } from '../packs/added-mods.ts';
import type { InventoryPiece } from '../packs/inventory.ts';
import { findServerPacks, javaOf, type ServerPack } from '../packs/server-packs.ts';
import { createKeptWork } from './kept-work.ts';

/** The thread task that compares server packs. */
export interface CompareWork {
  /**
   * Compares two server packs, reading their inventories and passing the lists on piece by piece (see `inPieces`).
   * Fails with TOO_MANY_REQUESTS or UNAVAILABLE when too many tasks wait.
   */
  compare(
    task: CompareTask,
    hooks: {
      readMods(of: keyof CompareTask, from: number): Promise<InventoryPiece>;
      takePiece(list: 'mods' | 'files', piece: string): void;
      signal: AbortSignal;
      caller: string;
    },
  ): Promise<ComparisonSum>;
}

/** A comparison of two server packs, worked out on first use and shared by all its parts. */
export interface Comparison {
  sum(): Promise<ComparisonSum>;
  mods(request: PageRequest): Promise<Page<ModDifference>>;
  files(request: PageRequest): Promise<Page<FileDifference>>;
}

export interface ComparisonWanted {
  first: ServerPack;
  second: ServerPack;
  /** Cancels the wait, and the work once no other caller waits for it. */
  signal: AbortSignal;
  /** The caller's key in limits. */
  caller: string;
  /** Runs the wait without the query's connection, which may be the only one that can read the inventories. */
  aside: Aside;
}

export interface Comparisons {
  open(wanted: ComparisonWanted): Comparison;
}

/** A list in pieces of JSON, outside of the heap, each with the index of its first row. */
interface KeptList {
  pieces: { json: Buffer; from: number }[];
  length: number;
}

interface WorkedOut {
  sum: ComparisonSum;
  mods: KeptList;
  files: KeptList;
}

/**
 * Comparisons of server packs. Recent ones are cached, so that their pages cost no more work: server packs never
 * change.
 */
export function createComparisons(
  {
    database,
    storage,
    work,
  }: {
    /** An inventory never changes, so it is read outside the query's snapshot, which would hold a connection. */
    database: Pick<Database, 'patient'>;
    storage: Pick<Storage, 'local'>;
    work: CompareWork;
  },
  limits: { kept: SharedLimit },
): Comparisons {
  const db = database.patient;
  const kept = createKeptWork<WorkedOut>(limits.kept, bytesOf);

  const workOut = async (
    { first, second, caller }: ComparisonWanted,
    signal: AbortSignal,
  ): Promise<WorkedOut> => {
    const packs = { first, second };
    try {
      await using one = await storage.local(first.storageKey);
      await using other = await storage.local(second.storageKey);
      const lists = { mods: emptyList(), files: emptyList() };
      const sum = await work.compare(
        { first: taskOf(first, one.path), second: taskOf(second, other.path) },
        {
          signal,
          caller,
          readMods: (of, from) => readModsOfRun({ db }, packs[of].runConfiguration)(from),
          takePiece: (list, piece) => append(lists[list], piece),
        },
      );
      return { sum, ...lists };
    } catch (error) {
      // Deleted server packs have no archives any more.
      const left = new Set((await findServerPacks({ db }, [first.id, second.id])).map(({ id }) => id));
      if (left.has(first.id) && left.has(second.id)) throw error;
      throw new AppError('NOT_FOUND', 'One of the server packs has been deleted meanwhile.');
    }
  };

  return {
    open(wanted) {
      const key = [wanted.first, wanted.second].map(({ id, storageKey }) => `${id} ${storageKey}`).join(' ');
      let worked: Promise<WorkedOut> | null = null;
      const whole = () => {
        worked ??= wanted.aside(() => kept.get(key, (signal) => workOut(wanted, signal), wanted));
        return worked;
      };
      return {
        sum: async () => (await whole()).sum,
        mods: async (request) => pageOf((await whole()).mods, request),
        files: async (request) => pageOf((await whole()).files, request),
      };
    },
  };
}

function taskOf(serverPack: ServerPack, path: string): CompareTask['first'] {
  const { gameVersion, modloader } = serverPack.runConfiguration;
  return { path, gameVersion, javaVersion: javaOf(serverPack), modloader };
}

function emptyList(): KeptList {
  return { pieces: [], length: 0 };
}

function append(list: KeptList, piece: string): void {
  list.pieces.push({ json: Buffer.from(piece), from: list.length });
  list.length += rowsOf(piece).length;
}

/** Our own thread made the piece, so its format is trusted. */
function rowsOf<Row>(piece: string): Row[] {
  return JSON.parse(piece);
}

function bytesOf({ sum, mods, files }: WorkedOut): number {
  return [...mods.pieces, ...files.pieces].reduce(
    (bytes, { json }) => bytes + json.length,
    Buffer.byteLength(JSON.stringify(sum)),
  );
}

/** The page, read from the pieces that contain a part of it. */
function pageOf<Row>({ pieces, length }: KeptList, request: PageRequest): Page<Row> {
  const cut = cutOf(length, request);
  const rows = pieces
    .filter(({ from }, index) => from < cut.end && (pieces[index + 1]?.from ?? length) > cut.start)
    .flatMap(({ json, from }) =>
      rowsOf<Row>(json.toString()).slice(Math.max(0, cut.start - from), Math.max(0, cut.end - from)),
    );
  return pageOfCut(rows, cut);
}

/**
 * The server pack that the line offered before this one: the newest of the previous version, for the same modloader,
 * that is neither hidden nor withdrawn. Null where there is none.
 */
export async function findServerPackBefore(
  { db }: { db: Queries },
  { id, runConfiguration }: Pick<ServerPack, 'id' | 'runConfiguration'>,
): Promise<ServerPack | null> {
  const [own] = await db
    .select({ lineId: modPacks.lineId, order: modPacks.lineOrder, modPackId: modPacks.id })
    .from(serverPacks)
    .innerJoin(modPacks, eq(modPacks.id, serverPacks.modPackId))
    .where(eq(serverPacks.id, id));
  if (!own || own.lineId === null) return null;
  const { lineId, modloader, modPackId } = runConfigurations;
  const [before] = await db
    .select({ id: serverPacks.id })
    .from(runConfigurations)
    .innerJoin(modPacks, eq(modPacks.id, modPackId))
    .innerJoin(serverPacks, eq(serverPacks.runConfigurationId, runConfigurations.id))
    .where(
      sql`${lineId} = ${own.lineId} and not ${modPacks.hidden} and ${modPacks.withdrawn} is null and ${modloader} = ${runConfiguration.modloader} and (${modPacks.lineOrder}, ${modPackId}) < (${own.order}, ${own.modPackId})`,
    )
    .orderBy(sql`${modPacks.lineOrder} desc, ${modPackId} desc, ${runConfigurations.id} desc`)
    .limit(1);
  if (!before) return null;
  const [found] = await findServerPacks({ db }, [before.id]);
  return found ?? null;
}

/**
 * Whether a line's build comes before another one in the order of its versions. Where the other one, which a server
 * has, is deleted here, the numbers of their run configurations decide.
 */
export async function isBuiltBefore(
  { db }: { db: Queries },
  own: number,
  other: { lineId: number; id: number },
): Promise<boolean> {
  const { id, lineId, modPackId } = runConfigurations;
  const [newest, second] = await db
    .select({ id })
    .from(runConfigurations)
    .innerJoin(modPacks, eq(modPacks.id, modPackId))
    .where(and(inArray(id, [own, other.id]), eq(lineId, other.lineId)))
    .orderBy(desc(modPacks.lineOrder), desc(modPackId), desc(id));
  return second ? newest?.id === other.id : other.id > own;
}

/**
 * The server pack that a line built of the modpack with this SHA-256, for servers that run it: for this run
 * configuration, or the newest where that is null. Null where there is none.
 */
export async function findServerPackOf(
  { db }: { db: Queries },
  {
    lineId,
    sha256,
    runConfigurationId,
  }: { lineId: number; sha256: string; runConfigurationId: number | null },
): Promise<ServerPack | null> {
  const [newest] = await db
    .select({ id: serverPacks.id })
    .from(files)
    .innerJoin(modPacks, eq(modPacks.fileId, files.id))
    .innerJoin(runConfigurations, eq(runConfigurations.modPackId, modPacks.id))
    .innerJoin(serverPacks, eq(serverPacks.runConfigurationId, runConfigurations.id))
    .where(
      and(
        eq(files.sha256, sha256),
        eq(modPacks.hidden, false),
        eq(runConfigurations.lineId, lineId),
        ...(runConfigurationId === null ? [] : [eq(runConfigurations.id, runConfigurationId)]),
      ),
    )
    .orderBy(desc(runConfigurations.id))
    .limit(1);
  if (!newest) return null;
  const [found] = await findServerPacks({ db }, [newest.id]);
  return found ?? null;
}
