import { createClient as createSockets } from 'graphql-ws';
import { Client, cacheExchange, fetchExchange, subscriptionExchange } from 'urql';
import { noteEnd } from '../access/session.ts';
import { noteConnection } from './connection.ts';
import { patientFetch } from './patient-fetch.ts';

/** In milliseconds. */
const longestPause = 10_000;
const pingEvery = 10_000;

/** The GraphQL client of one session, over HTTP, and over a WebSocket for live data. */
export function createClient(): { client: Client; close(): void } {
  let isAccepted = false;
  const sockets = createSockets({
    url: new URL('/graphql', location.href.replace(/^http/, 'ws')).href,
    keepAlive: pingEvery,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => pause(Math.min(longestPause, 250 * 2 ** retries) * (0.5 + Math.random() / 2)),
    on: {
      connected: () => {
        isAccepted = true;
        noteConnection({ reconnecting: false });
      },
      closed: (event) => {
        noteConnection({ reconnecting: !isOrderly(event) });
        if (isAccepted && isEndOfSession(event)) noteEnd();
        isAccepted = false;
      },
      error: () => noteConnection({ reconnecting: true }),
    },
  });
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: patientFetch,
    exchanges: [
      cacheExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: sockets.subscribe(
              { query, variables: variables ?? null },
              { ...sink, next: ({ data = null, errors = [] }) => sink.next({ data, errors: [...errors] }) },
            ),
          }),
        }),
      }),
      fetchExchange,
    ],
  });
  return { client, close: () => void sockets.dispose() };
}

/** The connection ended because no subscription is left. */
function isOrderly(event: unknown): boolean {
  return event instanceof CloseEvent && event.code === 1000;
}

/** The session has ended, or its token was revoked. */
function isEndOfSession(event: unknown): boolean {
  return event instanceof CloseEvent && event.code === 4403;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
