import { max } from 'drizzle-orm';
import { events } from '../../../drizzle/schema.ts';
import { type Feed, type FeedNeeds, feedPageSize, openFeed } from '../../live/feed.ts';
import { type Event, type EventFilter, findEventsAfter, findLinesOfEvents, matchesFilter } from './events.ts';

/** The live stream of events of this process. */
export type EventFeed = Feed<Event, EventFilter>;

/**
 * Starts to follow the events table. `delivered` hears of each event, with the seconds since it was recorded.
 * `queueLimit` is the most events that wait for one slow subscriber.
 */
export function openEventFeed(
  { delivered, ...needs }: Omit<FeedNeeds<Event>, 'delivered'> & { delivered?: (seconds: number) => void },
  queueLimit: number,
): Promise<EventFeed> {
  const { db } = needs.database;
  return openFeed<Event, EventFilter>(
    {
      ...needs,
      delivered: ({ timestamp }) => delivered?.((Date.now() - timestamp.getTime()) / 1_000),
    },
    {
      channel: 'events',
      words: { one: 'event', many: 'events' },
      async newestId(tx) {
        const [newest] = await tx.select({ id: max(events.id) }).from(events);
        return newest?.id ?? 0;
      },
      readAfter: (tx, after, filter = {}) => findEventsAfter(tx, after, filter, feedPageSize),
      async matcher(page, filters) {
        const needLines = () => page.length > 0 && filters().some(({ lineId }) => lineId !== undefined);
        let lines: ReadonlyMap<number, number> | null = null;
        // A subscriber may ask for a line while lines are being read.
        while (lines === null && needLines()) lines = await findLinesOfEvents(db, page);
        const known = lines ?? new Map<number, number>();
        return (event, filter) => matchesFilter(event, filter, known);
      },
    },
    queueLimit,
  );
}
