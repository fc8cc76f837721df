import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm';
import { z } from 'zod';
import {
  followedLines,
  lineNews,
  lines,
  modPacks,
  modPackTotals,
  queuedRuns,
  runConfigurations,
  type Source,
  serverPacks,
} from '../../../drizzle/schema.ts';
import type { LineOverrides, RunRequest, StoredOverrides } from '../../archive/run-configuration.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { asArray } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import { isStorable } from '../lists/filters.ts';
import {
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
} from '../lists/pages.ts';
import { lockModPackRow } from '../packs/row-locks.ts';
import { refuseQuarantined } from '../packs/scans.ts';
import { findServerPacks, type ServerPack } from '../packs/server-packs.ts';
import { parseRunRequest, type RunLimits } from '../runs/run-request.ts';
import { requireUploadedJars } from '../runs/uploaded-jars.ts';
import {
  followsLine,
  inheritOverrides,
  type LineCaller,
  lineNameFault,
  lineOfProject,
  mayChange,
  noOverrides,
  overridesOf,
} from './line-rules.ts';

const { overrides: _overrides, ...columns } = getTableColumns(lines);

/** A line in lists and lookups. */
export type Line = Omit<typeof lines.$inferSelect, 'overrides'>;

/**
 * The line that a modpack is to join, and who claims it: a caller by name, or the service for the project that it was
 * fetched from.
 */
export interface LineClaim {
  of: { name: string } | { platform: Source; projectID: string };
  by: LineCaller;
}

/** A line that a modpack is about to join. */
export interface JoinedLine {
  id: number;
  /** Null for a line that an uploader has named. */
  project: string | null;
  /** Overrides that a version without its own inherits. */
  overrides: StoredOverrides;
  /** Whether the claimant may change the line. */
  isOwn: boolean;
}

/** Excludes lines that are being deleted. */
const isKept = isNull(lines.deleting);

/** The lines with these ids, in no particular order. */
export function findLines({ db }: { db: Queries }, ids: readonly number[]): Promise<Line[]> {
  return db
    .select(columns)
    .from(lines)
    .where(and(inArray(lines.id, [...ids]), isKept));
}

/** The line with this name, or null. */
export async function findLine({ db }: { db: Queries }, name: string): Promise<Line | null> {
  if (!isStorable(name)) return null;
  const [line] = await db
    .select(columns)
    .from(lines)
    .where(and(eq(lines.name, name), isKept));
  return line ?? null;
}

/** The line with this name. Fails with NOT_FOUND. */
export async function demandLine(database: { db: Queries }, name: string): Promise<Line> {
  const line = await findLine(database, name);
  if (!line) throw noLine(name);
  return line;
}

export function noLine(name: string): AppError {
  return new AppError('NOT_FOUND', `There is no line ${JSON.stringify(name.slice(0, 100))}.`);
}

const newestFirst = orderById<Line>(lines.id, true);

/** A page of all lines, the newest first. */
export async function listLines({ db }: { db: Queries }, request: PageRequest): Promise<Page<Line>> {
  const found = await db
    .select(columns)
    .from(lines)
    .where(and(isKept, ...pageConditions(newestFirst, request)))
    .orderBy(...pageOrder(newestFirst, request))
    .limit(pageLimit(request));
  return toPage(found, newestFirst, request);
}

export function countLines({ db }: { db: Queries }): Promise<number> {
  return db.$count(lines, isKept);
}

/** The overrides of these lines, in no particular order. */
export async function findLineOverrides(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<{ id: number; overrides: LineOverrides }[]> {
  const found = await db
    .select({ id: lines.id, overrides: lines.overrides })
    .from(lines)
    .where(inArray(lines.id, [...ids]));
  return found.map(({ id, overrides }) => ({ id, overrides: overridesOf(overrides) }));
}

/** Totals over the versions of a line. */
export interface LineTotals {
  id: number;
  downloads: number;
  /** Votes that the server packs work minus votes that they fail. */
  confirmedWorking: number;
}

/** The totals of these lines over their listed versions, in no particular order; a line without versions has no row. */
export function findLineTotals({ db }: { db: Queries }, ids: readonly number[]): Promise<LineTotals[]> {
  return db
    .select({
      id: sql<number>`${modPacks.lineId}`,
      downloads: sum(modPackTotals.downloads).mapWith(Number),
      confirmedWorking: sum(modPackTotals.confirmedWorking).mapWith(Number),
    })
    .from(modPacks)
    .innerJoin(modPackTotals, eq(modPackTotals.modPackId, modPacks.id))
    .where(and(inArray(modPacks.lineId, [...ids]), sql`not ${modPacks.hidden}`))
    .groupBy(modPacks.lineId);
}

/** The pinned version, or any that its platform still offers. */
const isOffered = sql`case when ${lines.pinnedId} is null then ${modPacks.withdrawn} is null else ${modPacks.id} = ${lines.pinnedId} end`;

const offeredRows = z.array(z.object({ of: z.int(), serverPackId: z.int() }));

/** The newest server pack that each of these lines, or of these versions, offers; in no particular order. */
export async function findLatest(
  { db }: { db: Queries },
  { of, ids }: { of: 'line' | 'version'; ids: readonly number[] },
): Promise<{ of: number; serverPack: ServerPack }[]> {
  const { lineId, modPackId, id } = runConfigurations;
  const [parents, isOf]: [SQL, SQL] =
    of === 'line'
      ? [sql`${lines}`, sql`${lineId} = ${lines.id} and ${isOffered}`]
      : [sql`${modPacks}`, sql`${lineId} = ${modPacks.lineId} and ${modPackId} = ${modPacks.id}`];
  const parent = of === 'line' ? lines.id : modPacks.id;
  const found = offeredRows.parse(
    await rows(
      db,
      sql`select ${parent} as "of", newest.id as "serverPackId" from ${parents} cross join lateral (
        select ${serverPacks.id} from ${runConfigurations}
        join ${serverPacks} on ${serverPacks.runConfigurationId} = ${id}
        ${of === 'line' ? sql`join ${modPacks} on ${modPacks.id} = ${modPackId}` : sql``}
        where ${isOf} and not ${modPacks.hidden} order by ${modPacks.lineOrder} desc, ${modPackId} desc, ${id} desc limit 1
      ) as newest where ${parent} = any(${asArray(ids)}::int[])`,
    ),
  );
  const packs = await findServerPacks(
    { db },
    found.map((one) => one.serverPackId),
  );
  const byId = new Map(packs.map((pack) => [pack.id, pack]));
  return found.flatMap(({ of: one, serverPackId }) => {
    const serverPack = byId.get(serverPackId);
    return serverPack ? [{ of: one, serverPack }] : [];
  });
}

/**
 * The server pack that a line offers now. Fails with NOT_FOUND, with NOT_READY while there is none, or with GONE in
 * quarantine.
 */
export async function demandLatest(database: { db: Queries }, name: string): Promise<ServerPack> {
  const line = await demandLine(database, name);
  const [latest] = await findLatest(database, { of: 'line', ids: [line.id] });
  if (!latest) throw new AppError('NOT_READY', `The line ${name} has no server pack yet.`);
  await refuseQuarantined(database, latest.serverPack.modPackId);
  return latest.serverPack;
}

/** The lines of the projects with these ids on any platform, in no particular order. */
export async function findLinesOfProjects(
  { db }: { db: Queries },
  projectIDs: readonly string[],
): Promise<{ projectID: string; name: string }[]> {
  const projects = projectIDs.flatMap((projectID) =>
    (['MODRINTH', 'CURSEFORGE', 'FTB'] as const).map((platform) => `${platform}:${projectID}`),
  );
  const found = await db
    .select({ name: lines.name, project: lines.project })
    .from(lines)
    .where(inArray(lines.project, projects));
  return found.map(({ name, project }) => ({ name, projectID: project?.split(':')[1] ?? '' }));
}

/**
 * The request with the overrides of the line that its modpack is to join. Fails as `joinLine` does, before anything is
 * stored.
 */
export async function readForLine(
  { db }: { db: Queries },
  claim: LineClaim,
  request: RunRequest,
): Promise<RunRequest> {
  const known = keyOfClaim(claim);
  if (known === null) return request;
  if (known.project === null && !isStorable(known.name)) demandName(claim.by, known.name);
  const [line] = await db
    .select()
    .from(lines)
    .where(and(eq(lines.name, known.name), isKept));
  if (!line) {
    if (known.project === null) demandName(claim.by, known.name);
    return request;
  }
  demandOwn(line, claim);
  return inheritOverrides(request, line.overrides);
}

/**
 * The line of a claim, created for its first version; the transaction's lock keeps it from being deleted. Null for a
 * project whose id fits into no address. Fails with FORBIDDEN when the claimant may not add to the line, with
 * INVALID_INPUT for an invalid name, or when the line's versions are for another modloader.
 */
export async function joinLine(
  tx: Queries,
  claim: LineClaim,
  /** The modloader of the run; null where it does not matter. */
  modloader: ModloaderName | null,
): Promise<JoinedLine | null> {
  const known = keyOfClaim(claim);
  if (known === null) return null;
  const { by } = claim;
  const owner = { tokenId: by.tokenId, subject: by.tokenId === null ? by.subject : null };
  const values = {
    ...known,
    overrides: noOverrides,
    ...(known.project === null ? { modloader, ...owner } : {}),
  };
  let line = isStorable(known.name) ? await lockLine(tx, known.name) : undefined;
  if (!line) {
    if (known.project === null) demandName(by, known.name);
    await tx.insert(lines).values(values).onConflictDoNothing();
    line = await lockLine(tx, known.name);
  }
  if (!line) throw new AppError('CONFLICT', `The line ${known.name} has been deleted meanwhile. Try again.`);
  demandOwn(line, claim);
  // A line that was followed before it had a version gets its modloader here.
  if (line.modloader === null && line.project === null && modloader !== null)
    await tx.update(lines).set({ modloader }).where(eq(lines.id, line.id));
  if (line.modloader !== null && modloader !== null && line.modloader !== modloader) {
    const message = `The versions of the line ${line.name} are for ${line.modloader}, not ${modloader}. Give the pack for ${modloader} a line of its own.`;
    throw new AppError('INVALID_INPUT', message, { field: 'line' });
  }
  return { id: line.id, project: line.project, overrides: line.overrides, isOwn: mayChange(line, by) };
}

/** The line with this name, locked until the transaction ends. */
export async function lockLine(tx: Queries, name: string): Promise<typeof lines.$inferSelect | undefined> {
  const [line] = await tx
    .select()
    .from(lines)
    .where(and(eq(lines.name, name), isKept))
    .for('no key update');
  return line;
}

function keyOfClaim({ of }: LineClaim): { name: string; project: string | null } | null {
  return 'name' in of ? { name: of.name, project: null } : lineOfProject(of.platform, of.projectID);
}

/** Fails unless the caller may create a line with this name. */
function demandName({ tokenId, subject }: LineCaller, name: string): void {
  if (tokenId === null && subject === null) {
    const message =
      'A line belongs to who has named it, so a token is needed to name one: send it as "Authorization: Bearer <token>".';
    throw new AppError('FORBIDDEN', message);
  }
  const fault = lineNameFault(name);
  if (fault !== null) throw new AppError('INVALID_INPUT', `The name of a line ${fault}.`, { field: 'line' });
}

/** Fails unless the claim is for a project, or by a caller who may change the line. */
function demandOwn(line: Line, { of, by }: LineClaim): void {
  if (!('name' in of) || mayChange(line, by)) return;
  throw foreign(line);
}

function foreign({ name, project }: Line): AppError {
  const message =
    project === null
      ? `The line ${name} belongs to somebody else, who alone adds to it. Choose another name.`
      : `The line ${name} takes what the service itself fetches of that project: import it instead.`;
  return new AppError('FORBIDDEN', message);
}

/**
 * Whether the line offers the server pack of this run: for a line with an owner, only of the owner's runs. Servers that
 * follow a line unpack and start its server packs, so it offers zips only.
 */
export function isOfLine({ project, overrides, isOwn }: JoinedLine, request: RunRequest): boolean {
  if (request.format !== 'ZIP') return false;
  return isOwn || (project !== null && followsLine(request, overrides));
}

/** Stores the overrides of a version for later versions. */
export async function keepOverrides(tx: Queries, id: number, request: RunRequest): Promise<void> {
  await tx
    .update(lines)
    .set({ overrides: overridesOf(request) })
    .where(eq(lines.id, id));
}

/** The line of a modpack, as the caller who requests a run of it may use it; null for a modpack of no line. */
export async function lineOfModPack(
  tx: Queries,
  modPackId: number,
  by: LineCaller,
): Promise<JoinedLine | null> {
  const [found] = await tx
    .select({ line: lines })
    .from(modPacks)
    .innerJoin(lines, eq(lines.id, modPacks.lineId))
    .where(eq(modPacks.id, modPackId));
  if (!found) return null;
  const { id, project, overrides } = found.line;
  return { id, project, overrides, isOwn: mayChange(found.line, by) };
}

/** Whether the line offers a server pack of this version, or a run for one is under way. */
export async function isBuiltForLine(
  db: Queries,
  { modPackId, lineId }: { modPackId: number; lineId: number },
): Promise<boolean> {
  const { id } = runConfigurations;
  const built = await rows(
    db,
    sql`select ${id} from ${runConfigurations}
      where ${runConfigurations.lineId} = ${lineId} and ${runConfigurations.modPackId} = ${modPackId}
        and (exists (select from ${serverPacks} where ${serverPacks.runConfigurationId} = ${id})
          or exists (select from ${queuedRuns} where ${queuedRuns.runConfigurationId} = ${id})) limit 1`,
  );
  return built.length > 0;
}

/** Adds a modpack that was fetched again from a project to the project's line, if it is in no line. */
export async function joinStored(
  { db }: Pick<Database, 'db'>,
  { modPackId, lineOrder }: { modPackId: number; lineOrder: number | null },
  claim: LineClaim,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockModPackRow(tx, modPackId);
    const line = await joinLine(tx, claim, null);
    if (line === null) return;
    await tx
      .update(modPacks)
      .set({ lineId: line.id, ...(lineOrder === null ? {} : { lineOrder }) })
      .where(and(eq(modPacks.id, modPackId), isNull(modPacks.lineId)));
  });
}

/** A change of the overrides for all later versions; an absent field stays. */
export interface OverridesInput {
  clientMods?: readonly string[] | null | undefined;
  whitelistedMods?: readonly string[] | null | undefined;
  addedMods?: readonly string[] | null | undefined;
  includeFiles?: readonly string[] | null | undefined;
  excludeFiles?: readonly string[] | null | undefined;
  /** Empty: the pack's own. */
  serverProperties?: string | null | undefined;
}

/** Changes the overrides of a line. Fails with NOT_FOUND, FORBIDDEN or INVALID_INPUT. */
export async function changeOverrides(
  { database, config }: { database: Pick<Database, 'db'>; config: RunLimits },
  name: string,
  given: OverridesInput,
  by: LineCaller,
): Promise<Line> {
  return database.db.transaction(async (tx) => {
    const line = isStorable(name) ? await lockLine(tx, name) : undefined;
    if (!line) throw noLine(name);
    if (!mayChange(line, by)) throw foreign(line);
    const properties = given.serverProperties ?? line.overrides.serverProperties;
    const request = parseRunRequest(
      {
        startArgs: [],
        clientMods: given.clientMods ?? line.overrides.clientMods,
        whitelistedMods: given.whitelistedMods ?? line.overrides.whitelistedMods,
        addedMods: given.addedMods ?? line.overrides.addedMods,
        includeFiles: given.includeFiles ?? line.overrides.includeFiles,
        excludeFiles: given.excludeFiles ?? line.overrides.excludeFiles,
        serverProperties: properties === '' ? null : properties,
      },
      config,
    );
    if (given.addedMods) await requireUploadedJars({ db: tx }, request.addedMods);
    await keepOverrides(tx, line.id, request);
    return line;
  });
}

/** Gives a line a new update link, or none; earlier links stop working. Fails with NOT_FOUND or FORBIDDEN. */
export async function changeUpdateLink(
  { db }: Pick<Database, 'db'>,
  { name, isWanted }: { name: string; isWanted: boolean },
  by: LineCaller,
): Promise<Line> {
  return db.transaction(async (tx) => {
    const line = isStorable(name) ? await lockLine(tx, name) : undefined;
    if (!line) throw noLine(name);
    if (!mayChange(line, by)) throw foreign(line);
    const [changed] = await tx
      .update(lines)
      .set({ updateSecret: isWanted ? randomUUID() : null })
      .where(eq(lines.id, line.id))
      .returning(columns);
    if (!changed) throw noLine(name);
    return changed;
  });
}

/**
 * Makes a line offer this version only, or again its newest. Fails with NOT_FOUND, FORBIDDEN, or INVALID_INPUT for a
 * modpack that is not a version of it.
 */
export async function pinLine(
  { db }: Pick<Database, 'db'>,
  { name, modPackId }: { name: string; modPackId: number | null },
  by: LineCaller,
): Promise<Line> {
  return db.transaction(async (tx) => {
    if (modPackId !== null) await lockModPackRow(tx, modPackId);
    const line = isStorable(name) ? await lockLine(tx, name) : undefined;
    if (!line) throw noLine(name);
    if (!mayChange(line, by)) throw foreign(line);
    const isVersion = and(eq(modPacks.id, modPackId ?? 0), eq(modPacks.lineId, line.id));
    if (modPackId !== null && (await tx.$count(modPacks, isVersion)) === 0)
      throw new AppError('INVALID_INPUT', `Modpack ${modPackId} is no version of the line ${name}.`, {
        field: 'modPack',
      });
    await tx.update(lines).set({ pinnedId: modPackId }).where(eq(lines.id, line.id));
    return { ...line, pinnedId: modPackId };
  });
}

/**
 * Makes a modpack a version of a line, or of none. The line then offers the server pack of the modpack's first run.
 * Operators may assign every modpack, the owner of a line only modpacks uploaded with the same token. Fails with
 * NOT_FOUND, FORBIDDEN or INVALID_INPUT.
 */
export async function assignLine(
  { db }: Pick<Database, 'db'>,
  { modPackId, name }: { modPackId: number; name: string | null },
  by: LineCaller,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockModPackRow(tx, modPackId);
    const [modPack] = await tx
      .select({
        tokenId: modPacks.tokenId,
        lineId: modPacks.lineId,
        lineOrder: modPacks.lineOrder,
        dateCreated: modPacks.dateCreated,
      })
      .from(modPacks)
      .where(eq(modPacks.id, modPackId));
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
    const [first] = await tx
      .select({ id: runConfigurations.id, modloader: runConfigurations.modloader })
      .from(runConfigurations)
      .where(eq(runConfigurations.modPackId, modPackId))
      .orderBy(asc(runConfigurations.id))
      .limit(1);
    const isUploader = by.tokenId !== null && modPack.tokenId === by.tokenId;
    const [before] = modPack.lineId === null ? [] : await findLines({ db: tx }, [modPack.lineId]);
    const mayTake = by.isOperator || (before ? mayChange(before, by) : isUploader);
    if (!mayTake || (name !== null && !by.isOperator && !isUploader)) {
      const message = `Modpack ${modPackId} was not uploaded with this token, or is a version of a line of somebody else.`;
      throw new AppError('FORBIDDEN', message);
    }
    const line = name === null ? null : await joinLine(tx, { of: { name }, by }, first?.modloader ?? null);
    await tx
      .update(modPacks)
      .set({
        lineId: line?.id ?? null,
        // Uploads from before lines existed have no order yet.
        ...(modPack.lineOrder === 0 ? { lineOrder: modPack.dateCreated.getTime() } : {}),
      })
      .where(eq(modPacks.id, modPackId));
    if (before && before.id !== line?.id)
      await tx
        .update(lines)
        .set({ pinnedId: null })
        .where(and(eq(lines.id, before.id), eq(lines.pinnedId, modPackId)));
    await tx
      .update(runConfigurations)
      .set({ lineId: null })
      .where(and(eq(runConfigurations.modPackId, modPackId), isNotNull(runConfigurations.lineId)));
    if (line && first)
      await tx.update(runConfigurations).set({ lineId: line.id }).where(eq(runConfigurations.id, first.id));
  });
}

/** Rows that one statement detaches from a line. */
const portion = 500;

/**
 * Deletes a line; its versions stay, as modpacks of no line. From the first step on no request finds the line; after a
 * crash `finishDeletions` does the remaining steps. Fails with NOT_FOUND.
 */
export async function deleteLine(database: Pick<Database, 'db'>, id: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    // No other line can have this name, so the line's old name is free before the line is empty.
    const name = `deleted:${id}`;
    const [begun] = await tx
      .update(lines)
      .set({
        deleting: new Date(),
        name,
        project: sql`case when ${lines.project} is not null then ${name} end`,
      })
      .where(eq(lines.id, id))
      .returning({ id: lines.id });
    if (!begun) throw new AppError('NOT_FOUND', `There is no line ${id}.`);
    // No check adds versions to the line any more.
    await tx.delete(followedLines).where(eq(followedLines.lineId, id));
    await tx.delete(lineNews).where(eq(lineNews.lineId, id));
  });
  await emptyLine(database, id);
}

/** Continues the deletions that a crash has interrupted; returns their number. */
export async function finishDeletions(database: Pick<Database, 'db'>): Promise<number> {
  const begun = await database.db.select({ id: lines.id }).from(lines).where(isNotNull(lines.deleting));
  for (const { id } of begun) await emptyLine(database, id);
  return begun.length;
}

/**
 * Detaches all rows from a line that is being deleted, in batches, so that no caller waits long for a row, and then
 * deletes it, unless another process has; a row that was about to join is detached at the end.
 */
async function emptyLine({ db }: Pick<Database, 'db'>, id: number): Promise<void> {
  for (const table of [runConfigurations, modPacks] as const) {
    // Locked rows are left to the end, since waiting for several in any order may deadlock.
    const some = sql`(select ${table.id} from ${table} where ${table.lineId} = ${id} limit ${portion} for no key update skip locked)`;
    let left = portion;
    while (left === portion) {
      const rows = await db
        .update(table)
        .set({ lineId: null })
        .where(inArray(table.id, some))
        .returning({ id: table.id });
      left = rows.length;
    }
  }
  await db.transaction(async (tx) => {
    // The order in which rows are locked everywhere.
    await tx
      .select({ id: modPacks.id })
      .from(modPacks)
      .where(eq(modPacks.lineId, id))
      .orderBy(desc(modPacks.id))
      .for('update');
    await tx.delete(lines).where(eq(lines.id, id));
  });
}
