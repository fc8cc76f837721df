import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** The longest pause between two tries to connect again, in milliseconds. */
const longestPauseMs = 2_000;

interface Needs {
  options: pg.ClientConfig;
  pingMs: number;
  silenceMs: number;
  /** Called before each look whether the server answers; what it answers is called when it does not. */
  watchSilence: () => () => void;
  log: Logger | undefined;
}

interface Subscription {
  hear: (payload: string) => void;
  miss: () => void;
}

/** Hears the notifications of the server on one connection, which is made anew whenever it is lost or silent. */
export interface Listener extends AsyncDisposable {
  listen: Database['listen'];
}

/** Connects; fails when the server cannot be reached. Later it tries until it can. */
export async function openListener(needs: Needs): Promise<Listener> {
  const { log } = needs;
  const channels = new Map<string, Set<Subscription>>();
  const stopped = new AbortController();
  const hear = ({ channel, payload = '' }: pg.Notification) => {
    for (const subscription of channels.get(channel) ?? []) subscription.hear(payload);
  };
  let client = await connect(needs, hear);

  const connectAgain = async () => {
    for (let pauseMs = 100; !stopped.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        client = await connect(needs, hear);
        // From here on, whoever wants another channel asks this connection for it.
        for (const channel of channels.keys()) await listenTo(client, channel);
        return;
      } catch {
        // One that was made, and then did not answer, may come to life again beside the next.
        end(client);
        await sleep(pauseMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      }
    }
  };
  const follow = async () => {
    for (;;) {
      const reason = await lossOf(client, needs, stopped.signal);
      if (stopped.signal.aborted) break;
      log?.warn({ err: reason }, 'the connection for notifications is lost; making another');
      await connectAgain();
      if (stopped.signal.aborted) break;
      log?.info('notifications are heard again');
      for (const subscriptions of channels.values()) for (const { miss } of subscriptions) miss();
    }
    end(client);
  };
  const following = follow();
  return {
    async listen(channel, hear, miss) {
      const subscription = { hear, miss };
      channels.set(channel, (channels.get(channel) ?? new Set()).add(subscription));
      // Where this fails, the connection is lost, and the next one listens to all channels and tells of the gap. Asked again by whoever
      // comes second: what the first has asked may not have been answered yet.
      await listenTo(client, channel).catch(() => {});
      return async () => {
        channels.get(channel)?.delete(subscription);
      };
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      end(client);
      await following;
    },
  };
}

async function connect(
  { options, silenceMs }: Needs,
  hear: (notification: pg.Notification) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ ...options, query_timeout: silenceMs });
  // Heard of by `lossOf`; without a listener, the process would end.
  client.on('error', () => {});
  client.on('notification', hear);
  await client.connect();
  return client;
}

async function listenTo(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

/** Resolves with the reason when the connection has ended or does not answer in time; it is ended then. */
async function lossOf(
  client: pg.Client,
  { pingMs, watchSilence }: Needs,
  stopped: AbortSignal,
): Promise<unknown> {
  const ended = new AbortController();
  client.once('end', () => ended.abort());
  const signal = AbortSignal.any([ended.signal, stopped]);
  for (;;) {
    await sleep(pingMs, undefined, { signal, ref: false }).catch(() => {});
    if (stopped.aborted) return null;
    const endSilent = watchSilence();
    try {
      await client.query('select 1');
    } catch (reason) {
      // Others may wait for the same silent server, and have no limit of their own.
      if (reason instanceof Error && reason.message === 'Query read timeout') endSilent();
      end(client);
      return reason;
    }
  }
}

/** Politeness would wait for an answer. */
function end(client: pg.Client): void {
  client.connection.stream.destroy();
}
