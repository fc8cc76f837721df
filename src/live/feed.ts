import type { Logger } from 'pino';
import type { Database, Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { workInRounds } from './rounds.ts';
import type { Subscriber } from './subscriber.ts';
import { Topic } from './topic.ts';

/** Most rows of one statement. */
export const feedPageSize = 200;

/** Rows that are only added; their ids increase in commit order. */
export interface FeedSource<Row extends { id: number }, Filter> {
  /** Notified when rows have been added. */
  channel: string;
  /** What the rows are, in the log and to subscribers. */
  words: { one: string; many: string };
  /** The highest id; 0 when there are no rows. */
  newestId(db: Queries): Promise<number>;
  /** The next rows after an id that fit the filter, in order, at most `feedPageSize`. */
  readAfter(db: Queries, after: number, filter?: Filter): Promise<Row[]>;
  /** Called before rows are handed to subscribers; returns whether a row fits a filter. */
  matcher(page: readonly Row[], filters: () => Filter[]): Promise<(row: Row, filter: Filter) => boolean>;
}

/** The live stream of rows of this process; all subscribers share one reader of the table. */
export interface Feed<Row, Filter> extends AsyncDisposable {
  /**
   * Every row after the id `after` that fits the filter, once and in order: missed ones from the database, then new
   * ones. Without `after` only new ones. Fails with UNAVAILABLE when its consumer is too slow.
   */
  subscribe(filter: Filter, after?: number): AsyncIterableIterator<Row, undefined>;
  /** The number of open subscriptions. */
  subscribers(): number;
}

export interface FeedNeeds<Row> {
  database: Database;
  log: Logger;
  /** Called for each row that is handed to the subscribers. */
  delivered?: (row: Row) => void;
}

/** How far a subscriber has come. */
interface Place<Filter> {
  filter: Filter;
  cursor: number;
  replaying: boolean;
}

/** Starts to follow the rows. `queueLimit` is the most rows that wait for one slow subscriber. */
export async function openFeed<Row extends { id: number }, Filter>(
  { database, log, delivered = () => {} }: FeedNeeds<Row>,
  { channel, words, newestId, readAfter, matcher }: FeedSource<Row, Filter>,
  queueLimit: number,
): Promise<Feed<Row, Filter>> {
  const topic = new Topic<Place<Filter>, Row>();
  // The id of the last row that was read; ids increase in commit order.
  let lastId = 0;
  // Whether that row is safely on disk, as are all before it then. Reads wait for the disk only while there are subscribers.
  let isOnDisk = true;
  const tooSlow = () =>
    new AppError(
      'UNAVAILABLE',
      `This subscription was ended because more than ${queueLimit} ${words.many} were waiting for its reader. ` +
        `Subscribe again with \`after\` set to the last ${words.one} received.`,
    );

  /** Waits for the rows that were read without subscribers. Rows that a power cut has undone are read again. */
  const settle = async () => {
    const [newest = 0] = await database.settled(async (tx) => [await newestId(tx)]);
    if (newest < lastId) {
      // A cursor beyond has read rows that were added since.
      for (const place of topic.subscribers.values())
        if (place.cursor <= lastId) place.cursor = Math.min(place.cursor, newest);
      lastId = newest;
    }
    isOnDisk = true;
  };
  const readOn = async () => {
    const isHeard = topic.subscribers.size > 0;
    if (isHeard && !isOnDisk) await settle();
    const read = (db: Queries) => readAfter(db, lastId);
    const page = await (isHeard ? database.settled(read) : read(database.db));
    const fits = await matcher(page, () => [...topic.subscribers.values()].map(({ filter }) => filter));
    // Somebody has subscribed meanwhile, who gets nothing before it is on disk.
    if (!isHeard && topic.subscribers.size > 0) return true;
    if (!isHeard && page.length > 0) isOnDisk = false;
    // From here to the end of the loop is one turn, in which a replay can join.
    lastId = page.at(-1)?.id ?? lastId;
    for (const [subscriber, place] of topic.subscribers) {
      // A replaying subscriber reads these rows from the database.
      if (place.replaying) continue;
      for (const row of page) {
        if (row.id <= place.cursor) continue;
        place.cursor = row.id;
        if (!fits(row, place.filter)) continue;
        if (subscriber.waiting < queueLimit) subscriber.put(row);
        else subscriber.fail(tooSlow());
      }
    }
    for (const row of page) delivered(row);
    return page.length === feedPageSize;
  };

  /** Pages of missed rows that are being read, by where they begin and their filter. */
  const reads = new Map<string, Promise<{ reached: number; page: Row[] }>>();
  /** A page of missed rows, and the feed's last id from before the query. It waits only for rows newer than that. */
  const readMissed = async ({ cursor, filter }: Place<Filter>) => {
    const reached = lastId;
    const read = (db: Queries) => readAfter(db, cursor, filter);
    const page = await read(database.db);
    const newest = page.at(-1);
    const isSettled = newest === undefined || (isOnDisk && newest.id <= lastId);
    return { reached, page: isSettled ? page : await database.settled(read) };
  };
  /** Subscribers that missed the same share one read. */
  const missed = (place: Place<Filter>) => {
    const key = JSON.stringify([place.cursor, place.filter]);
    const reading = reads.get(key) ?? readMissed(place).finally(() => reads.delete(key));
    reads.set(key, reading);
    return reading;
  };
  /**
   * Reads missed rows page by page. Ids increase in commit order, so after a short page every row up to the feed's last
   * id from before the query has been read. If the feed has not advanced since, the two join without a gap.
   */
  const replay = async (subscriber: Subscriber<Row>, place: Place<Filter>) => {
    const { reached, page } = await missed(place);
    place.cursor = page.at(-1)?.id ?? place.cursor;
    if (page.length < feedPageSize) {
      place.cursor = Math.max(place.cursor, reached);
      place.replaying = place.cursor < lastId;
    }
    for (const row of page) subscriber.put(row);
    if (place.replaying) subscriber.wake(() => replay(subscriber, place));
  };

  // Listens before it reads the newest id, so that no row is missed in between.
  let isOpen = false;
  const rounds = await workInRounds(
    { database, log },
    {
      channel,
      failed: `reading new ${words.many} failed; trying again every second`,
      recovered: `new ${words.many} can be read again`,
    },
    async () => isOpen && readOn(),
  );
  const [newest] = await database.settled(async (tx) => [await newestId(tx)]);
  lastId = newest ?? 0;
  isOpen = true;
  rounds.wake();
  return {
    subscribers: () => topic.subscribers.size,
    subscribe(filter, after) {
      const place = { filter, cursor: after ?? lastId, replaying: after !== undefined };
      const subscriber = topic.subscribe(place);
      if (place.replaying) subscriber.wake(() => replay(subscriber, place));
      if (!isOnDisk) rounds.wake();
      return subscriber;
    },
    async [Symbol.asyncDispose]() {
      await topic[Symbol.asyncDispose]();
      await rounds.close();
    },
  };
}
