import { max } from 'drizzle-orm';
import type { Logger } from 'pino';
import { events } from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type Event, type EventFilter, findEventsAfter, findLinesOfEvents, matchesFilter } from './events.ts';

const pageSize = 200;
const noLines: ReadonlyMap<number, number> = new Map();

/** The live stream of events of this process; any number of subscribers share one reading of the table. */
export interface EventFeed {
  /**
   * Every event after the id `after` that fits the filter, once and in order: those missed from the database, then
   * those to come. Without `after` only those to come. Fails with UNAVAILABLE when its reader is too slow.
   */
  subscribe(filter: EventFilter, after?: number): AsyncIterableIterator<Event, undefined>;
  /** The number of open subscriptions. */
  subscribers(): number;
  /** Ends all subscriptions in good order. */
  close(): Promise<void>;
}

interface Needs {
  database: Database;
  log: Logger;
  /** Called for each handed-out event, with the seconds since it was recorded. */
  handedOut?: (seconds: number) => void;
}

/** Starts to follow the events table. `queueLimit` is the most events that wait for one slow subscriber. */
export async function openEventFeed(
  { database, log, handedOut = () => {} }: Needs,
  queueLimit: number,
): Promise<EventFeed> {
  const open = new Set<Subscriber>();
  let wanted = false;
  let failing = false;
  let reading: Promise<void> | null = null;
  let closed = false;
  // No loss of power takes this event back, and so none before it: ids increase in commit order.
  let lastId = 0;

  // One reader at a time: a hint during reading starts one more round.
  const read = () => {
    wanted = true;
    reading ??= readOn().finally(() => {
      reading = null;
      if (wanted && !closed) read();
    });
  };
  const readOn = async () => {
    try {
      while (wanted && !closed) {
        wanted = false;
        const page = await database.settled((tx) => findEventsAfter(tx, lastId, {}, pageSize));
        if (page.length === pageSize) wanted = true;
        // Somebody may ask for a line while lines are read.
        let lines: ReadonlyMap<number, number> | null = null;
        while (lines === null && page.length > 0 && [...open].some(({ asksForLine }) => asksForLine))
          lines = await findLinesOfEvents(database.db, page);
        lastId = page.at(-1)?.id ?? lastId;
        for (const subscriber of open) subscriber.take(page, lines ?? noLines);
        for (const { timestamp } of page) handedOut((Date.now() - timestamp.getTime()) / 1_000);
        if (failing) log.info('new events can be read again');
        failing = false;
      }
    } catch (error) {
      // Told once, not every second that the database is away.
      if (!failing) log.error({ err: error }, 'reading new events failed; trying again every second');
      failing = true;
      setTimeout(read, 1_000).unref();
    }
  };

  // Listens before it reads the newest id, so that no event is missed in between.
  const unlisten = await database.listen('events', read, read);
  const [newest] = await database.settled((tx) => tx.select({ id: max(events.id) }).from(events));
  lastId = newest?.id ?? 0;
  read();

  const feed: Feed = { lastId: () => lastId, open, database, queueLimit };
  const stop = async () => {
    closed = true;
    for (const subscriber of [...open]) await subscriber.return();
    await unlisten();
    await reading;
  };
  let closing: Promise<void> | null = null;
  return {
    subscribers: () => open.size,
    subscribe(filter, after) {
      const subscriber = new Subscriber(feed, filter, after);
      if (closed) void subscriber.return();
      return subscriber;
    },
    close() {
      closing ??= stop();
      return closing;
    },
  };
}

interface Feed {
  lastId(): number;
  /** All subscribers that have not ended. */
  open: Set<Subscriber>;
  database: Database;
  queueLimit: number;
}

type Tell = (next: IteratorResult<Event, undefined>) => void;

/**
 * An iterator written out by hand: an async generator's `return` waits for the `next` that is under way, which on a
 * quiet stream is for ever, so clients that leave would pile up.
 */
class Subscriber implements AsyncIterableIterator<Event, undefined> {
  readonly #feed: Feed;
  readonly #filter: EventFilter;
  readonly #queue: Event[] = [];
  #cursor: number;
  /** Resolves the waiting `next()`. */
  #tell: Tell | null = null;
  #replaying: boolean;
  #ended = false;
  #failure: AppError | null = null;

  constructor(feed: Feed, filter: EventFilter, after: number | undefined) {
    this.#feed = feed;
    this.#filter = filter;
    this.#cursor = after ?? feed.lastId();
    this.#replaying = after !== undefined;
    feed.open.add(this);
  }

  get asksForLine(): boolean {
    return this.#filter.lineId !== undefined;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Not `async`, which would take three more turns for each event of each subscriber to hand a promise on. */
  next(): Promise<IteratorResult<Event, undefined>> {
    const queued = this.#queue.shift();
    if (queued) return Promise.resolve({ done: false, value: queued });
    if (this.#failure) return Promise.reject(this.#fail(this.#failure));
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    if (this.#replaying) return this.#replay();
    return new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#ended = true;
    this.#queue.length = 0;
    this.#feed.open.delete(this);
    this.#tell?.({ done: true, value: undefined });
    this.#tell = null;
    return { done: true, value: undefined };
  }

  /** Takes a batch of new events from the feed; called in the same turn in which the feed moves its last id on. `lines` are those of its runs. */
  take(batch: readonly Event[], lines: ReadonlyMap<number, number>): void {
    // While it replays, it reads these from the database.
    if (this.#replaying) return;
    for (const event of batch) {
      if (event.id <= this.#cursor) continue;
      this.#cursor = event.id;
      if (matchesFilter(event, this.#filter, lines)) this.#hand(event);
    }
  }

  #hand(event: Event): void {
    if (this.#tell) {
      this.#tell({ done: false, value: event });
      this.#tell = null;
    } else if (this.#queue.length < this.#feed.queueLimit) {
      this.#queue.push(event);
    } else if (!this.#failure) {
      this.#feed.open.delete(this);
      this.#failure = new AppError(
        'UNAVAILABLE',
        `This subscription was ended because more than ${this.#feed.queueLimit} events were waiting for its reader. ` +
          'Subscribe again with `after` set to the last event received.',
      );
    }
  }

  /**
   * Reads missed events page by page. Ids increase in commit order, so after a short page every event up to the feed's
   * last id from before the query has been read. If the feed has not moved since, the two join without a gap.
   */
  async #replay(): Promise<IteratorResult<Event, undefined>> {
    while (!this.#ended) {
      const reached = this.#feed.lastId();
      const page = await this.#read().catch(async (error: unknown) => {
        // A failed iterator gets no `return()` from its consumer.
        await this.return();
        throw error;
      });
      if (this.#ended) break;
      this.#cursor = page.at(-1)?.id ?? this.#cursor;
      this.#queue.push(...page);
      if (page.length < pageSize) this.#cursor = Math.max(this.#cursor, reached);
      if (page.length < pageSize && this.#cursor >= this.#feed.lastId()) this.#replaying = false;
      if (page.length > 0 || !this.#replaying) return this.next();
    }
    return { done: true, value: undefined };
  }

  /** A page of missed events. Only events newer than the feed's last one are waited for. */
  async #read(): Promise<Event[]> {
    const { database, lastId } = this.#feed;
    const read = (db: Queries) => findEventsAfter(db, this.#cursor, this.#filter, pageSize);
    const page = await read(database.db);
    const newest = page.at(-1);
    return newest === undefined || newest.id <= lastId() ? page : database.settled(read);
  }

  #fail(failure: AppError): AppError {
    this.#failure = null;
    this.#ended = true;
    return failure;
  }
}
