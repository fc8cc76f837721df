import { setTimeout as sleep } from 'node:timers/promises';
import { CloseCode, createClient } from 'graphql-ws';
import { z } from 'zod';
import type { Credential } from './credential.ts';
import { GatewayAway, GatewayRefusal, isUnauthenticated } from './gateway-errors.ts';
import type { Operation } from './operation.ts';

/** GraphQL subscriptions over one connection. */
export interface Subscriptions {
  /**
   * Subscribes until `signal` aborts or the gateway ends the subscription; lost connections are made again by
   * themselves. Rejects with `GatewayRefusal` when the gateway refuses the subscription.
   */
  watch<Result, Variables extends Record<string, unknown>>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    onResult: (result: Result) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Calls whenever the connection for subscriptions is lost (false) or made (true); answers how to stop that. */
  onConnection(listener: (up: boolean) => void): () => void;
  close(): Promise<void>;
}

/** In milliseconds: how often the gateway must show that it lives, and how long it may take. */
const pingEvery = 10_000;
const pongWithin = 5_000;

/** The longest wait between two tries to reach the gateway again, in milliseconds. */
const longestWait = 10_000;

/**
 * The half of the gateway that is a WebSocket: one connection for all subscriptions, opened with the first, with the
 * token or, while the gateway refuses it, without.
 */
export function createSubscriptions(endpoint: URL, credential: Credential): Subscriptions {
  const url = new URL(endpoint);
  url.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';
  let deaf: NodeJS.Timeout | undefined;
  const client = createClient({
    url: url.href,
    connectionParams: () => credential.usableProof,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => sleep(Math.min(longestWait, 500 * 2 ** retries) * (0.5 + Math.random() / 2)),
    keepAlive: pingEvery,
    on: {
      // A gateway that is gone without a word leaves a connection on which nothing comes any more.
      ping: (received) => {
        if (!received) deaf = setTimeout(() => client.terminate(), pongWithin).unref();
      },
      pong: () => clearTimeout(deaf),
      closed: () => clearTimeout(deaf),
    },
  });

  const watchOnce = <Result, Variables extends Record<string, unknown>>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    onResult: (result: Result) => void,
    signal: AbortSignal,
  ) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return resolve();
      let isOver = false;
      /** What has arrived already would still be handed on after this. */
      const leave = () => {
        isOver = true;
        unsubscribe();
      };
      const unsubscribe = client.subscribe<Result>(
        { query: operation.toString(), variables },
        {
          next: ({ data, errors }) => {
            if (isOver) return;
            const [error] = errors ?? [];
            if (error === undefined) {
              if (data != null) onResult(data);
              return;
            }
            leave();
            reject(refusalOf(error));
          },
          error: (cause) => reject(Array.isArray(cause) ? refusalOf(cause[0]) : endOf(cause)),
          complete: () => resolve(),
        },
      );
      const stop = () => {
        leave();
        resolve();
      };
      signal.addEventListener('abort', stop, { once: true });
    });

  return {
    async watch(operation, variables, onResult, signal) {
      try {
        await watchOnce(operation, variables, onResult, signal);
      } catch (error) {
        if (!isUnauthenticated(error) || credential.state === 'absent') throw error;
        credential.refuse();
        await watchOnce(operation, variables, onResult, signal);
      }
    },
    onConnection: (listener) => {
      const stops = [
        client.on('connected', () => listener(true)),
        client.on('closed', () => listener(false)),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    close: async () => {
      await client.dispose();
    },
  };
}

const closeEvent = z.object({ code: z.int() });

/** The error of a connection that the gateway has closed for good; a refused token has a message of its own. */
function endOf(cause: unknown): Error {
  if (closeEvent.safeParse(cause).data?.code === CloseCode.Unauthorized)
    return new GatewayRefusal('UNAUTHENTICATED', 'The gateway wants another token, or one at all.');
  return new GatewayAway('The gateway ended the connection', { cause });
}

function refusalOf(error: {
  message: string;
  extensions?: Record<string, unknown> | undefined;
}): GatewayRefusal {
  const code = error.extensions?.code;
  return new GatewayRefusal(typeof code === 'string' ? code : '', error.message);
}
