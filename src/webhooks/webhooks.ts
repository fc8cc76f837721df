import { count, desc, eq, inArray, max, sql } from 'drizzle-orm';
import { events, type Status, type WebhookFormat, webhooks } from '../../drizzle/schema.ts';
import type { Database, Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { judgeReceiver } from './address.ts';
import type { WebhookSettings } from './settings.ts';
import { newSecret } from './sign.ts';

export type Webhook = typeof webhooks.$inferSelect;

/** Milliseconds for which a replaced secret still signs. */
const overlapMs = 24 * 60 * 60 * 1000;

type Limits = Pick<WebhookSettings, 'most' | 'privateAddresses'>;

/** An operator's input for a new webhook. */
export interface WebhookInput {
  url: string;
  format: WebhookFormat;
  statuses: readonly Status[];
}

/**
 * Registers a receiver for all events from now on, and returns its secret this once. Fails with INVALID_INPUT, or with
 * CONFLICT at the limit.
 */
export function createWebhook({ db }: Database, input: WebhookInput, limits: Limits): Promise<Webhook> {
  const { format } = input;
  const url = judgeReceiver(input.url, limits);
  const statuses = judgeStatuses(input.statuses);
  return db.transaction(async (tx) => {
    // Two concurrent registrations would otherwise both take the last free slot.
    await tx.execute(sql`lock table ${webhooks} in share row exclusive mode`);
    const [row] = await tx.select({ count: count() }).from(webhooks);
    if ((row?.count ?? 0) >= limits.most)
      throw new AppError(
        'CONFLICT',
        `There are ${row?.count} webhooks, and ${limits.most} may be: delete one, or raise MAX_WEBHOOKS.`,
      );
    const values = { url, format, statuses, secret: newSecret(), lastEventId: await newestEvent(tx) };
    await announceEnabled(tx);
    const [webhook] = await tx.insert(webhooks).values(values).returning();
    if (!webhook) throw new Error('The database answered no row for an insert.');
    return webhook;
  });
}

/** The channel that announces webhooks that begin to receive events. */
export const enabledChannel = 'webhooks';

async function announceEnabled(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_notify(${enabledChannel}, '')`);
}

/** Changes of a webhook; an absent field stays. */
export interface WebhookChange {
  url?: string | undefined;
  format?: WebhookFormat | undefined;
  statuses?: readonly Status[] | undefined;
  enabled?: boolean | undefined;
}

/**
 * Changes a webhook. A webhook that is enabled again receives events from then on. Waiting deliveries go to the new
 * address with their existing bodies. Fails with NOT_FOUND or INVALID_INPUT.
 */
export function updateWebhook(
  { db }: Database,
  { id, change }: { id: number; change: WebhookChange },
  limits: Limits,
): Promise<Webhook> {
  const { url, format, statuses, enabled } = change;
  const given = {
    ...(url === undefined ? {} : { url: judgeReceiver(url, limits) }),
    ...(format === undefined ? {} : { format }),
    ...(statuses === undefined ? {} : { statuses: judgeStatuses(statuses) }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const begins = enabled === true && !before.enabled;
    const lastEventId = begins ? await newestEvent(tx) : before.lastEventId;
    if (begins) await announceEnabled(tx);
    return changed(tx, id, { ...given, lastEventId });
  });
}

/** Creates a new secret and returns it this once; for a day, the previous secret signs too. Fails with NOT_FOUND. */
export function rotateSecret({ db }: Database, id: number): Promise<Webhook> {
  return db.transaction(async (tx) => {
    const { secret: previousSecret } = await lockWebhook(tx, id);
    const previousSecretEnds = new Date(Date.now() + overlapMs);
    return changed(tx, id, { secret: newSecret(), previousSecret, previousSecretEnds });
  });
}

/** Deletes a webhook with its deliveries; a delivery in progress may still arrive. Fails with NOT_FOUND. */
export async function deleteWebhook({ db }: Database, id: number): Promise<void> {
  const deleted = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id });
  if (deleted.length === 0) throw notFound(id);
}

/** The secrets that sign now, the newest first. */
export function secretsOf({ secret, previousSecret, previousSecretEnds }: Webhook, now: Date): string[] {
  const overlaps = previousSecret !== null && previousSecretEnds !== null && previousSecretEnds > now;
  return overlaps ? [secret, previousSecret] : [secret];
}

/** The webhooks with these ids, in no particular order. */
export function findWebhooks({ db }: { db: Queries }, ids: readonly number[]): Promise<Webhook[]> {
  return db
    .select()
    .from(webhooks)
    .where(inArray(webhooks.id, [...ids]));
}

/** The newest webhooks, oldest first. */
export async function listNewestWebhooks({ db }: { db: Queries }, most: number): Promise<Webhook[]> {
  const found = await db.select().from(webhooks).orderBy(desc(webhooks.id)).limit(most);
  return found.reverse();
}

async function lockWebhook(tx: Queries, id: number): Promise<Webhook> {
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  if (!webhook) throw notFound(id);
  return webhook;
}

async function changed(tx: Queries, id: number, change: Partial<Webhook>): Promise<Webhook> {
  const [webhook] = await tx.update(webhooks).set(change).where(eq(webhooks.id, id)).returning();
  if (!webhook) throw new Error('The database answered no row for an update.');
  return webhook;
}

async function newestEvent(tx: Queries): Promise<number> {
  const [newest] = await tx.select({ id: max(events.id) }).from(events);
  return newest?.id ?? 0;
}

function judgeStatuses(statuses: readonly Status[]): Status[] {
  if (statuses.length === 0)
    throw new AppError('INVALID_INPUT', 'statuses must have at least one.', { field: 'statuses' });
  return [...new Set(statuses)];
}

function notFound(id: number): AppError {
  return new AppError('NOT_FOUND', `There is no webhook ${id}.`);
}
