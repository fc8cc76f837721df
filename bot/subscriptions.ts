import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import type { Gateway, Operation } from './gateway.ts';
import { GatewayRefusal } from './gateway-errors.ts';

/** In milliseconds: how often the gateway must show that it lives, and how long it may take. */
const pingEvery = 10_000;
const pongWithin = 5_000;

/** The longest wait between two tries to reach the gateway again, in milliseconds. */
const longestWait = 10_000;

/** The half of the gateway that is a WebSocket: one connection for all subscriptions, opened with the first. */
export function createSubscriptions(
  endpoint: URL,
  authorization: Record<string, string>,
): Pick<Gateway, 'watch' | 'onConnection' | 'close'> {
  const url = new URL(endpoint);
  url.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';
  let deaf: NodeJS.Timeout | undefined;
  const client = createClient({
    url: url.href,
    connectionParams: authorization,
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

  return {
    watch: <Result, Variables extends Record<string, unknown>>(
      operation: Operation<Result, Variables>,
      variables: Variables,
      onResult: (result: Result) => void,
      signal: AbortSignal,
    ) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return resolve();
        const unsubscribe = client.subscribe<Result>(
          { query: operation.toString(), variables },
          {
            next: ({ data, errors }) => {
              const [error] = errors ?? [];
              if (error !== undefined) reject(refusalOf(error));
              else if (data != null) onResult(data);
            },
            error: (cause) => reject(Array.isArray(cause) ? refusalOf(cause[0]) : cause),
            complete: () => resolve(),
          },
        );
        const stop = () => {
          unsubscribe();
          resolve();
        };
        signal.addEventListener('abort', stop, { once: true });
      }),
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

function refusalOf(error: {
  message: string;
  extensions?: Record<string, unknown> | undefined;
}): GatewayRefusal {
  const code = error.extensions?.code;
  return new GatewayRefusal(typeof code === 'string' ? code : '', error.message);
}
