import { and, asc, eq, gt, inArray, lt, max, type SQL, sql } from 'drizzle-orm';
import { lineNews, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import {
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
} from '../lists/pages.ts';

/** That a version of a line is withdrawn, or offered again. */
export type LineNews = typeof lineNews.$inferSelect;

/** Which news are meant; an absent field means all. */
export interface LineNewsFilter {
  lineId?: number | undefined;
}

const channel = 'line_news';
/** Days for which news are kept. */
const keptDays = 30;
const oldestFirst = orderById<LineNews>(lineNews.id);

/**
 * Records what happened to versions of a line, of those alone that the line has handed out: nobody was told of others.
 * Has to come last in its transaction, as the lock that keeps ids in commit order is held from here on.
 */
export async function recordLineNews(
  tx: Queries,
  lineId: number,
  happened: readonly Pick<LineNews, 'modPackId' | 'kind'>[],
): Promise<LineNews[]> {
  if (happened.length === 0) return [];
  const built = await tx
    .selectDistinct({ modPackId: runConfigurations.modPackId })
    .from(runConfigurations)
    .innerJoin(serverPacks, eq(serverPacks.runConfigurationId, runConfigurations.id))
    .where(
      and(
        eq(runConfigurations.lineId, lineId),
        inArray(
          runConfigurations.modPackId,
          happened.map(({ modPackId }) => modPackId),
        ),
      ),
    );
  const known = new Set(built.map(({ modPackId }) => modPackId));
  const told = happened.filter(({ modPackId }) => known.has(modPackId));
  if (told.length === 0) return [];
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('line_news'))`);
  const old = sql`clock_timestamp() - make_interval(days => ${keptDays})`;
  await tx.delete(lineNews).where(lt(lineNews.dateCreated, old));
  const rows = await tx
    .insert(lineNews)
    .values(told.map(({ modPackId, kind }) => ({ lineId, modPackId, kind })))
    .returning();
  await tx.execute(sql`select pg_notify(${channel}, '')`);
  return rows;
}

/** The news with these ids, in no order. */
export function findLineNews({ db }: { db: Queries }, ids: readonly number[]): Promise<LineNews[]> {
  return db
    .select()
    .from(lineNews)
    .where(inArray(lineNews.id, [...ids]));
}

/** A page of the news that fit the filter, the oldest first. */
export async function listLineNews(
  { db }: { db: Queries },
  filter: LineNewsFilter,
  request: PageRequest,
): Promise<Page<LineNews>> {
  const found = await db
    .select()
    .from(lineNews)
    .where(and(...conditions(filter), ...pageConditions(oldestFirst, request)))
    .orderBy(...pageOrder(oldestFirst, request))
    .limit(pageLimit(request));
  return toPage(found, oldestFirst, request);
}

export function countLineNews({ db }: { db: Queries }, filter: LineNewsFilter): Promise<number> {
  return db.$count(lineNews, and(...conditions(filter)));
}

function conditions({ lineId }: LineNewsFilter): SQL[] {
  return lineId === undefined ? [] : [eq(lineNews.lineId, lineId)];
}

/** Tells of news of lines, on whichever node they came. */
export interface LineNewsBoard extends AsyncDisposable {
  /** All news after the id `after` that fit the filter, once and in order; without it only those to come. */
  follow(filter: LineNewsFilter, after?: number): AsyncIterableIterator<LineNews, undefined>;
}

/** Starts to listen for news. Those who have all up to now share one reading of what is new. */
export async function openLineNews(database: Database): Promise<LineNewsBoard> {
  const readers = new Set<NewsReader>();
  let newest: { upTo: number; page: Promise<LineNews[]> } | null = null;
  const wake = () => {
    newest = null;
    for (const reader of readers) reader.wake();
  };
  const newestId = async () => {
    const [row] = await database.db.select({ id: max(lineNews.id) }).from(lineNews);
    return row?.id ?? 0;
  };
  const pageAfter = (upTo: number) => {
    if (newest?.upTo === upTo) return newest.page;
    const query = database.db.select().from(lineNews).where(gt(lineNews.id, upTo));
    const page = query.orderBy(asc(lineNews.id)).limit(batch).execute();
    if (newest === null || newest.upTo < upTo) newest = { upTo, page };
    // A failure is told to those who wait for it; who comes afterwards asks anew.
    page.catch(() => {
      if (newest?.page === page) newest = null;
    });
    return page;
  };
  const unlisten = await database.listen(channel, wake, wake);
  return {
    follow(filter, after) {
      const from = after === undefined ? newestId() : Promise.resolve(after);
      const reader = new NewsReader(pageAfter, { filter, from }, () => readers.delete(reader));
      readers.add(reader);
      return reader;
    },
    async [Symbol.asyncDispose]() {
      await unlisten();
      for (const reader of [...readers]) await reader.return();
    },
  };
}

/** News that are read at a time. */
const batch = 100;

/** Written out by hand, since an async generator cannot be ended while it waits. */
class NewsReader implements AsyncIterableIterator<LineNews, undefined> {
  readonly #pageAfter: (id: number) => Promise<LineNews[]>;
  readonly #filter: LineNewsFilter;
  readonly #onEnd: () => void;
  /** The id up to which all were read. */
  #upTo: Promise<number>;
  #ready: LineNews[] = [];
  #ended = false;
  #mayBeMore = true;
  #awake = Promise.withResolvers<void>();

  constructor(
    pageAfter: (id: number) => Promise<LineNews[]>,
    { filter, from }: { filter: LineNewsFilter; from: Promise<number> },
    onEnd: () => void,
  ) {
    this.#pageAfter = pageAfter;
    this.#filter = filter;
    this.#onEnd = onEnd;
    this.#upTo = from;
    // It is told by the first `next()`.
    this.#upTo.catch(() => {});
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  wake(): void {
    this.#mayBeMore = true;
    this.#awake.resolve();
  }

  async next(): Promise<IteratorResult<LineNews, undefined>> {
    try {
      return await this.#read();
    } catch (error) {
      // A failed iterator gets no `return()` from its consumer.
      await this.return();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<LineNews, undefined>> {
    if (!this.#ended) this.#onEnd();
    this.#ended = true;
    this.#awake.resolve();
    return { done: true, value: undefined };
  }

  async #read(): Promise<IteratorResult<LineNews, undefined>> {
    while (!this.#ended) {
      const news = this.#ready.shift();
      if (news !== undefined) return { done: false, value: news };
      if (this.#mayBeMore) await this.#readSome();
      else {
        await this.#awake.promise;
        this.#awake = Promise.withResolvers();
      }
    }
    return { done: true, value: undefined };
  }

  async #readSome(): Promise<void> {
    this.#mayBeMore = false;
    const upTo = await this.#upTo;
    const page = await this.#pageAfter(upTo);
    const { lineId } = this.#filter;
    this.#ready = page.filter((news) => lineId === undefined || news.lineId === lineId);
    if (page.length === batch) this.#mayBeMore = true;
    this.#upTo = Promise.resolve(page.at(-1)?.id ?? upTo);
  }
}
