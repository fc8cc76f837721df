import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import {
  files,
  type ModPackReport,
  modPacks,
  modPackTotals,
  runConfigurations,
  type Source,
  type Status,
  scans,
  shownTitle,
} from '../../../drizzle/schema.ts';
import type { PackVersions } from '../../archive/manifests/differences.ts';
import { findZipEnd } from '../../archive/pack/is-zip.ts';
import type { RunConfiguration, RunRequest } from '../../archive/run-configuration.ts';
import type { Database, Queries } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import type { IncomingFile, Storage } from '../../storage/storage.ts';
import { withDropLists } from '../drop-lists/drop-lists.ts';
import { stepOf } from '../events/event-kinds.ts';
import { addEvents, findEventsOfRun, type Run, recordEvents } from '../events/events.ts';
import { type FigureKind, readTotal } from '../figures/figures.ts';
import { countOfEach, exactly, limitsFor, type Total, type TotalLimits, totalOf } from '../figures/totals.ts';
import { fileLock, idOf, withFile } from '../files/files.ts';
import { inheritOverrides, type LineCaller, overridesOf } from '../lines/line-rules.ts';
import {
  isBuiltForLine,
  isOfLine,
  joinLine,
  keepOverrides,
  type LineClaim,
  lineOfModPack,
  readForLine,
} from '../lines/lines.ts';
import { type FewIds, fewOf, isAmong, isFirst, oneFits } from '../lists/few.ts';
import { type DateRange, dateConditions, textEquals } from '../lists/filters.ts';
import { findNamed, type NameFilter, nameConditions } from '../lists/names.ts';
import {
  byId,
  idsOfPages,
  type Order,
  orderForDates,
  type Page,
  type PageRequest,
  pageConditions,
  pageHead,
  pageOrder,
  type SortKey,
  shapeOfPage,
  toPage,
  toPages,
  valuesOfPage,
} from '../lists/pages.ts';
import { type InnerNeeds, type UnpackInner, withInner } from '../previews/inner-archives.ts';
import type { ModloaderVersions } from '../runs/modloader-versions.ts';
import { queueRun } from '../runs/queued-runs.ts';
import {
  findRunConfigurations,
  insertRunConfiguration,
  type RunConfigurationRow,
  runConditions,
  withRunFiles,
} from '../runs/run-configurations.ts';
import {
  completeRun,
  parseRunRequest,
  type RunConfigurationInput,
  type RunLimits,
} from '../runs/run-request.ts';
import { requireUploadedJars } from '../runs/uploaded-jars.ts';
import { createOwnerSecret } from './owners.ts';
import type { ReadPackVersions } from './pack-versions.ts';
import { lockModPackOfContent } from './row-locks.ts';

// Lists leave out the report, which few readers need and `findReports` returns, and the hash, which only `owners.ts`
// uses.
const { report: _report, ownerSecretHash: _hash, ...columns } = getTableColumns(modPacks);

/** A modpack in lists and lookups, with columns of its file; `size` is in bytes. */
export type ModPack = Omit<typeof modPacks.$inferSelect, 'report' | 'ownerSecretHash'> & {
  size: number;
  sha256: string;
  storageKey: string;
  /** When the archive was removed after its check had refused it; null while it is stored. */
  removed: Date | null;
  /** Downloads of all server packs of the modpack. */
  downloads: number;
  /** Votes that the server packs work, minus votes that they fail. */
  confirmedWorking: number;
};

/** An accepted request: the modpack with its new run. */
export interface AcceptedRun {
  modPackId: number;
  runConfiguration: RunConfigurationRow;
  /** Whether the caller sent the archive with the request. */
  isSent?: boolean;
  /**
   * Proves that the caller uploaded the modpack; returned only this once. Absent where a token or sign-in is the proof.
   */
  ownerSecret?: string;
}

/** A run to be counted for an account. */
export interface RunToSettle {
  modPackId: number;
  /** Size of the modpack in bytes. */
  size: number;
  /** Whether this request stored the modpack, so that it counts as an upload. */
  isUpload: boolean;
}

/** The account that a run is counted for. */
export interface RunAccount {
  /** The token that owns the rows; null without one. */
  tokenId: number | null;
  /** The sign-in subject that owns an uploaded modpack where there is no token. */
  subject?: string | null;
  /** Whether an upload without a token or subject gets an owner secret. */
  wantsSecret?: boolean;
  /** The caller whose queue limit this run counts against. */
  caller: string;
  /** Called inside the transaction, before the run is queued; throwing undoes the whole transaction. */
  settle?(tx: Queries, run: RunToSettle): Promise<void>;
}

/** The platform of a modpack, with the platform's own ids; empty without one. */
export interface ModPackOrigin {
  source: Source;
  projectID: string;
  versionID: string;
}

/** A received archive, and the run configuration of its first server pack. */
export interface ModPackUpload {
  file: IncomingFile;
  name: string;
  runConfiguration: RunConfigurationInput;
  /** Absent for uploads. */
  origin?: ModPackOrigin;
  /** The line that the modpack becomes a version of; none when absent. */
  line?: LineClaim | null;
  /** Rises with each version of the line; default: now. */
  lineOrder?: number | null;
}

const uploaded: ModPackOrigin = { source: 'ZIP', projectID: '', versionID: '' };

const noAccount: RunAccount = { tokenId: null, caller: 'nobody' };

export interface UploadNeeds {
  database: Database;
  storage: Storage;
  versions: ModloaderVersions;
  readVersions: ReadPackVersions;
  unpackInner: UnpackInner;
  config: RunLimits & InnerNeeds['config'] & { sharedLimits: Pick<SharedLimits, 'queue'> };
}

export const modPackColumns = {
  ...columns,
  size: files.size,
  sha256: files.sha256,
  storageKey: files.storageKey,
  removed: files.removed,
  downloads: modPackTotals.downloads,
  confirmedWorking: modPackTotals.confirmedWorking,
};

function select(db: Queries) {
  return db
    .select(modPackColumns)
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .innerJoin(modPackTotals, eq(modPackTotals.modPackId, modPacks.id));
}

const kept = createStatements<ModPack>();

/** The modpacks with these ids, in no particular order. */
export function findModPacks({ db }: { db: Queries }, ids: readonly number[]): Promise<ModPack[]> {
  const { shape, values, condition } = byId(modPacks.id, ids);
  return kept.rows(db, shape, values, (own) => select(own).where(condition));
}

/** The check's facts about each archive as a whole; null before a check has passed. */
export function findReports(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<{ id: number; report: ModPackReport | null }[]> {
  return db
    .select({ id: modPacks.id, report: modPacks.report })
    .from(modPacks)
    .where(inArray(modPacks.id, [...ids]));
}

/**
 * Accepts an uploaded archive: stores it for good, then commits its rows, its QUEUED event and its job in one
 * transaction. Once this resolves, the run will be finished even if this process dies. For content that was refused and
 * removed before, the old modpack is restored. Fails with INVALID_INPUT, EMPTY_FILE, NOT_A_ZIP or DUPLICATE_MOD_PACK,
 * with FORBIDDEN for another caller's line, or with UNAVAILABLE when the queue is full, or when versions are missing
 * and the pack cannot be read for them; the caller of this function then discards the received bytes.
 */
export async function uploadModPack(
  needs: UploadNeeds,
  upload: ModPackUpload,
  account: RunAccount = noAccount,
): Promise<AcceptedRun> {
  // Checks everything that needs no unpacking first.
  const parsed = parseRunRequest(upload.runConfiguration, needs.config);
  await requireUploadedJars(needs.database, parsed.addedMods);
  const request = upload.line ? await readForLine(needs.database, upload.line, parsed) : parsed;
  // Checked before storing: after an earlier upload of the same received file, its bytes have moved into the store.
  await refuseDuplicate(needs.database.db, upload.file.sha256);
  const { caller } = account;
  return withInner(needs, { outer: upload.file, caller }, (file) =>
    takeModPack(needs, { ...upload, file }, request, account),
  );
}

async function takeModPack(
  { database, storage, versions, readVersions, config }: UploadNeeds,
  upload: ModPackUpload,
  request: RunRequest,
  account: RunAccount,
): Promise<AcceptedRun> {
  await refuseNoZip(upload.file);
  const complete = await completeRun(request, () => readVersions(upload.file.path, account.caller));
  await versions.verify(complete);
  const run = await withDropLists(database, complete);
  const { sha256, size } = upload.file;
  const { tokenId, subject = null, wantsSecret = false } = account;
  const record = async (tx: Queries, storageKey: string) => {
    const known = await lockModPackOfContent(tx, sha256);
    // Another request may have uploaded the same bytes meanwhile.
    if (known?.removed === null) await refuseDuplicate(tx, sha256);
    const line = upload.line ? await joinLine(tx, upload.line, run.modloader) : null;
    // A modpack of a platform's project is shared by all callers and has no owner.
    const isOwned = wantsSecret && tokenId === null && subject === null && (line?.project ?? null) === null;
    const own = isOwned ? createOwnerSecret() : null;
    const file = withFile(tx, { sha256, size, storageKey });
    const values = {
      fileId: idOf(file),
      name: upload.name,
      status: 'QUEUED',
      renamed: false,
      title: null,
      tokenId,
      subject: tokenId === null ? subject : null,
      ownerSecretHash: own?.hash ?? null,
      hidden: false,
      lineId: line?.id ?? null,
      lineOrder: upload.lineOrder ?? Date.now(),
      ...(upload.origin ?? uploaded),
    } as const;
    // A removed modpack is restored with its old row.
    const [modPack] = known
      ? await tx
          .with(file)
          .update(modPacks)
          .set(values)
          .where(eq(modPacks.id, known.id))
          .returning({ id: modPacks.id })
      : await tx.with(file).insert(modPacks).values(values).returning({ id: modPacks.id });
    if (!modPack) throw new Error('The database answered no row for a modpack.');
    if (line?.isOwn) await keepOverrides(tx, line.id, request);
    await account.settle?.(tx, { modPackId: modPack.id, size, isUpload: true });
    const lineId = line && isOfLine(line, request) ? line.id : null;
    const started = await queueNewRun(tx, config, modPack.id, { run, lineId }, account);
    await addEvents(tx, started.ids, [stepOf('QUEUED')]);
    const accepted = { ...started.accepted, isSent: upload.origin === undefined };
    return own ? { ...accepted, ownerSecret: own.secret } : accepted;
  };
  return database.exclusively(fileLock(sha256), async (held) => {
    const storageKey = await storage.publish(upload.file);
    return held.transaction((tx) => record(tx, storageKey));
  });
}

/**
 * Queues another server pack of a stored modpack. Fails with INVALID_INPUT, with NOT_FOUND, or with GONE when the
 * modpack's archive has been removed.
 */
export async function requestServerPack(
  needs: UploadNeeds,
  request: { modPackId: number; runConfiguration: RunConfigurationInput; by?: LineCaller },
  account: RunAccount = noAccount,
): Promise<AcceptedRun> {
  const { database, versions } = needs;
  const requested = parseRunRequest(request.runConfiguration, needs.config);
  await requireUploadedJars(needs.database, requested.addedMods);
  const complete = await completeRun(requested, () =>
    storedVersions(needs, request.modPackId, account.caller),
  );
  await versions.verify(complete);
  const run = await withDropLists(database, complete);
  return database.db.transaction(async (tx) => {
    const modPack = await lockModPack(tx, request.modPackId);
    const line = request.by ? await lineOfModPack(tx, modPack.id, request.by) : null;
    await account.settle?.(tx, { modPackId: modPack.id, size: modPack.size, isUpload: false });
    const lineId = line && isOfLine(line, requested) ? line.id : null;
    return startRun(tx, needs.config, modPack.id, { run, lineId }, account);
  });
}

/**
 * Builds a stored version of a line with the values of its pack and the line's overrides. BUILT where the line already
 * offers a server pack of it, or a run for one is under way; ELSEWHERE where the modpack is not a version of the line,
 * or the caller may not build for the line. Fails as `requestServerPack` does.
 */
export async function buildForLine(
  needs: UploadNeeds,
  { modPackId, lineId, by }: { modPackId: number; lineId: number; by: LineCaller },
  account: RunAccount,
): Promise<AcceptedRun | 'BUILT' | 'ELSEWHERE'> {
  const { database, versions } = needs;
  const parsed = parseRunRequest({ startArgs: [], clientMods: [], whitelistedMods: [] }, needs.config);
  const complete = await completeRun(parsed, () => storedVersions(needs, modPackId, account.caller));
  await versions.verify(complete);
  const run = await withDropLists(database, complete);
  return database.db.transaction(async (tx) => {
    const modPack = await lockModPack(tx, modPackId);
    const line = await lineOfModPack(tx, modPackId, by);
    if (line?.id !== lineId || !isOfLine(line, inheritOverrides(parsed, line.overrides))) return 'ELSEWHERE';
    if (await isBuiltForLine(tx, { modPackId, lineId })) return 'BUILT';
    await account.settle?.(tx, { modPackId, size: modPack.size, isUpload: false });
    return startRun(
      tx,
      needs.config,
      modPackId,
      { run: { ...run, ...overridesOf(line.overrides) }, lineId },
      account,
    );
  });
}

/**
 * The versions that a stored modpack names, from its check's report, else from its archive. Fails with NOT_FOUND or
 * GONE.
 */
async function storedVersions(
  { database, storage, readVersions }: UploadNeeds,
  id: number,
  caller: string,
): Promise<PackVersions | null> {
  const [modPack] = await findModPacks(database, [id]);
  if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${id}.`);
  refuseRemoved(modPack);
  const [known] = await findReports(database, [id]);
  if (known?.report) return known.report.manifest;
  await using archive = await storage.local(modPack.storageKey);
  // Without `await`, the local copy would be disposed of before it is read.
  return await readVersions(archive.path, caller);
}

/**
 * Starts another run of a modpack whose last run failed, with a copy of its newest run configuration. Fails with
 * NOT_FOUND, with GONE when its archive has been removed, or with CONFLICT when it is not in state ERROR.
 */
export async function retryModPack(
  { database, config }: Pick<UploadNeeds, 'database' | 'config'>,
  modPackId: number,
  account: RunAccount = noAccount,
): Promise<AcceptedRun> {
  return database.db.transaction(async (tx) => {
    const modPack = await lockModPack(tx, modPackId);
    if (modPack.status !== 'ERROR') {
      const message = `Modpack ${modPackId} is in state ${modPack.status}; only one in state ERROR can be tried again.`;
      throw new AppError('CONFLICT', message, { modPackId });
    }
    const [newest] = await tx
      .select()
      .from(runConfigurations)
      .where(eq(runConfigurations.modPackId, modPackId))
      .orderBy(desc(runConfigurations.id))
      .limit(1);
    if (!newest) throw new Error('A modpack has no run configuration.');
    const run = await withRunFiles(tx, newest);
    return startRun(tx, config, modPackId, { run, lineId: newest.lineId }, account);
  });
}

/**
 * Starts another run for the run configuration of one that failed or was cancelled, with a copy of it. Fails with
 * NOT_FOUND, with GONE when the archive of its modpack has been removed, or with CONFLICT for any other run.
 */
export async function retryRun(
  { database, config }: Pick<UploadNeeds, 'database' | 'config'>,
  runConfigurationId: number,
  account: RunAccount = noAccount,
): Promise<AcceptedRun> {
  return database.db.transaction(async (tx) => {
    const [failed] = await findRunConfigurations({ db: tx }, [runConfigurationId]);
    if (!failed) throw new AppError('NOT_FOUND', `There is no run ${runConfigurationId}.`);
    const { id: modPackId } = await lockModPack(tx, failed.modPackId);
    const recorded = await findEventsOfRun(tx, runConfigurationId);
    if (!recorded.some(({ status }) => status === 'ERROR')) {
      const message = `Run ${runConfigurationId} has not failed; only one that ended in ERROR can be tried again.`;
      throw new AppError('CONFLICT', message, { modPackId });
    }
    const run = await withRunFiles(tx, failed);
    return startRun(tx, config, modPackId, { run, lineId: failed.lineId }, account);
  });
}

/**
 * Locks the modpack until the transaction ends. Fails with NOT_FOUND, or with GONE when its archive has been removed.
 */
async function lockModPack(tx: Queries, id: number): Promise<{ id: number; status: Status; size: number }> {
  const [modPack] = await tx
    .select({ id: modPacks.id, status: modPacks.status, size: files.size, removed: files.removed })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .where(eq(modPacks.id, id))
    .for('update', { of: modPacks });
  if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${id}.`);
  refuseRemoved(modPack);
  return modPack;
}

/** Fails with GONE when the archive of the modpack has been removed. */
export function refuseRemoved({ id, removed }: Pick<ModPack, 'id' | 'removed'>): void {
  if (removed === null) return;
  const message = `The archive of modpack ${id} was refused by its check and removed on ${removed.toISOString().slice(0, 10)}. Upload it again to have it checked once more.`;
  throw new AppError('GONE', message, { modPackId: id });
}

async function startRun(
  tx: Queries,
  ...run: Parameters<typeof queueNewRun> extends [Queries, ...infer Rest] ? Rest : never
): Promise<AcceptedRun> {
  const { accepted, ids } = await queueNewRun(tx, ...run);
  await recordEvents(tx, ids, [stepOf('QUEUED')]);
  return accepted;
}

async function queueNewRun(
  tx: Queries,
  { sharedLimits }: UploadNeeds['config'],
  modPackId: number,
  { run, lineId }: { run: RunConfiguration; lineId: number | null },
  { tokenId, caller }: RunAccount,
): Promise<{ accepted: AcceptedRun; ids: Run }> {
  const runConfiguration = await insertRunConfiguration(tx, modPackId, run, tokenId, lineId);
  const ids = { modPackId, runConfigurationId: runConfiguration.id };
  await queueRun(tx, ids, { caller, limits: sharedLimits.queue });
  return { accepted: { modPackId, runConfiguration }, ids };
}

/** Fails with EMPTY_FILE, or with NOT_A_ZIP for a file without a zip's end record. */
export async function refuseNoZip(file: IncomingFile): Promise<void> {
  const problem = await findZipEnd(file.path);
  if (problem === null) return;
  // A truncated archive lacks the end record.
  const code = problem.code === 'EMPTY_FILE' ? 'EMPTY_FILE' : 'NOT_A_ZIP';
  throw new AppError(code, problem.error, { field: 'file' });
}

async function refuseDuplicate(db: Queries, sha256: string): Promise<void> {
  const [existing] = await db
    .select({ id: modPacks.id, name: modPacks.name })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .where(and(eq(files.sha256, sha256), isNull(files.removed)));
  if (!existing) return;
  throw new AppError(
    'DUPLICATE_MOD_PACK',
    `This content is stored already, as modpack ${existing.id} ("${existing.name}", SHA-256 ${sha256}). ` +
      'Generate from that one to get a server pack with another run configuration.',
    { modPackId: existing.id },
  );
}

/** The modpack whose archive has this SHA-256, in any case, or null. */
export async function findModPackOfContent({ db }: { db: Queries }, sha256: string): Promise<ModPack | null> {
  const [modPack] = await select(db).where(and(...textEquals(files.sha256, sha256.toLowerCase())));
  return modPack ?? null;
}

/** Which modpacks to include; an absent field means all. */
export interface ModPackFilter extends NameFilter {
  status?: readonly Status[] | undefined;
  sha256?: string | undefined;
  dateCreated?: DateRange | undefined;
  /** Modpacks that have a run configuration with this modloader and this game version. */
  modloader?: ModloaderName | undefined;
  gameVersion?: string | undefined;
  /** Only modpacks in quarantine, or only others. */
  quarantined?: boolean | undefined;
  /** Whether to include hidden modpacks. */
  withHidden?: boolean | undefined;
}

export const modPackOrders = {
  CREATED_AT: null,
  NAME: { column: modPacks.name, kind: 'text', valueOf: ({ name }) => name },
  TITLE: {
    column: modPacks.title,
    value: shownTitle(modPacks),
    kind: 'text',
    valueOf: ({ title, name }) => title ?? name,
  },
  SIZE: { column: modPacks.fileSize, kind: 'number', valueOf: ({ size }) => size },
  DOWNLOADS: {
    column: modPackTotals.downloads,
    id: modPackTotals.modPackId,
    kind: 'number',
    valueOf: (modPack) => modPack.downloads,
  },
  VOTES: {
    column: modPackTotals.confirmedWorking,
    id: modPackTotals.modPackId,
    kind: 'number',
    valueOf: ({ confirmedWorking }) => confirmedWorking,
  },
} satisfies Record<string, SortKey<ModPack> | null>;

/**
 * The conditions that limit a page. In the order of the ids, they are given for both joined tables: with a bound for
 * only one, the planner may merge both from the other table's beginning.
 */
function cutOut(order: Order<ModPack>, request: PageRequest): SQL[] {
  const conditions = pageConditions(order, request);
  if (order.by !== null || order.date) return conditions;
  return [...conditions, ...pageConditions({ ...order, id: modPackTotals.modPackId }, request)];
}

/** The values of these conditions for the order of the ids. */
function valuesOfCut(request: PageRequest): number[] {
  return [...valuesOfPage(request), ...valuesOfPage(request)];
}

/**
 * The condition for a modpack in a list: a hidden modpack is found by its content, or where hidden ones are included.
 */
function listed({ sha256, withHidden }: ModPackFilter): SQL[] {
  return sha256 === undefined && !withHidden ? [notHidden] : [];
}

const notHidden = sql`not ${modPacks.hidden}`;

/** A page of the modpacks that fit the filter. */
export async function listModPacks(
  { db }: { db: Queries },
  { filter, order: given, request }: { filter: ModPackFilter; order: Order<ModPack>; request: PageRequest },
): Promise<Page<ModPack>> {
  const { filters, order } = await firstModPacks(db, filter, given, request);
  const isKept = modPackConditions(filter, 'first').length === 0 && order.by === null;
  const build = (own: Queries) =>
    select(own)
      .where(and(...filters, ...cutOut(order, request)))
      .orderBy(...pageHead(order, request, isKept));
  const rows = await (isKept
    ? kept.rows(db, shapeOfPage(order, request), valuesOfCut(request), build)
    : build(db));
  return toPage(rows, order, request);
}

const newestVersionFirst: Order<ModPack> = {
  name: 'LINE',
  id: modPacks.id,
  by: { column: modPacks.lineOrder, kind: 'number', valueOf: ({ lineOrder }) => lineOrder },
  descending: true,
};

/** A page of each line's listed versions, newest first, in the order of the line ids. */
export async function listVersionsOf(
  { db }: { db: Queries },
  lineIds: readonly number[],
  { request }: { request: PageRequest },
): Promise<Page<ModPack>[]> {
  const { id, lineId: parent } = modPacks;
  const order = newestVersionFirst;
  const rows = await select(db)
    .where(idsOfPages({ id, parent, order, conditions: [notHidden] }, lineIds, request))
    .orderBy(...pageOrder(order, request));
  return toPages(rows, order, { parentIds: lineIds, parentOf: ({ lineId }) => lineId ?? 0, request });
}

/** How many listed versions each line has, in the order of the lines. */
export function countVersionsOf({ db }: { db: Queries }, lineIds: readonly number[]): Promise<number[]> {
  return countOfEach({ db }, modPacks.lineId, lineIds, notHidden);
}

/** The number of modpacks that fit the filter, estimated beyond the limits. */
export async function countModPacks(
  { db }: { db: Queries },
  given: ModPackFilter,
  limits: TotalLimits,
): Promise<Total> {
  const figure = figureOf(given);
  if (figure) {
    const hidden = sql`select count(*) from ${modPacks} where ${and(modPacks.hidden, ...modPackConditions(given, 'all'))}`;
    return exactly(await readTotal({ db }, figure.kind, { keys: figure.keys, less: hidden }));
  }
  const filter = await narrowed(db, given);
  const fitting = db
    .select({ one: sql`1` })
    .from(modPacks)
    .where(and(...listed(given), ...modPackConditions(filter, 'all')));
  return totalOf({ db }, fitting.getSQL(), limitsFor(filter, limits));
}

/** The figure that counts the modpacks that fit the filter, or null. */
function figureOf({
  status,
  modloader,
  gameVersion,
  ...others
}: ModPackFilter): { kind: FigureKind; keys?: readonly string[] } | null {
  if (modPackConditions(others, 'all').length > 0) return null;
  const byStatus = { kind: 'MOD_PACKS_BY_STATUS' } as const;
  const [one = byStatus, ...more] = [
    ...(status ? [{ ...byStatus, keys: status }] : []),
    ...(modloader === undefined ? [] : [{ kind: 'MOD_PACKS_BY_MODLOADER' as const, keys: [modloader] }]),
    ...(gameVersion === undefined
      ? []
      : [{ kind: 'MOD_PACKS_BY_GAME_VERSION' as const, keys: [gameVersion] }]),
  ];
  return more.length === 0 ? one : null;
}

/** A filter whose selective parts are replaced by the few ids that fit them. */
type Narrowed = ModPackFilter & { among?: FewIds };

/** The conditions for a page, and its order. */
async function firstModPacks(
  db: Queries,
  filter: ModPackFilter,
  given: Order<ModPack>,
  request: PageRequest,
): Promise<{ filters: SQL[]; order: Order<ModPack> }> {
  const order = orderForDates(given, modPacks.dateCreated, filter.dateCreated);
  let found = await narrowed(db, filter);
  if (order.by !== null && !found.among) found = await ofFewDates(db, found);
  const filters = [...listed(filter), ...modPackConditions(found, 'first')];
  if (!found.among) return { filters, order };
  const sorted = { ...order, isSorted: true };
  const from = order.by?.id
    ? sql`${modPacks} join ${modPackTotals} on ${eq(modPackTotals.modPackId, modPacks.id)}`
    : sql`${modPacks}`;
  return { filters: [isFirst(modPacks.id, from, filters, sorted, request)], order: sorted };
}

/** Looks up the modpacks in quarantine, with a name or for versions, where they are few. */
async function narrowed(db: Queries, filter: ModPackFilter): Promise<Narrowed> {
  const { quarantined, ...unscanned } = filter;
  const shut = quarantined ? await fewOf(db, inQuarantine(db)) : null;
  if (shut) return { ...unscanned, among: shut };
  const { nameContains, modloader, gameVersion, ...others } = filter;
  const named = nameContains === undefined ? null : await findNamed({ db }, nameContains);
  if (named) return { ...others, modloader, gameVersion, among: named };
  if (modloader === undefined && gameVersion === undefined) return filter;
  const runs = db
    .select({ id: sql`${runConfigurations.modPackId}`.as('id') })
    .from(runConfigurations)
    .where(and(...runConditions({ modloader, gameVersion })));
  const among = await fewOf(db, runs);
  return among ? { ...others, nameContains, among } : filter;
}

/** Looks up the modpacks of a span of time, where they are few. */
async function ofFewDates(db: Queries, filter: ModPackFilter): Promise<Narrowed> {
  const conditions = dateConditions(modPacks.dateCreated, filter.dateCreated);
  if (conditions.length === 0) return filter;
  const among = await fewOf(
    db,
    db
      .select({ id: modPacks.id })
      .from(modPacks)
      .where(and(...conditions)),
  );
  return among ? { ...filter, dateCreated: undefined, among } : filter;
}

function inQuarantine(db: Queries) {
  return db
    .select({ id: sql`${scans.modPackId}`.as('id') })
    .from(scans)
    .where(sql`${scans.quarantined}`);
}

function modPackConditions(filter: Narrowed, wanted: 'all' | 'first'): SQL[] {
  const { modloader, gameVersion } = filter;
  const shut = sql`exists (select 1 from ${scans} where ${scans.modPackId} = ${modPacks.id} and ${scans.quarantined})`;
  const run = sql`select 1 from ${runConfigurations} where ${runConfigurations.modPackId} = ${modPacks.id}`;
  return [
    ...(filter.status ? [inArray(modPacks.status, [...filter.status])] : []),
    ...(filter.sha256 === undefined ? [] : textEquals(files.sha256, filter.sha256.toLowerCase())).map(
      (equal) => sql`${modPacks.fileId} in (select ${files.id} from ${files} where ${equal})`,
    ),
    ...(filter.quarantined === undefined ? [] : [filter.quarantined ? shut : sql`not ${shut}`]),
    ...(filter.among ? [isAmong(modPacks.id, filter.among)] : []),
    ...nameConditions(filter.nameContains, wanted),
    ...dateConditions(modPacks.dateCreated, filter.dateCreated),
    ...(modloader === undefined && gameVersion === undefined
      ? []
      : [oneFits(sql.join([run, ...runConditions({ modloader, gameVersion })], sql` and `), wanted)]),
  ];
}
