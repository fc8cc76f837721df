import type { App } from '../../src/app.ts';
import type { Event } from '../../src/core/events/events.ts';

/** The statuses of a run that ends with its server pack. */
export const wholeRun = ['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', ...Array(4).fill('GENERATED')];

/** The events of a modpack up to the end of its `runs`th run. */
export async function eventsUntilEnd({ feed }: App, modPackId: number, runs = 1): Promise<Event[]> {
  const seen: Event[] = [];
  let ended = 0;
  for await (const event of feed.subscribe({ modPackId }, 0)) {
    seen.push(event);
    if (event.status === 'ERROR' || event.message === 'Syncing ServerPack to database.') ended += 1;
    if (ended === runs) break;
  }
  return seen;
}

export const statusesOf = (events: readonly Event[]) => events.map(({ status }) => status);
