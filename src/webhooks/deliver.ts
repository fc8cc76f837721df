import { and, eq, sql } from 'drizzle-orm';
import type { ConnectionOptions, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import {
  longestWebhookDelay,
  lostWebhookQueue,
  StaleAttempt,
  tookEffect,
  webhookQueue,
} from '../core/runs/jobs.ts';
import { resumeInterrupted } from '../core/runs/lost-runs.ts';
import { ownLookSeconds } from '../core/runs/watch-queue.ts';
import { type Database, queueIn } from '../database/database.ts';
import type { ConnectOverrides } from '../fetching/connect.ts';
import { type LazyAgent, openLazyAgent } from '../fetching/lazy-agent.ts';
import { userAgent } from '../fetching/user-agent.ts';
import { type Delivery, type DeliveryJob, findDeliveries, messageIdOf } from './deliveries.ts';
import { followEvents } from './hand-out.ts';
import { type Outcome, post } from './post.ts';
import type { WebhookSettings } from './settings.ts';
import { signedHeaders } from './sign.ts';
import { findWebhooks, secretsOf, type Webhook } from './webhooks.ts';

interface Needs {
  database: Database;
  log: Logger;
  /** Called after each attempt, with its seconds. */
  attempted(attempt: { outcome: 'taken' | 'failed'; seconds: number }): void;
  /** Called for each delivery that is given up. */
  gaveUp(): void;
}

type Job = JobWithMetadata<DeliveryJob>;

/** The receiver says that it will take no more (https://www.standardwebhooks.com). */
const gone = 410;

/** The webhooks' work of this node. */
export interface WebhookWork {
  /** Takes no further jobs, and gives current ones `graceMs` milliseconds. Safe to call again. */
  close(graceMs: number): Promise<void>;
}

/**
 * Hands events out to webhooks and posts what is due. A delivery is settled together with its job, once its receiver has
 * answered: a process that dies in between leaves it to be sent again.
 */
export async function startWebhooks(
  needs: Needs,
  settings: WebhookSettings & { publicUrl: string | null; contact: string | null },
  connect: ConnectOverrides = {},
): Promise<WebhookWork> {
  const { database, log } = needs;
  const { boss } = database;
  const stopping = new AbortController();
  const { parallel, privateAddresses, timeoutMs } = settings;
  const agent = openLazyAgent({ connections: parallel, privateAddresses, silenceMs: timeoutMs }, connect);
  const sender = { ...needs, agent, timeoutMs, userAgent: userAgent(settings.contact) };
  if (database.kind === 'embedded') await resumeInterrupted(database, [webhookQueue, lostWebhookQueue]);
  const options = {
    batchSize: 1,
    includeMetadata: true,
    pollingIntervalSeconds: 2,
    // New ones are announced; the watch of the queue finds those that are due again, or that waited for one to the same receiver.
    notifyPollingIntervalSeconds: ownLookSeconds,
  } as const;
  await boss.work<DeliveryJob, void, typeof options>(lostWebhookQueue, options, async ([job]) => {
    if (job) await giveUp(needs, job);
  });
  // A receiver that is slow holds up its own deliveries only.
  const ofEach = { ...options, localGroupConcurrency: 1 };
  for (let worker = 0; worker < parallel; worker += 1) {
    const id = await boss.work<DeliveryJob, void, typeof ofEach>(webhookQueue, ofEach, async ([job]) => {
      if (job) await attempt(sender, job, AbortSignal.any([stopping.signal, job.signal]));
      boss.notifyWorker(id);
    });
  }
  const following = await followEvents(needs, settings);
  let closing: Promise<void> | null = null;
  const stop = async (graceMs: number) => {
    const deadline = setTimeout(() => stopping.abort(), graceMs);
    await following.close();
    await Promise.all([
      boss.offWork(webhookQueue, { wait: true }),
      boss.offWork(lostWebhookQueue, { wait: true }),
    ]).finally(() => clearTimeout(deadline));
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
  agent: LazyAgent;
  timeoutMs: number;
  userAgent: string;
}

async function attempt(sender: Sender, job: Job, signal: AbortSignal): Promise<void> {
  const { database, log } = sender;
  const [delivery] = await findDeliveries(database, [job.data.deliveryId]);
  const [webhook] = delivery ? await findWebhooks(database, [delivery.webhookId]) : [];
  // Deleted meanwhile, or too old to be kept.
  if (!delivery || !webhook) return;
  const { id, webhookId } = delivery;
  try {
    if (!webhook.enabled) {
      const off = { status: null, failure: 'is switched off', retryAfter: null };
      await settle(database, job, delivery, off, 'given up');
      sender.gaveUp();
      return;
    }
    const begun = performance.now();
    const outcome = await send(sender, webhook, delivery, signal);
    const seconds = (performance.now() - begun) / 1000;
    await settle(database, job, delivery, outcome, outcome.failure === null ? 'taken' : 'again');
    sender.attempted({ outcome: outcome.failure === null ? 'taken' : 'failed', seconds });
    if (outcome.failure !== null)
      log.warn({ delivery: id, webhook: webhookId, ...outcome }, 'a webhook failed');
  } catch (error) {
    if (!(error instanceof StaleAttempt)) throw error;
    log.info({ delivery: id, webhook: webhookId }, 'another worker has taken this delivery over');
  }
}

function send(
  { agent, timeoutMs, userAgent }: Sender,
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

/** Writes down how an attempt ended and settles its job with it. Fails with StaleAttempt where another has the job by now. */
async function settle(
  { db, boss }: Database,
  job: Job,
  { id, webhookId }: Delivery,
  { status, failure, retryAfter }: Outcome,
  verdict: 'taken' | 'again' | 'given up',
): Promise<void> {
  await db.transaction(async (tx) => {
    const claim = { id: job.id, retryCount: job.retryCount };
    const connection = { db: queueIn(tx) };
    const settled =
      verdict === 'again'
        ? await boss.fail(webhookQueue, claim, null, connection)
        : await boss.complete(webhookQueue, claim, null, connection);
    if (!tookEffect(settled)) throw new StaleAttempt();
    if (verdict === 'again' && retryAfter !== null) await postpone(boss, job.id, retryAfter, connection);
    const states = { taken: 'DELIVERED', again: 'PENDING', 'given up': 'FAILED' } as const;
    await tx
      .update(webhookDeliveries)
      .set({
        state: states[verdict],
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        lastAttempt: new Date(),
        responseStatus: status,
        failure,
      })
      .where(eq(webhookDeliveries.id, id));
    if (status === gone) await tx.update(webhooks).set({ enabled: false }).where(eq(webhooks.id, webhookId));
  });
}

/** Has a delivery wait for as long as its receiver asks, where that is longer than it waits anyway; in seconds. */
async function postpone(
  boss: PgBoss,
  id: string,
  retryAfter: number,
  connection: ConnectionOptions,
): Promise<void> {
  const startAfter = new Date(Date.now() + Math.min(retryAfter, longestWebhookDelay) * 1000);
  const [job] = await boss.findJobs(webhookQueue, { id, ...connection });
  // Inside a transaction the library answers times as text, which its types do not say.
  if (job && new Date(job.startAfter) < startAfter)
    await boss.update(webhookQueue, undefined, { id, startAfter, ...connection });
}

/** Ends a delivery that was tried as often as it may be, whether its receiver failed or the nodes that tried died. */
async function giveUp({ database: { db, boss }, log, gaveUp }: Needs, job: Job): Promise<void> {
  const { deliveryId } = job.data;
  const isMine = await db.transaction(async (tx) => {
    const claim = { id: job.id, retryCount: job.retryCount };
    const completed = await boss.complete(lostWebhookQueue, claim, null, { db: queueIn(tx) });
    if (!tookEffect(completed)) return false;
    await tx
      .update(webhookDeliveries)
      .set({ state: 'FAILED' })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.state, 'PENDING')));
    return true;
  });
  if (!isMine) return;
  gaveUp();
  log.error({ delivery: deliveryId }, 'a delivery to a webhook was given up');
}
