import type { Gateway } from '../client/gateway/gateway.ts';
import { graphql, type TicketNewsFragment } from './gql/graphql.ts';
import { watchOn } from './watch-on.ts';

graphql(`
  fragment TicketNews on UploadTicket {
    id
    modPack {
      id
      databaseId
      title
      createdAt
      runs(first: 1) {
        nodes {
          databaseId
        }
      }
    }
    refusal {
      code
      message
      existing {
        databaseId
      }
    }
  }
`);

const ticketNews = graphql(`
  subscription UploadTickets {
    uploadTickets {
      ...TicketNews
    }
  }
`);

const ticketNow = graphql(`
  query TicketNow($id: ID!) {
    uploadTicket(by: { id: $id }) {
      ...TicketNews
    }
  }
`);

/** One subscription brings the changes of all upload links. */
export interface TicketFeed {
  /**
   * The first state of a ticket that `wanted` accepts, from the present one on; null when `over` aborts or the bot
   * stops. Rejects with a `GatewayRefusal` where the gateway refuses.
   */
  news(
    id: string,
    wanted: (ticket: TicketNewsFragment) => boolean,
    over: AbortSignal,
  ): Promise<TicketNewsFragment | null>;
  /** The number of tickets waited for. */
  readonly size: number;
}

interface Waiter {
  take: (ticket: TicketNewsFragment) => void;
  refuse: (error: unknown) => void;
}

/** The feed of a gateway, with a subscription only while a ticket is waited for. */
export function createTicketFeed(gateway: Gateway, stopping: AbortSignal): TicketFeed {
  const waiters = new Map<string, Waiter>();
  let listening: AbortController | null = null;

  function listen(): void {
    if (listening !== null) return;
    const over = new AbortController();
    listening = over;
    // The gateway sends the present state first, so a new connection misses nothing.
    const watching = watchOn(
      { stopping },
      (signal) =>
        gateway.watch(
          ticketNews,
          {},
          ({ uploadTickets: ticket }) => waiters.get(ticket.id)?.take(ticket),
          signal,
        ),
      over.signal,
    );
    watching.catch((error: unknown) => {
      if (listening === over) listening = null;
      for (const { refuse } of waiters.values()) refuse(error);
    });
  }

  return {
    get size() {
      return waiters.size;
    },
    news(id, wanted, over) {
      const { promise, resolve, reject } = Promise.withResolvers<TicketNewsFragment | null>();
      const signal = AbortSignal.any([over, stopping]);
      if (signal.aborted) return Promise.resolve(null);
      signal.addEventListener('abort', () => resolve(null), { once: true });
      const take = (ticket: TicketNewsFragment) => {
        if (wanted(ticket)) resolve(ticket);
      };
      waiters.set(id, { take, refuse: reject });
      listen();
      // A subscription that is open already says nothing of what was before.
      const asked = new AbortController();
      const ask = async (either: AbortSignal) => {
        const { uploadTicket } = await gateway.ask(ticketNow, { id }, either);
        asked.abort();
        if (uploadTicket !== null) take(uploadTicket);
      };
      watchOn({ stopping }, ask, AbortSignal.any([over, asked.signal])).catch(reject);
      return promise.finally(() => {
        waiters.delete(id);
        if (waiters.size > 0) return;
        listening?.abort();
        listening = null;
      });
    },
  };
}
