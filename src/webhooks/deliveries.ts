import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type DeliveryState, webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import { type Total, type TotalLimits, totalOf } from '../core/figures/totals.ts';
import {
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
} from '../core/lists/pages.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { asArray } from '../database/statements.ts';
import { AppError } from '../errors.ts';
import {
  announceJob,
  claimedBy,
  firstDue,
  type Held,
  inSeconds,
  type JobTable,
  StaleAttempt,
  unclaimed,
} from '../jobs/job-tables.ts';
import { discordTestBody } from './discord-message.ts';
import { standardTestBody, testType } from './message.ts';

export type Delivery = typeof webhookDeliveries.$inferSelect;

/** Unfinished deliveries are jobs. */
export const deliveryJobs: JobTable = {
  name: 'webhook_deliveries',
  key: 'id',
  channel: 'webhook_deliveries',
  due: 'next_attempt',
  open: sql`one.state = 'PENDING'`,
  order: sql`greatest(one.next_attempt, one.claimed_until), one.id`,
};

/** Which deliveries to include; an absent field means all. */
export interface DeliveryFilter {
  webhookId?: number | undefined;
  state?: readonly DeliveryState[] | undefined;
}

/** The id by which receivers recognise repeats: the same for every attempt at one message. */
export function messageIdOf({ id, eventId, type }: Pick<Delivery, 'id' | 'eventId' | 'type'>): string {
  if (eventId !== null) return `event_${eventId}`;
  return type === testType ? `test_${id}` : `news_${id}`;
}

/** Takes the next delivery whose webhook is not among the given ones; null when none is due. */
export async function takeDelivery(
  { db }: Pick<Database, 'db'>,
  claim: string,
  but: readonly number[],
): Promise<Delivery | null> {
  const only = sql`one.webhook_id <> all(${asArray(but)}::int[])`;
  const [taken] = await db
    .update(webhookDeliveries)
    .set({ ...claimedBy(claim), tries: sql`${webhookDeliveries.tries} + 1` })
    .where(eq(webhookDeliveries.id, firstDue(deliveryJobs, only)))
    .returning();
  return taken ?? null;
}

/** Records the outcome of an attempt. Fails with StaleAttempt when another process has taken the delivery. */
export async function settleDelivery(
  tx: Queries,
  { id, claim }: Held,
  change: Partial<Pick<Delivery, 'state' | 'tries' | 'lastAttempt' | 'responseStatus' | 'failure'>>,
  { attempted, delaySeconds }: { attempted: boolean; delaySeconds: number },
): Promise<void> {
  const { attempts } = webhookDeliveries;
  const settled = await tx
    .update(webhookDeliveries)
    .set({
      ...unclaimed,
      ...change,
      attempts: sql`${attempts} + ${attempted ? 1 : 0}`,
      nextAttempt: inSeconds(delaySeconds),
    })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.claim, claim)))
    .returning({ id: webhookDeliveries.id });
  if (settled.length === 0) throw new StaleAttempt();
}

const countedDeliveries = z.array(z.object({ state: z.string(), deliveries: z.coerce.number() }));

/** The number of unfinished deliveries by state, with the same states as runs. */
export async function countWaitingDeliveries({ db }: { db: Queries }): Promise<Map<string, number>> {
  const found = await rows(
    db,
    sql`
      select case when claimed_until > now() then 'active' when tries > 0 then 'retry' else 'created' end as state,
        count(*) as deliveries
      from ${webhookDeliveries} where state = 'PENDING' group by 1
    `,
  );
  const byState = countedDeliveries.parse(found).map(({ state, deliveries }) => [state, deliveries] as const);
  return new Map([
    ...(['created', 'retry', 'active'] as const).map((state) => [state, 0] as const),
    ...byState,
  ]);
}

/** The deliveries with these ids, in no particular order. */
export function findDeliveries({ db }: { db: Queries }, ids: readonly number[]): Promise<Delivery[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, [...ids]));
}

/** A page of the deliveries that fit the filter, the newest first by default. */
export async function listDeliveries(
  { db }: { db: Queries },
  filter: DeliveryFilter,
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<Delivery>> {
  const order = orderById<Delivery>(webhookDeliveries.id, descending);
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(...conditions(filter), ...pageConditions(order, request)))
    .orderBy(...pageOrder(order, request))
    .limit(pageLimit(request));
  return toPage(rows, order, request);
}

/** The number of deliveries that fit the filter, estimated beyond the limits. */
export function countDeliveries(
  { db }: { db: Queries },
  filter: DeliveryFilter,
  limits: TotalLimits,
): Promise<Total> {
  const fitting = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(...conditions(filter)));
  // The state has no index.
  return totalOf({ db }, fitting.getSQL(), limits);
}

function conditions({ webhookId, state }: DeliveryFilter): SQL[] {
  return [
    ...(webhookId === undefined ? [] : [eq(webhookDeliveries.webhookId, webhookId)]),
    ...(state === undefined ? [] : [inArray(webhookDeliveries.state, [...state])]),
  ];
}

/**
 * Queues a message without content, to test a receiver. Fails with NOT_FOUND, or with CONFLICT when the webhook is
 * disabled.
 */
export function sendTest({ db }: Database, webhookId: number): Promise<Delivery> {
  return db.transaction(async (tx) => {
    const { format } = await demandEnabled(tx, webhookId);
    const body = format === 'DISCORD' ? discordTestBody(new Date()) : standardTestBody(new Date());
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId, type: testType, body })
      .returning();
    if (!delivery) throw new Error('The database answered no row for an insert.');
    await announceJob(tx, deliveryJobs);
    return delivery;
  });
}

/**
 * Sends a finished delivery once more, with the same id and body and a new series of attempts. Fails with NOT_FOUND, or
 * with CONFLICT while the delivery is unfinished or its webhook is disabled.
 */
export function resendDelivery({ db }: Database, id: number): Promise<Delivery> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, id))
      .for('update');
    if (!found)
      throw new AppError('NOT_FOUND', `There is no delivery ${id}; they are kept for a while only.`);
    if (found.state === 'PENDING')
      throw new AppError('CONFLICT', `Delivery ${id} is still being tried; wait until it has ended.`);
    await demandEnabled(tx, found.webhookId);
    const [delivery] = await tx
      .update(webhookDeliveries)
      .set({ state: 'PENDING', tries: 0, nextAttempt: sql`now()` })
      .where(eq(webhookDeliveries.id, id))
      .returning();
    if (!delivery) throw new Error('The database answered no row for an update.');
    await announceJob(tx, deliveryJobs);
    return delivery;
  });
}

async function demandEnabled(tx: Queries, id: number) {
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) throw new AppError('NOT_FOUND', `There is no webhook ${id}.`);
  if (!webhook.enabled) throw new AppError('CONFLICT', `Webhook ${id} is switched off; switch it on first.`);
  return webhook;
}
