import type { CommandResponse, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database, Queries } from '../../database/database.ts';
import { queueIn } from '../../database/database.ts';
import { makeQueues, type WantedQueue } from './make-queues.ts';

/** The queue of runs, and the queue of runs that no worker could finish. */
export const runQueue = 'runs';
export const lostRunQueue = 'lost-runs';
/** The queues of the recurring chores. */
export const sweepQueue = 'sweep';
export const tidyQueue = 'tidy';
export const vacuumQueue = 'vacuum';
export const scanQueue = 'scans';
/** The queue of deliveries to webhooks, and the queue of deliveries that failed too often. */
export const webhookQueue = 'webhooks';
export const lostWebhookQueue = 'lost-webhooks';

/** The data of a run's job. */
export interface RunJob {
  modPackId: number;
  runConfigurationId: number;
}

/** Queue options of runs or deliveries; times in seconds. */
export interface QueueSettings {
  /** Retries of a job, whatever ended it. */
  retryLimit: number;
  /** Before the first new attempt; it doubles from one to the next, up to a minute, or six hours for deliveries. */
  retryDelaySeconds: number;
  /** The longest duration of a job. */
  expireInSeconds: number;
}

/** Seconds between two attempts at a delivery to a webhook at most, whatever its receiver asks for. */
export const longestWebhookDelay = 6 * 60 * 60;

/** The longest that the library allows: a day. */
const longestExpiry = 24 * 60 * 60;

/** Starts the queue library and makes the queues what they should be; safe on several nodes at once. */
export async function startQueues(
  { boss }: Pick<Database, 'boss'>,
  runs: QueueSettings,
  webhooks: QueueSettings,
): Promise<void> {
  await boss.start();
  const wanted = wantedQueues(runs, webhooks);
  if (!(await makeQueues(boss, wanted))) return;
  // Changed queues leave the library's cache, and these read-only calls load them again. A first lookup inside a
  // transaction would wait for the embedded database's one connection, which the transaction holds.
  for (const { name } of wanted) await boss.findJobs(name, { key: 'none' });
}

/** All queues, each after its dead letter queue. */
function wantedQueues(runs: QueueSettings, webhooks: QueueSettings): WantedQueue[] {
  const lost = { retryLimit: 10, retryDelay: 2, retryBackoff: true, notify: true };
  const chore = { retryLimit: 2, expireInSeconds: 3600 };
  return [
    { name: lostRunQueue, policy: 'standard', options: lost },
    {
      name: runQueue,
      // One run of a modpack at a time; runs of different modpacks side by side.
      policy: 'key_strict_fifo',
      options: {
        deadLetter: lostRunQueue,
        ...retriesOf(runs, Math.max(60, runs.retryDelaySeconds)),
        expireInSeconds: Math.min(runs.expireInSeconds, longestExpiry),
        // The events tell what became of a run; its job is of no more use.
        deleteAfterSeconds: 3600,
        // Accepted jobs wait until there is a worker.
        retentionSeconds: 10 * 365 * longestExpiry,
        // The shortest the library allows: a job of a node that died starts again after about this long.
        heartbeatSeconds: 10,
        notify: true,
      },
    },
    ...[sweepQueue, tidyQueue, vacuumQueue, scanQueue].map(
      (name): WantedQueue => ({ name, policy: 'stately', options: chore }),
    ),
    { name: lostWebhookQueue, policy: 'standard', options: lost },
    {
      name: webhookQueue,
      policy: 'standard',
      options: {
        deadLetter: lostWebhookQueue,
        ...retriesOf(webhooks, longestWebhookDelay),
        expireInSeconds: webhooks.expireInSeconds,
        // The deliveries' own rows tell what became of them.
        deleteAfterSeconds: 3600,
        heartbeatSeconds: 10,
        notify: true,
      },
    },
  ];
}

/** With a backoff, the library makes a second of no delay. */
function retriesOf({ retryLimit, retryDelaySeconds }: QueueSettings, longestDelay: number) {
  return {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: retryDelaySeconds > 0,
    ...(retryDelaySeconds > 0 ? { retryDelayMax: longestDelay } : {}),
  };
}

/** The id that the job of a run has, so that it can be found, and is never sent twice. */
export function jobIdOf(runConfigurationId: number): string {
  return `00000000-0000-8000-8000-${runConfigurationId.toString(16).padStart(12, '0')}`;
}

/** Sends the jobs of runs inside a transaction. A run whose modpack has an earlier unfinished run must not be sent. */
export async function sendRuns(boss: PgBoss, tx: Queries, runs: readonly RunJob[]): Promise<void> {
  const jobs = runs.map(({ modPackId, runConfigurationId }) => ({
    id: jobIdOf(runConfigurationId),
    data: { modPackId, runConfigurationId },
    singletonKey: String(modPackId),
  }));
  const sent = await boss.insert(runQueue, jobs, { db: queueIn(tx), returnId: true });
  if (sent?.length !== jobs.length) throw new Error('The queue did not take all jobs.');
}

const settled = z.object({ affected: z.int() });

/** Whether a job was really settled or touched; not so when its claim has lapsed and another worker has it. */
export function tookEffect(response: CommandResponse): boolean {
  // The library answers the count, but its types do not say so.
  return settled.parse(response).affected === 1;
}

/** Why an attempt stops without a trace: its job was cancelled, or another one has taken it over. */
export class StaleAttempt extends Error {
  override readonly name = 'StaleAttempt';
}
