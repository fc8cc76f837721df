import { and, asc, eq, gt, inArray, lt, max, type SQL, sql } from 'drizzle-orm';
import { lineNews, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { type Feed, type FeedNeeds, feedPageSize, openFeed } from '../../live/feed.ts';
import {
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
} from '../lists/pages.ts';

/** A version of a line was withdrawn, or is offered again. */
export type LineNews = typeof lineNews.$inferSelect;

/** Which news to include; an absent field means all. */
export interface LineNewsFilter {
  lineId?: number | undefined;
}

const channel = 'line_news';
/** Days for which news are stored. */
const keptDays = 30;
const oldestFirst = orderById<LineNews>(lineNews.id);

/**
 * Records changes of versions that the line has offered; clients do not know the others. Must be the last statement of
 * its transaction: the lock that keeps ids in commit order is held from here on.
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
  const offered = happened.filter(({ modPackId }) => known.has(modPackId));
  if (offered.length === 0) return [];
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('line_news'))`);
  const old = sql`clock_timestamp() - make_interval(days => ${keptDays})`;
  await tx.delete(lineNews).where(lt(lineNews.dateCreated, old));
  const rows = await tx
    .insert(lineNews)
    .values(offered.map(({ modPackId, kind }) => ({ lineId, modPackId, kind })))
    .returning();
  await tx.execute(sql`select pg_notify(${channel}, '')`);
  return rows;
}

/** The news with these ids, in no particular order. */
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

/** The live stream of news of lines on this node. */
export type LineNewsFeed = Feed<LineNews, LineNewsFilter>;

/** Starts to follow the news of lines. `queueLimit` is the most news that wait for one slow subscriber. */
export function openLineNews(needs: FeedNeeds<LineNews>, queueLimit: number): Promise<LineNewsFeed> {
  return openFeed<LineNews, LineNewsFilter>(
    needs,
    {
      channel,
      words: { one: 'news', many: 'news of lines' },
      async newestId(db) {
        const [newest] = await db.select({ id: max(lineNews.id) }).from(lineNews);
        return newest?.id ?? 0;
      },
      readAfter: (db, after, filter = {}) =>
        db
          .select()
          .from(lineNews)
          .where(and(gt(lineNews.id, after), ...conditions(filter)))
          .orderBy(asc(lineNews.id))
          .limit(feedPageSize),
      matcher: async () => fitsFilter,
    },
    queueLimit,
  );
}

function fitsFilter(news: LineNews, { lineId }: LineNewsFilter): boolean {
  return lineId === undefined || news.lineId === lineId;
}
