import type { Logger } from 'pino';
import { openConnection } from './connection.ts';
import { ConnectionLostError } from './connection-lost.ts';
import type { EmbeddedStream } from './embedded-stream.ts';
import { keepConnection, type Opened } from './kept-connection.ts';
import type { Connections } from './pool.ts';
import { shareConnection } from './single-connection.ts';
import { limitStatements, type QueryWithin, type StatementLimit } from './statement-limits.ts';

/** The one connection of the embedded database, which all callers share. Its own statements have no time limit. */
export interface EmbeddedClient extends Connections {
  /** The same connection, for statements with this time limit. A database in memory does not enforce the limit. */
  within(limit: StatementLimit): Connections;
  /**
   * Subscribes to a channel, and returns the unsubscribe function. `miss` is called when notifications may have been
   * lost.
   */
  listen(channel: string, receive: (payload: string) => void, miss: () => void): Promise<() => Promise<void>>;
}

interface Subscription {
  receive: (payload: string) => void;
  miss: () => void;
}

interface Needs {
  /**
   * Starts the database again after it has ended, or after a statement has exceeded its limit. Absent in memory, where
   * the database runs in the caller's own thread.
   */
  reopen?: (() => Promise<EmbeddedStream>) | undefined;
  /** Called when the database has ended unexpectedly and could not be started again. */
  lost: (error: Error) => void;
  log?: Logger | undefined;
}

const unlimited: StatementLimit = { ms: Number.POSITIVE_INFINITY };

/** Connects to a running embedded database. A restart of the database looks to callers like a lost connection. */
export async function connectClient(
  stream: EmbeddedStream,
  { reopen, lost, log }: Needs,
): Promise<{ client: EmbeddedClient; close: () => Promise<void> }> {
  const channels = new Map<string, Set<Subscription>>();
  const connect = async (to: EmbeddedStream): Promise<Opened> => {
    const over = Promise.withResolvers<Error>();
    const connection = await openConnection(to, {
      parameters: {},
      prepares: 'repeated',
      hold: (isWaitedFor) => to.hold(isWaitedFor),
      onNotification(channel, payload) {
        for (const { receive } of channels.get(channel) ?? []) receive(payload);
      },
      onEnd: over.resolve,
    });
    const query: QueryWithin = reopen
      ? limitStatements(connection)
      : (_limit, ...statement) => connection.query(...statement);
    return { connection, query, querySingle: withFreshPlans(query), over: over.promise };
  };
  const connectAgain = async (reason: Error): Promise<Opened> => {
    if (reopen === undefined) throw reason;
    log?.warn({ err: reason }, 'the embedded database has ended; starting it again');
    const opened = await connect(await reopen());
    for (const channel of channels.keys()) await opened.connection.query(`listen ${quoted(channel)}`);
    log?.info('the embedded database works again');
    // The listeners' own statements wait until the connection is in use.
    for (const subscriptions of channels.values()) for (const { miss } of subscriptions) miss();
    return opened;
  };
  const kept = keepConnection(await connect(stream), connectAgain, lost);
  const within = shareConnection(kept);
  const shared = within(unlimited);
  const client: EmbeddedClient = {
    ...shared,
    within,
    async listen(channel, receive, miss) {
      const subscription = { receive, miss };
      channels.set(channel, (channels.get(channel) ?? new Set()).add(subscription));
      await shared.query(`listen ${quoted(channel)}`).catch(passOverLoss);
      return async () => {
        const all = channels.get(channel);
        if (!all?.delete(subscription) || all.size > 0) return;
        channels.delete(channel);
        await shared.query(`unlisten ${quoted(channel)}`).catch(passOverLoss);
      };
    },
  };
  let closed: Promise<void> | null = null;
  const close = async () => {
    // Earlier statements have been answered once the connection is taken.
    const held = await shared.take();
    await kept.close();
    shared.handBack(held);
  };
  return {
    client,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}

/** A failed LISTEN is no problem: the next connection listens to all channels that are subscribed by then. */
function passOverLoss(error: unknown): void {
  if (!(error instanceof ConnectionLostError)) throw error;
}

/**
 * Milliseconds for which a plan is used. Statistics change only when the database is vacuumed, so a plan for a few rows
 * would otherwise be used for ever.
 */
const plansMs = 60_000;

/** Discards the plans of prepared statements from time to time. */
function withFreshPlans(query: QueryWithin): QueryWithin {
  let madeAt = performance.now();
  return (...statement) => {
    if (performance.now() - madeAt > plansMs) {
      madeAt = performance.now();
      query(unlimited, 'discard plans').catch(() => {});
    }
    return query(...statement);
  };
}
