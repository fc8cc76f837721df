import { and, type Column, eq, gt, isNull } from 'drizzle-orm';
import { uploadTickets } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';
import { Topic } from '../live/topic.ts';
import type { Owner } from './caller.ts';
import { findUploadTickets, isOwnedBy, ticketChannel, type UploadTicket } from './upload-tickets.ts';

/** Announces changes of tickets, from all nodes. */
export interface TicketBoard extends AsyncDisposable {
  /** Yields the ticket's id, at once and after each possible change. */
  follow(id: number): AsyncIterableIterator<number, undefined>;
  /** All tickets of one maker: first those that have not expired, then each after a change. */
  followAllOf(owner: Owner): AsyncIterableIterator<UploadTicket, undefined>;
}

/** A subscriber to all tickets of one maker. */
interface Maker {
  /** Tickets that may have changed. */
  changed: Set<number>;
  /** Whether all tickets may have changed. */
  all: boolean;
  fill(): Promise<void>;
}

/** Tickets per statement. */
const batch = 100;

/** Starts to listen for changes of tickets. */
export async function openTicketBoard(database: Database): Promise<TicketBoard> {
  const single = new Topic<number, number>();
  const makers = new Topic<Maker, UploadTicket>();
  await single.listen(
    database,
    ticketChannel,
    (payload) => {
      for (const subscriber of single.of(Number(payload))) subscriber.replace(Number(payload));
      for (const [subscriber, maker] of makers.subscribers) {
        maker.changed.add(Number(payload));
        subscriber.wake(maker.fill);
      }
    },
    () => {
      for (const [subscriber, id] of single.subscribers) subscriber.replace(id);
      for (const [subscriber, maker] of makers.subscribers) {
        maker.all = true;
        subscriber.wake(maker.fill);
      }
    },
  );
  return {
    follow(id) {
      const subscriber = single.subscribe(id);
      subscriber.put(id);
      return subscriber;
    },
    // Each ticket comes in its current state, so several changes of one may be merged.
    followAllOf(owner) {
      const maker: Maker = {
        changed: new Set(),
        all: true,
        async fill() {
          const { changed } = maker;
          if (maker.all) {
            maker.all = false;
            for (const id of await idsOf(database, owner)) changed.add(id);
          }
          const ids = [...changed].slice(0, batch);
          for (const id of ids) changed.delete(id);
          const found = ids.length === 0 ? [] : await findUploadTickets(database, ids);
          for (const ticket of found) if (isOwnedBy(ticket, owner)) subscriber.put(ticket);
          if (changed.size > 0) subscriber.wake(maker.fill);
        },
      };
      const subscriber = makers.subscribe(maker);
      subscriber.wake(maker.fill);
      return subscriber;
    },
    async [Symbol.asyncDispose]() {
      await single[Symbol.asyncDispose]();
      await makers[Symbol.asyncDispose]();
    },
  };
}

/** The ids of an owner's tickets that have not expired, the oldest first. */
async function idsOf({ db }: Pick<Database, 'db'>, owner: Owner): Promise<number[]> {
  const { id, tokenId, subject, expires } = uploadTickets;
  const own = and(isOrNull(tokenId, owner.tokenId), isOrNull(subject, owner.subject));
  const found = await db
    .select({ id })
    .from(uploadTickets)
    .where(and(own, gt(expires, new Date())))
    .orderBy(id);
  return found.map((ticket) => ticket.id);
}

function isOrNull(column: Column, value: number | string | null) {
  return value === null ? isNull(column) : eq(column, value);
}
