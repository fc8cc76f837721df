import { and, type Column, eq, gt, isNull } from 'drizzle-orm';
import { uploadTickets } from '../../drizzle/schema.ts';
import { Latest } from '../core/events/latest.ts';
import type { Database } from '../database/database.ts';
import {
  findUploadTickets,
  isOwnedBy,
  type TicketOwner,
  ticketChannel,
  type UploadTicket,
} from './upload-tickets.ts';

/** Tells when there is news of tickets, on whichever node. */
export interface TicketBoard extends AsyncDisposable {
  /** The ticket's id, at once and each time there may be news of it. */
  follow(id: number): AsyncIterableIterator<number, undefined>;
  /** All tickets of one maker: those that have not expired at once, then each that there is news of. */
  followAllOf(owner: TicketOwner): AsyncIterableIterator<UploadTicket, undefined>;
}

/** Starts to listen for news of tickets. */
export async function openTicketBoard(database: Database): Promise<TicketBoard> {
  const followers = new Set<{ id: number; latest: Latest<number> }>();
  const makers = new Set<TicketNews>();
  const unlisten = await database.listen(
    ticketChannel,
    (payload) => {
      for (const { id, latest } of followers) if (id === Number(payload)) latest.put(id);
      for (const news of makers) news.put(Number(payload));
    },
    () => {
      for (const { id, latest } of followers) latest.put(id);
      for (const news of makers) news.putAll();
    },
  );
  return {
    follow(id) {
      const follower = { id, latest: new Latest<number>(() => followers.delete(follower)) };
      followers.add(follower);
      follower.latest.put(id);
      return follower.latest;
    },
    followAllOf(owner) {
      const news = new TicketNews(database, owner, () => makers.delete(news));
      makers.add(news);
      news.putAll();
      return news;
    },
    async [Symbol.asyncDispose]() {
      await unlisten();
      for (const { latest } of [...followers]) await latest.return();
      for (const news of [...makers]) await news.return();
    },
  };
}

/** Tickets that are read at a time. */
const batch = 100;

/**
 * The tickets of one maker that there is news of, each as it then is: several news of one ticket are one. Written out by
 * hand, since an async generator cannot be ended while it waits.
 */
class TicketNews implements AsyncIterableIterator<UploadTicket, undefined> {
  readonly #database: Pick<Database, 'db'>;
  readonly #owner: TicketOwner;
  readonly #onEnd: () => void;
  readonly #waiting = new Set<number>();
  #all = false;
  #ready: UploadTicket[] = [];
  #ended = false;
  #awake = Promise.withResolvers<void>();

  constructor(database: Pick<Database, 'db'>, owner: TicketOwner, onEnd: () => void) {
    this.#database = database;
    this.#owner = owner;
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  put(id: number): void {
    this.#waiting.add(id);
    this.#awake.resolve();
  }

  putAll(): void {
    this.#all = true;
    this.#awake.resolve();
  }

  async next(): Promise<IteratorResult<UploadTicket, undefined>> {
    try {
      return await this.#read();
    } catch (error) {
      // A failed subscription is not ended by its reader, and its queue would grow for ever.
      await this.return();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<UploadTicket, undefined>> {
    if (!this.#ended) this.#onEnd();
    this.#ended = true;
    this.#awake.resolve();
    return { done: true, value: undefined };
  }

  async #read(): Promise<IteratorResult<UploadTicket, undefined>> {
    while (!this.#ended) {
      const ticket = this.#ready.shift();
      if (ticket !== undefined) return { done: false, value: ticket };
      if (this.#all) await this.#listAll();
      else if (this.#waiting.size > 0) await this.#readSome();
      else {
        await this.#awake.promise;
        this.#awake = Promise.withResolvers();
      }
    }
    return { done: true, value: undefined };
  }

  async #listAll(): Promise<void> {
    this.#all = false;
    const { tokenId, subject, expires } = uploadTickets;
    const own = and(isOrNull(tokenId, this.#owner.tokenId), isOrNull(subject, this.#owner.subject));
    const found = await this.#database.db
      .select({ id: uploadTickets.id })
      .from(uploadTickets)
      .where(and(own, gt(expires, new Date())))
      .orderBy(uploadTickets.id);
    for (const { id } of found) this.#waiting.add(id);
  }

  async #readSome(): Promise<void> {
    const ids = [...this.#waiting].slice(0, batch);
    for (const id of ids) this.#waiting.delete(id);
    const found = await findUploadTickets(this.#database, ids);
    this.#ready = found.filter((ticket) => isOwnedBy(ticket, this.#owner));
  }
}

function isOrNull(column: Column, value: number | string | null) {
  return value === null ? isNull(column) : eq(column, value);
}
