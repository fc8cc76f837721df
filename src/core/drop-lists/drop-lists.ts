import { and, desc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { dropLists, dropListVersions, tokens } from '../../../drizzle/schema.ts';
import type { CompleteRequest, RunConfiguration, UsedDropList } from '../../archive/run-configuration.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { countOfEach } from '../figures/totals.ts';
import { type LineCaller, mayChange, nameFault } from '../lines/line-rules.ts';
import {
  idsOfPages,
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
  toPages,
} from '../lists/pages.ts';
import { parseEntries, refuseTooMuch } from '../runs/run-request.ts';
import { dropListLimits, readDropListName, refuseLongLists } from './drop-list-rules.ts';

export type DropList = typeof dropLists.$inferSelect;

/** The prefixes of a version, which may have some hundred kilobytes: they are read only where they are asked for. */
const { clientOnly, keep, ...versionColumns } = getTableColumns(dropListVersions);
type Prefixes = Pick<typeof dropListVersions.$inferSelect, 'clientOnly' | 'keep'>;

/** A version of a drop list, with the name of the token or subject that saved it. */
export type DropListVersion = Omit<typeof dropListVersions.$inferSelect, keyof Prefixes> & {
  savedBy: string | null;
};

const newestFirst = orderById<DropList>(dropLists.id, true);
const newestVersionFirst = orderById<DropListVersion>(dropListVersions.id, true);

/** The drop lists with these ids, in no particular order. */
export function findDropLists({ db }: { db: Queries }, ids: readonly number[]): Promise<DropList[]> {
  return db
    .select()
    .from(dropLists)
    .where(inArray(dropLists.id, [...ids]));
}

/** The drop list with this name, or null. */
export async function findDropList({ db }: { db: Queries }, name: string): Promise<DropList | null> {
  if (nameFault(name) !== null) return null;
  const [list] = await db.select().from(dropLists).where(eq(dropLists.name, name));
  return list ?? null;
}

/** A page of all drop lists, the newest first. */
export async function listDropLists({ db }: { db: Queries }, request: PageRequest): Promise<Page<DropList>> {
  const found = await db
    .select()
    .from(dropLists)
    .where(and(...pageConditions(newestFirst, request)))
    .orderBy(...pageOrder(newestFirst, request))
    .limit(pageLimit(request));
  return toPage(found, newestFirst, request);
}

export function countDropLists({ db }: { db: Queries }): Promise<number> {
  return db.$count(dropLists);
}

/** A page of each list's versions, the newest first, in the order of the lists. */
export async function listVersionsOfLists(
  { db }: { db: Queries },
  ids: readonly number[],
  { request }: { request: PageRequest },
): Promise<Page<DropListVersion>[]> {
  const { id, dropListId: parent } = dropListVersions;
  const order = newestVersionFirst;
  const found = await selectVersions(db)
    .where(idsOfPages({ id, parent, order }, ids, request))
    .orderBy(...pageOrder(order, request));
  return toPages(found, order, { parentIds: ids, parentOf: (row) => row.dropListId, request });
}

/** How many versions each list has, in the order of the lists. */
export function countVersionsOfLists({ db }: { db: Queries }, ids: readonly number[]): Promise<number[]> {
  return countOfEach({ db }, dropListVersions.dropListId, ids);
}

/** A version of a list, the newest for null; null where the list has none with this number. */
export async function findDropListVersion(
  { db }: { db: Queries },
  { dropListId, version }: { dropListId: number; version: number | null },
): Promise<DropListVersion | null> {
  const isVersion = version === null ? undefined : eq(dropListVersions.version, version);
  const [found] = await selectVersions(db)
    .where(and(eq(dropListVersions.dropListId, dropListId), isVersion))
    .orderBy(desc(dropListVersions.id))
    .limit(1);
  return found ?? null;
}

/** The prefixes of these versions, in their order; null for a deleted one. */
export async function findPrefixes(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<(Prefixes | null)[]> {
  const { id } = dropListVersions;
  const found = await db
    .select({ id, clientOnly, keep })
    .from(dropListVersions)
    .where(inArray(id, [...ids]));
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.map((one) => byId.get(one) ?? null);
}

function selectVersions(db: Queries) {
  return db
    .select({
      ...versionColumns,
      savedBy: sql<string | null>`coalesce(${tokens.name}, ${dropListVersions.subject})`,
    })
    .from(dropListVersions)
    .leftJoin(tokens, eq(tokens.id, dropListVersions.tokenId));
}

/**
 * Looks the drop lists of a request up, once: the run keeps what they hold now. Fails with INVALID_INPUT for a name or
 * version that does not exist.
 */
export async function withDropLists(
  { db }: { db: Queries },
  request: CompleteRequest,
): Promise<RunConfiguration> {
  return { ...request, dropLists: await findUsedLists({ db }, request.dropLists) };
}

/** The drop lists of these names; the default list for null. Fails with INVALID_INPUT. */
export async function findUsedLists(
  { db }: { db: Queries },
  names: readonly string[] | null,
): Promise<UsedDropList[]> {
  const { name } = dropLists;
  const { version } = dropListVersions;
  const newestOf = async (...conditions: SQL[]) => {
    const [found] = await db
      .select({ name, version, clientOnly, keep })
      .from(dropLists)
      .innerJoin(dropListVersions, eq(dropListVersions.dropListId, dropLists.id))
      .where(and(...conditions))
      .orderBy(desc(version))
      .limit(1);
    return found;
  };
  if (names === null) {
    const found = await newestOf(eq(dropLists.isDefault, true));
    return found === undefined ? [] : [found];
  }
  const used: UsedDropList[] = [];
  for (const text of names) {
    const named = readDropListName(text);
    const isVersion = named.version === null ? [] : [eq(version, named.version)];
    const found = await newestOf(eq(name, named.name), ...isVersion);
    if (found === undefined)
      throw new AppError('INVALID_INPUT', `There is no drop list ${text}.`, { field: 'dropLists' });
    used.push(found);
  }
  refuseLongLists(used);
  return used;
}

/** The content of a drop list, as a request gives it. */
export interface DropListInput {
  name: string;
  clientOnly: readonly string[];
  keep: readonly string[];
}

/**
 * Saves a new version of a list, which the caller creates by its first one; the same content makes no new version.
 * Fails with FORBIDDEN without a token or for another owner's list, with INVALID_INPUT, or with CONFLICT for an owner
 * of too many lists.
 */
export async function saveDropList(
  { db }: Pick<Database, 'db'>,
  input: DropListInput,
  by: LineCaller,
): Promise<DropList> {
  const who = { tokenId: by.tokenId, subject: by.tokenId === null ? by.subject : null };
  if (who.tokenId === null && who.subject === null) {
    const message =
      'A drop list belongs to who has named it, so a token is needed to name one: send it as "Authorization: Bearer <token>".';
    throw new AppError('FORBIDDEN', message);
  }
  const content = { clientOnly: parsePrefixes('clientOnly', input), keep: parsePrefixes('keep', input) };
  refuseTooMuch(content);
  const { name } = input;
  const fault = nameFault(name);
  if (fault !== null)
    throw new AppError('INVALID_INPUT', `The name of a drop list ${fault}.`, { field: 'name' });
  return db.transaction(async (tx) => {
    const list = (await lockDropList(tx, name)) ?? (await createDropList(tx, name, who));
    demandOwn(list, by);
    const [newest] = await tx
      .select()
      .from(dropListVersions)
      .where(eq(dropListVersions.dropListId, list.id))
      .orderBy(desc(dropListVersions.version))
      .limit(1);
    if (newest && textOf(newest) === textOf(content)) return list;
    const version = (newest?.version ?? 0) + 1;
    await tx.insert(dropListVersions).values({ dropListId: list.id, version, ...content, ...who });
    await tx
      .delete(dropListVersions)
      .where(
        and(
          eq(dropListVersions.dropListId, list.id),
          lte(dropListVersions.version, version - dropListLimits.versions),
        ),
      );
    return list;
  });
}

function parsePrefixes(field: 'clientOnly' | 'keep', input: DropListInput): string[] {
  return [...new Set(parseEntries(field, input[field]))].toSorted();
}

function textOf({ clientOnly, keep }: Prefixes): string {
  return JSON.stringify([clientOnly, keep]);
}

async function createDropList(
  tx: Queries,
  name: string,
  owner: Pick<DropList, 'tokenId' | 'subject'>,
): Promise<DropList> {
  const isOwned =
    owner.tokenId === null
      ? sql`${dropLists.subject} = ${owner.subject}`
      : eq(dropLists.tokenId, owner.tokenId);
  if ((await tx.$count(dropLists, isOwned)) >= dropListLimits.ofOwner)
    throw new AppError('CONFLICT', `You have ${dropListLimits.ofOwner} drop lists: delete one of them.`);
  await tx
    .insert(dropLists)
    .values({ name, ...owner })
    .onConflictDoNothing();
  const list = await lockDropList(tx, name);
  if (list) return list;
  throw new AppError('CONFLICT', `The drop list ${name} has been deleted meanwhile. Try again.`);
}

async function lockDropList(tx: Queries, name: string): Promise<DropList | undefined> {
  const [list] = await tx.select().from(dropLists).where(eq(dropLists.name, name)).for('update');
  return list;
}

/** Whether the caller may save versions of the list and delete it. */
export function mayChangeList({ tokenId, subject }: DropList, by: LineCaller): boolean {
  return mayChange({ project: null, tokenId, subject }, by);
}

function demandOwn(list: DropList, by: LineCaller): void {
  if (mayChangeList(list, by)) return;
  throw new AppError(
    'FORBIDDEN',
    `The drop list ${list.name} belongs to somebody else. Choose another name.`,
  );
}

/** Deletes a list with its versions; runs keep what they used. Fails with NOT_FOUND or FORBIDDEN. */
export async function deleteDropList(
  { db }: Pick<Database, 'db'>,
  name: string,
  by: LineCaller,
): Promise<number> {
  return db.transaction(async (tx) => {
    const list = nameFault(name) === null ? await lockDropList(tx, name) : undefined;
    if (!list) throw noDropList(name);
    demandOwn(list, by);
    await tx.delete(dropLists).where(eq(dropLists.id, list.id));
    return list.id;
  });
}

/** Makes runs that name no lists use this one, or no longer. Fails with NOT_FOUND. */
export async function setDefaultDropList(
  { db }: Pick<Database, 'db'>,
  { name, isDefault }: { name: string; isDefault: boolean },
): Promise<DropList> {
  return db.transaction(async (tx) => {
    // Two concurrent changes would otherwise both set a default.
    await tx.execute(sql`lock table ${dropLists} in share row exclusive mode`);
    const isNamed = nameFault(name) === null ? eq(dropLists.name, name) : sql`false`;
    if (isDefault) await tx.update(dropLists).set({ isDefault: false }).where(eq(dropLists.isDefault, true));
    const [list] = await tx.update(dropLists).set({ isDefault }).where(isNamed).returning();
    if (!list) throw noDropList(name);
    return list;
  });
}

function noDropList(name: string): AppError {
  return new AppError('NOT_FOUND', `There is no drop list ${JSON.stringify(name.slice(0, 100))}.`);
}
