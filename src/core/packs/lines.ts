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
import type { LineWishes, RunRequest } from '../../archive/run-configuration.ts';
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
import { lockModPackRow } from '../row-locks.ts';
import { parseRunRequest, type RunLimits } from '../runs/run-request.ts';
import {
  followsLine,
  inheritWishes,
  type LineCaller,
  lineNameFault,
  lineOfProject,
  mayChange,
  noWishes,
  wishesOf,
} from './line-rules.ts';
import { refuseQuarantined } from './scans.ts';
import { findServerPacks, type ServerPack } from './server-packs.ts';

const { wishes: _wishes, ...columns } = getTableColumns(lines);

/** A line as lists and lookups answer it. */
export type Line = Omit<typeof lines.$inferSelect, 'wishes'>;

/** Of which line a modpack is to be a version, and who says so: a name, or a project as which the service has fetched it. */
export interface LineClaim {
  of: { name: string } | { platform: Source; projectID: string };
  by: LineCaller;
}

/** A line that a modpack is about to join. */
export interface JoinedLine {
  id: number;
  /** Null for a line that an uploader has named. */
  project: string | null;
  /** Wishes that a version without its own inherits. */
  wishes: LineWishes;
  /** Whether who claims it may change it. */
  isOwn: boolean;
}

/** Not for a line that is being deleted. */
const isKept = isNull(lines.deleting);

/** The lines with these ids, in no order. */
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

/** The same, which fails with NOT_FOUND. */
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

/** The wishes of these lines, in no order. */
export function findLineWishes(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<{ id: number; wishes: LineWishes }[]> {
  return db
    .select({ id: lines.id, wishes: lines.wishes })
    .from(lines)
    .where(inArray(lines.id, [...ids]));
}

/** Totals over the versions of a line. */
export interface LineTotals {
  id: number;
  downloads: number;
  /** Votes that it works minus votes that it fails. */
  confirmedWorking: number;
}

/** The totals of these lines over their listed versions, in no order; a line without any has none. */
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

/** A pinned version, or one that its platform still offers. */
const isHandedOut = sql`case when ${lines.pinnedId} is null then ${modPacks.withdrawn} is null else ${modPacks.id} = ${lines.pinnedId} end`;

const handedOut = z.array(z.object({ of: z.int(), serverPackId: z.int() }));

/** The newest server pack that each of these lines, or each of these versions, hands out; in no order. */
export async function findLatest(
  { db }: { db: Queries },
  { of, ids }: { of: 'line' | 'version'; ids: readonly number[] },
): Promise<{ of: number; serverPack: ServerPack }[]> {
  const { lineId, modPackId, id } = runConfigurations;
  const [parents, isOf]: [SQL, SQL] =
    of === 'line'
      ? [sql`${lines}`, sql`${lineId} = ${lines.id} and ${isHandedOut}`]
      : [sql`${modPacks}`, sql`${lineId} = ${modPacks.lineId} and ${modPackId} = ${modPacks.id}`];
  const parent = of === 'line' ? lines.id : modPacks.id;
  const found = handedOut.parse(
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

/** The server pack that a line hands out now. Fails with NOT_FOUND, with NOT_READY while it has none, or with GONE in quarantine. */
export async function demandLatest(database: { db: Queries }, name: string): Promise<ServerPack> {
  const line = await demandLine(database, name);
  const [latest] = await findLatest(database, { of: 'line', ids: [line.id] });
  if (!latest) throw new AppError('NOT_READY', `The line ${name} has no server pack yet.`);
  await refuseQuarantined(database, latest.serverPack.modPackId);
  return latest.serverPack;
}

/** The lines of projects with these ids on any platform, in no order. */
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

/** The request with the wishes of the line that its modpack is to join. Fails as `joinLine` does, before anything is stored. */
export async function readForLine(
  { db }: { db: Queries },
  claim: LineClaim,
  request: RunRequest,
): Promise<RunRequest> {
  const known = placeOf(claim);
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
  return inheritWishes(request, line.wishes);
}

/**
 * The line of a claim, which is made when it is the first: the transaction keeps it from being deleted. Null for a project
 * whose id no address can hold. Fails with FORBIDDEN when others may not add to it, with INVALID_INPUT for a name that is
 * none, or when its versions are for another modloader.
 */
export async function joinLine(
  tx: Queries,
  claim: LineClaim,
  /** For which its run is; null where that does not matter. */
  modloader: ModloaderName | null,
): Promise<JoinedLine | null> {
  const known = placeOf(claim);
  if (known === null) return null;
  const { by } = claim;
  const owner = { tokenId: by.tokenId, subject: by.tokenId === null ? by.subject : null };
  const values = { ...known, wishes: noWishes, ...(known.project === null ? { modloader, ...owner } : {}) };
  let line = isStorable(known.name) ? await lockLine(tx, known.name) : undefined;
  if (!line) {
    if (known.project === null) demandName(by, known.name);
    await tx.insert(lines).values(values).onConflictDoNothing();
    line = await lockLine(tx, known.name);
  }
  if (!line) throw new AppError('CONFLICT', `The line ${known.name} has been deleted meanwhile. Try again.`);
  demandOwn(line, claim);
  // That of a line that was followed before it had a version.
  if (line.modloader === null && line.project === null && modloader !== null)
    await tx.update(lines).set({ modloader }).where(eq(lines.id, line.id));
  if (line.modloader !== null && modloader !== null && line.modloader !== modloader) {
    const message = `The versions of the line ${line.name} are for ${line.modloader}, not ${modloader}. Give the pack for ${modloader} a line of its own.`;
    throw new AppError('INVALID_INPUT', message, { field: 'line' });
  }
  return { id: line.id, project: line.project, wishes: line.wishes, isOwn: mayChange(line, by) };
}

/** The line with this name, which others cannot change until the transaction ends. */
export async function lockLine(tx: Queries, name: string): Promise<typeof lines.$inferSelect | undefined> {
  const [line] = await tx
    .select()
    .from(lines)
    .where(and(eq(lines.name, name), isKept))
    .for('no key update');
  return line;
}

function placeOf({ of }: LineClaim): { name: string; project: string | null } | null {
  return 'name' in of ? { name: of.name, project: null } : lineOfProject(of.platform, of.projectID);
}

/** Fails unless the caller may make a line with this name. */
function demandName({ tokenId, subject }: LineCaller, name: string): void {
  if (tokenId === null && subject === null) {
    const message =
      'A line belongs to who has named it, so a token is needed to name one: send it as "Authorization: Bearer <token>".';
    throw new AppError('FORBIDDEN', message);
  }
  const fault = lineNameFault(name);
  if (fault !== null) throw new AppError('INVALID_INPUT', `The name of a line ${fault}.`, { field: 'line' });
}

/** Fails unless the claim is by a project, or by who may change the line. */
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
 * Whether the line hands out what a run of its version builds: of a line with an owner, what the owner has asked for. Those who
 * follow a line unpack what they get and start it, so it hands out zips alone.
 */
export function isOfLine({ project, wishes, isOwn }: JoinedLine, request: RunRequest): boolean {
  if (request.format !== 'ZIP') return false;
  return isOwn || (project !== null && followsLine(request, wishes));
}

/** Keeps the wishes of a version for the ones after it. */
export async function keepWishes(tx: Queries, id: number, request: RunRequest): Promise<void> {
  await tx
    .update(lines)
    .set({ wishes: wishesOf(request) })
    .where(eq(lines.id, id));
}

/** The line whose version a modpack is, as who asks for a run of it finds it; null for one of no line. */
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
  const { id, project, wishes } = found.line;
  return { id, project, wishes, isOwn: mayChange(found.line, by) };
}

/** Whether the line hands out a server pack of this version, or a run for one is under way. */
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

/** Has what was fetched once more, as a project, join the line of that where it is in none. */
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

/** A change of the wishes for all versions to come; an absent field stays. */
export interface WishesInput {
  clientMods?: readonly string[] | null | undefined;
  whitelistedMods?: readonly string[] | null | undefined;
  includeFiles?: readonly string[] | null | undefined;
  excludeFiles?: readonly string[] | null | undefined;
  /** Empty: the pack's own. */
  serverProperties?: string | null | undefined;
}

/** Changes the wishes of a line. Fails with NOT_FOUND, FORBIDDEN or INVALID_INPUT. */
export async function changeWishes(
  { database, config }: { database: Pick<Database, 'db'>; config: RunLimits },
  name: string,
  given: WishesInput,
  by: LineCaller,
): Promise<Line> {
  return database.db.transaction(async (tx) => {
    const line = isStorable(name) ? await lockLine(tx, name) : undefined;
    if (!line) throw noLine(name);
    if (!mayChange(line, by)) throw foreign(line);
    const properties = given.serverProperties ?? line.wishes.serverProperties;
    const request = parseRunRequest(
      {
        startArgs: [],
        clientMods: given.clientMods ?? line.wishes.clientMods,
        whitelistedMods: given.whitelistedMods ?? line.wishes.whitelistedMods,
        includeFiles: given.includeFiles ?? line.wishes.includeFiles,
        excludeFiles: given.excludeFiles ?? line.wishes.excludeFiles,
        serverProperties: properties === '' ? null : properties,
      },
      config,
    );
    await keepWishes(tx, line.id, request);
    return line;
  });
}

/** Gives a line another update link, or none; links before it work no more. Fails with NOT_FOUND or FORBIDDEN. */
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
 * Has a line hand out this version alone, or again its newest. Fails with NOT_FOUND, FORBIDDEN, or INVALID_INPUT for a
 * modpack that is none of its versions.
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
 * Makes a modpack a version of a line, or of none. The line then hands out what the modpack was first built for. An
 * operator may do so with every modpack, the owner of a line with what was uploaded with the same token. Fails with
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
        // Uploads from before there were lines.
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

/** Rows that leave a line in one statement. */
const portion = 500;

/**
 * Deletes a line; its versions stay, as modpacks of no line. Nobody finds it from the first step on; where a crash comes between the
 * steps, `finishDeletions` does the others. Fails with NOT_FOUND.
 */
export async function deleteLine(database: Pick<Database, 'db'>, id: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    // No line can have this name, so that whoever wants the one that it had need not wait until it is empty.
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
    // No look adds to it any more.
    await tx.delete(followedLines).where(eq(followedLines.lineId, id));
    await tx.delete(lineNews).where(eq(lineNews.lineId, id));
  });
  await emptyLine(database, id);
}

/** Goes on with the deletions that a crash has cut; returns their number. */
export async function finishDeletions(database: Pick<Database, 'db'>): Promise<number> {
  const begun = await database.db.select({ id: lines.id }).from(lines).where(isNotNull(lines.deleting));
  for (const { id } of begun) await emptyLine(database, id);
  return begun.length;
}

/**
 * Has all leave a line that is being deleted, in portions, so that nobody waits long for a row, and then deletes it, unless somebody else
 * has: what was about to join it leaves it at the end.
 */
async function emptyLine({ db }: Pick<Database, 'db'>, id: number): Promise<void> {
  for (const table of [runConfigurations, modPacks] as const) {
    // A row that somebody has locked is left to the end, since waiting for several in any order may be a deadlock.
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
    // In the order in which rows are locked everywhere.
    await tx
      .select({ id: modPacks.id })
      .from(modPacks)
      .where(eq(modPacks.lineId, id))
      .orderBy(desc(modPacks.id))
      .for('update');
    await tx.delete(lines).where(eq(lines.id, id));
  });
}
