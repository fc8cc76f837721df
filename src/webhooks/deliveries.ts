import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
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
import { webhookQueue } from '../core/runs/jobs.ts';
import { type Database, type Queries, queueIn } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { discordTestBody } from './discord-message.ts';
import { standardTestBody, testType } from './message.ts';

export type Delivery = typeof webhookDeliveries.$inferSelect;

/** The data of a delivery's job. */
export interface DeliveryJob {
  deliveryId: number;
}

/** Which deliveries are meant; an absent field means all. */
export interface DeliveryFilter {
  webhookId?: number | undefined;
  state?: readonly DeliveryState[] | undefined;
  id?: number | undefined;
}

/** By which receivers tell repeats: the same for every attempt at one message. */
export function messageIdOf({ id, eventId, type }: Pick<Delivery, 'id' | 'eventId' | 'type'>): string {
  if (eventId !== null) return `event_${eventId}`;
  return type === testType ? `test_${id}` : `news_${id}`;
}

/** Queues deliveries inside the transaction that writes them. */
export async function enqueueDeliveries(
  boss: PgBoss,
  transaction: Queries,
  deliveries: readonly Pick<Delivery, 'id' | 'webhookId'>[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const jobs = deliveries.map(({ id, webhookId }) => ({
    data: { deliveryId: id } satisfies DeliveryJob,
    group: { id: String(webhookId) },
  }));
  await boss.insert(webhookQueue, jobs, { db: queueIn(transaction) });
}

/** The deliveries with these ids, in no order. */
export function findDeliveries({ db }: { db: Queries }, ids: readonly number[]): Promise<Delivery[]> {
  return db
    .select()
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, [...ids]));
}

/** A page of the deliveries that fit the filter, the newest first unless told otherwise. */
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

/** Counts the deliveries that fit the filter; beyond the limits, estimates them. */
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

function conditions({ webhookId, state, id }: DeliveryFilter): SQL[] {
  return [
    ...(webhookId === undefined ? [] : [eq(webhookDeliveries.webhookId, webhookId)]),
    ...(state === undefined ? [] : [inArray(webhookDeliveries.state, [...state])]),
    ...(id === undefined ? [] : [eq(webhookDeliveries.id, id)]),
  ];
}

/** Queues a message that says nothing, to try a receiver. Fails with NOT_FOUND, or CONFLICT where it is switched off. */
export function sendTest({ db, boss }: Database, webhookId: number): Promise<Delivery> {
  return db.transaction(async (tx) => {
    const { format } = await demandEnabled(tx, webhookId);
    const body = format === 'DISCORD' ? discordTestBody(new Date()) : standardTestBody(new Date());
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({ webhookId, type: testType, body })
      .returning();
    if (!delivery) throw new Error('The database answered no row for an insert.');
    await enqueueDeliveries(boss, tx, [delivery]);
    return delivery;
  });
}

/**
 * Sends a delivery that has ended once more, with the same id and body and as many attempts as a new one has. Fails with
 * NOT_FOUND, or with CONFLICT while it is still being tried or its webhook is switched off.
 */
export function resendDelivery({ db, boss }: Database, id: number): Promise<Delivery> {
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
      .set({ state: 'PENDING' })
      .where(eq(webhookDeliveries.id, id))
      .returning();
    if (!delivery) throw new Error('The database answered no row for an update.');
    await enqueueDeliveries(boss, tx, [delivery]);
    return delivery;
  });
}

async function demandEnabled(tx: Queries, id: number) {
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) throw new AppError('NOT_FOUND', `There is no webhook ${id}.`);
  if (!webhook.enabled) throw new AppError('CONFLICT', `Webhook ${id} is switched off; switch it on first.`);
  return webhook;
}
