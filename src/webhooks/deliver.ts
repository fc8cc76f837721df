import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { webhooks } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';
import type { ConnectOverrides } from '../fetching/connect.ts';
import { type LazyAgent, openLazyAgent } from '../fetching/lazy-agent.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { type Held, StaleAttempt } from '../jobs/job-tables.ts';
import { doubled } from '../jobs/retry-delay.ts';
import { type Attempting, startWorker } from '../jobs/worker.ts';
import { type Delivery, deliveryJobs, messageIdOf, settleDelivery, takeDelivery } from './deliveries.ts';
import { followEvents } from './hand-out.ts';
import { type Outcome, post } from './post.ts';
import type { WebhookSettings } from './settings.ts';
import { signedHeaders } from './sign.ts';
import { findWebhooks, secretsOf, type Webhook } from './webhooks.ts';

interface Needs {
  database: Database;
  log: Logger;
  /** Called after each attempt, with its duration in seconds. */
  attempted(attempt: { outcome: 'taken' | 'failed'; seconds: number }): void;
  /** Called for each delivery that is given up. */
  gaveUp(): void;
}

/** The longest delay between two attempts at a delivery in seconds, whatever its receiver requests. */
const longestDelay = 6 * 60 * 60;
/** Milliseconds for the work of an attempt besides waiting for the receiver. */
const settlingMs = 60_000;
/** The status by which a receiver asks for no more messages (https://www.standardwebhooks.com). */
const gone = 410;

/** This node's work for webhooks. */
export interface WebhookWork {
  /** Takes no further jobs, and gives current ones `graceMs` milliseconds. Repeated calls are safe. */
  close(graceMs: number): Promise<void>;
}

/**
 * Creates deliveries for events and posts those that are due. A delivery is settled once its receiver has answered:
 * when a process dies before that, the delivery is sent again.
 */
export async function startWebhooks(
  needs: Needs,
  settings: WebhookSettings & { pollMs: number; publicUrl: string | null; contact: string | null },
  connect: ConnectOverrides = {},
): Promise<WebhookWork> {
  const { database, log } = needs;
  const { parallel, privateAddresses, timeoutMs, pollMs } = settings;
  const agent = openLazyAgent({ connections: parallel, privateAddresses, silenceMs: timeoutMs }, connect);
  const sender = { ...needs, settings, agent, userAgent: userAgent(settings.contact) };
  // A slow receiver delays its own deliveries only.
  const busy = new Set<number>();
  const worker = await startWorker(
    { database, log },
    {
      table: deliveryJobs,
      most: parallel,
      pollMs,
      longestMs: timeoutMs + settlingMs,
      async take(claim) {
        const delivery = await takeDelivery(database, claim, [...busy]);
        if (delivery) busy.add(delivery.webhookId);
        return delivery;
      },
      work: (delivery, { held, signal, isStopping }) =>
        attempt(sender, delivery, { held, signal, isStopping }).finally(() =>
          busy.delete(delivery.webhookId),
        ),
    },
  );
  const following = await followEvents(needs, settings);
  let closing: Promise<void> | null = null;
  const stop = async (graceMs: number) => {
    await following.close();
    await worker.close(graceMs);
    await agent[Symbol.asyncDispose]();
    log.debug('the webhooks have stopped');
  };
  return {
    close: (graceMs) => {
      closing ??= stop(graceMs);
      return closing;
    },
  };
}

interface Sender extends Needs {
  settings: WebhookSettings;
  agent: LazyAgent;
  userAgent: string;
}

async function attempt(
  sender: Sender,
  delivery: Delivery,
  { held, signal, isStopping }: Pick<Attempting, 'held' | 'signal' | 'isStopping'>,
): Promise<void> {
  const { database, log, settings } = sender;
  const { id, webhookId, tries } = delivery;
  const [webhook] = await findWebhooks(database, [webhookId]);
  // The webhook was deleted meanwhile, together with its deliveries.
  if (!webhook) return;
  try {
    // More processes than allowed have died during this delivery.
    if (tries > settings.retries + 1) return await giveUp(sender, held);
    if (!webhook.enabled) {
      const off = { status: null, failure: 'is switched off', retryAfter: null };
      await settle(sender, delivery, held, off, 'FAILED');
      sender.gaveUp();
      return;
    }
    const begun = performance.now();
    const outcome = await send(sender, webhook, delivery, signal);
    const seconds = (performance.now() - begun) / 1000;
    const isLast = tries > settings.retries;
    const state = outcome.failure === null ? 'DELIVERED' : isLast ? 'FAILED' : 'PENDING';
    await settle(sender, delivery, held, outcome, state);
    sender.attempted({ outcome: outcome.failure === null ? 'taken' : 'failed', seconds });
    if (outcome.failure !== null)
      log.warn({ delivery: id, webhook: webhookId, ...outcome }, 'a webhook failed');
    if (state === 'FAILED') reportFailure(sender, id);
  } catch (error) {
    if (error instanceof StaleAttempt)
      log.info({ delivery: id, webhook: webhookId }, 'another worker has taken this delivery over');
    else if (signal.aborted) await letGo(sender, held, isStopping() ? tries - 1 : tries);
    else throw error;
  }
}

function send(
  { agent, settings: { timeoutMs }, userAgent }: Sender,
  webhook: Webhook,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const at = new Date();
  const { body } = delivery;
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...signedHeaders(secretsOf(webhook, at), { messageId: messageIdOf(delivery), at, body }),
  };
  return post(agent.get, { url: webhook.url, headers, body }, { milliseconds: timeoutMs, signal });
}

/** Records the outcome of an attempt. Fails with StaleAttempt when another process has taken the delivery. */
async function settle(
  { database: { db }, settings: { retrySeconds } }: Sender,
  { webhookId, tries }: Delivery,
  held: Held,
  { status, failure, retryAfter }: Outcome,
  state: Delivery['state'],
): Promise<void> {
  // A receiver may request a longer delay.
  const delay = Math.max(doubled(retrySeconds, tries - 1, longestDelay), retryAfter ?? 0);
  await db.transaction(async (tx) => {
    const change = { state, lastAttempt: new Date(), responseStatus: status, failure };
    await settleDelivery(tx, held, change, { attempted: true, delaySeconds: Math.min(delay, longestDelay) });
    if (status === gone) await tx.update(webhooks).set({ enabled: false }).where(eq(webhooks.id, webhookId));
  });
}

async function giveUp(sender: Sender, held: Held): Promise<void> {
  await settleDelivery(sender.database.db, held, { state: 'FAILED' }, { attempted: false, delaySeconds: 0 });
  reportFailure(sender, held.id);
}

function reportFailure({ log, gaveUp }: Sender, delivery: number): void {
  gaveUp();
  log.error({ delivery }, 'a delivery to a webhook was given up');
}

/** Releases a delivery when the service stops, which is no fault of its receiver: the try does not count. */
function letGo({ database, log }: Sender, held: Held, tries: number): Promise<void> {
  return settleDelivery(database.db, held, { tries }, { attempted: false, delaySeconds: 0 }).catch(
    (err: unknown) => log.debug({ err, delivery: held.id }, 'a delivery is taken up later'),
  );
}
