import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Connection } from './connection.ts';
import { ConnectionLostError, SilentError } from './connection-lost.ts';
import { connect, type Way } from './connections.ts';
import type { Database } from './database.ts';

/** The longest pause between two attempts to reconnect, in milliseconds. */
const longestPauseMs = 2_000;

interface Needs {
  way: Way;
  pingMs: number;
  silenceMs: number;
  /**
   * Called before each check whether the server answers; the returned function is called when the server does not
   * answer.
   */
  watchSilence: () => () => void;
  log: Logger | undefined;
}

interface Subscription {
  receive: (payload: string) => void;
  miss: () => void;
}

/** Listens to the server's notifications on one connection, which is replaced when it is lost or does not answer. */
export interface Listener extends AsyncDisposable {
  listen: Database['listen'];
}

/** Connects; fails when the server cannot be reached. After that, lost connections are replaced until it is closed. */
export async function openListener(needs: Needs): Promise<Listener> {
  const { log } = needs;
  const channels = new Map<string, Set<Subscription>>();
  const stopped = new AbortController();
  const receive = (channel: string, payload: string) => {
    for (const subscription of channels.get(channel) ?? []) subscription.receive(payload);
  };
  let listening = await beginToListen(needs, receive);

  const connectAgain = async () => {
    for (let pauseMs = 100; !stopped.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        listening = await beginToListen(needs, receive);
        // From here on, new channels are added to this connection.
        for (const channel of channels.keys()) await listenTo(listening, channel);
        return;
      } catch {
        // A connection that was opened but did not answer may recover beside its successor.
        end(listening);
        await sleep(pauseMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      }
    }
  };
  const follow = async () => {
    for (;;) {
      const reason = await lossOf(listening, needs, stopped.signal);
      if (stopped.signal.aborted) break;
      log?.warn({ err: reason }, 'the connection for notifications is lost; making another');
      await connectAgain();
      if (stopped.signal.aborted) break;
      log?.info('notifications are heard again');
      for (const subscriptions of channels.values()) for (const { miss } of subscriptions) miss();
    }
    end(listening);
  };
  const following = follow();
  return {
    async listen(channel, receive, miss) {
      const subscription = { receive, miss };
      channels.set(channel, (channels.get(channel) ?? new Set()).add(subscription));
      // After a failure the connection is lost; the next one listens to all channels and reports the gap. A second
      // caller repeats LISTEN, since the first one may still be unanswered.
      await listenTo(listening, channel).catch(() => {});
      return async () => {
        channels.get(channel)?.delete(subscription);
      };
    },
    async [Symbol.asyncDispose]() {
      stopped.abort();
      end(listening);
      await following;
    },
  };
}

/** A connection that receives notifications, with a signal for its end. */
interface Listening {
  connection: Connection;
  over: AbortSignal;
}

async function beginToListen(
  { way, silenceMs }: Needs,
  receive: (channel: string, payload: string) => void,
): Promise<Listening> {
  const over = new AbortController();
  const limits = { parameters: {}, ...way.limits, answerMs: silenceMs };
  const connection = await connect(
    { ...way, limits },
    { onNotification: receive, onEnd: () => over.abort() },
  );
  return { connection, over: over.signal };
}

async function listenTo({ connection }: Listening, channel: string): Promise<void> {
  await connection.query(`listen "${channel.replaceAll('"', '""')}"`);
}

/** Resolves with the reason when the connection has ended or does not answer in time; it is closed then. */
async function lossOf(
  listening: Listening,
  { pingMs, watchSilence }: Needs,
  stopped: AbortSignal,
): Promise<unknown> {
  const signal = AbortSignal.any([listening.over, stopped]);
  for (;;) {
    await sleep(pingMs, undefined, { signal, ref: false }).catch(() => {});
    if (stopped.aborted) return null;
    const endSilent = watchSilence();
    try {
      await listening.connection.query('select 1');
    } catch (reason) {
      // Other callers may wait for the same server without a limit of their own.
      if (reason instanceof SilentError) endSilent();
      end(listening);
      return reason;
    }
  }
}

/** Ends the connection without the server's goodbye, which might never arrive. */
function end({ connection }: Listening): void {
  connection.destroy(new ConnectionLostError('The connection for notifications was ended.'));
}
