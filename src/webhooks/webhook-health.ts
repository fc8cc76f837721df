import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { webhookDeliveries } from '../../drizzle/schema.ts';
import { type Queries, rows } from '../database/database.ts';
import { asArray } from '../database/statements.ts';

/** Newest messages of a webhook that its health is told by. */
export const mostJudged = 1_000;

/** What became of the newest messages to a webhook. */
export interface WebhookHealth {
  webhookId: number;
  /** Messages that are being tried, or will be tried again. */
  waiting: number;
  /** Messages that were given up. */
  failed: number;
  /** When the oldest of those that wait came to be. */
  waitingSince: Date | null;
  /** When the receiver last took one. */
  lastDelivered: Date | null;
}

const moment = z.union([z.date(), z.string().transform((text) => new Date(text))]).nullable();
const healths = z.array(
  z.object({
    webhookId: z.int(),
    waiting: z.int(),
    failed: z.int(),
    waitingSince: moment,
    lastDelivered: moment,
  }),
);

/** The health of these webhooks, in no order. */
export async function findWebhookHealths(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<WebhookHealth[]> {
  const { webhookId, id, state, dateCreated, lastAttempt } = webhookDeliveries;
  const answer = await rows(
    db,
    sql`
      select wanted.id as "webhookId",
        (count(*) filter (where newest.state = 'PENDING'))::int as waiting,
        (count(*) filter (where newest.state = 'FAILED'))::int as failed,
        min(newest.made) filter (where newest.state = 'PENDING') as "waitingSince",
        max(newest.attempted) filter (where newest.state = 'DELIVERED') as "lastDelivered"
      from unnest(${asArray(ids)}::int[]) as wanted (id)
      left join lateral (
        select ${state} as state, ${dateCreated} as made, ${lastAttempt} as attempted
        from ${webhookDeliveries}
        where ${webhookId} = wanted.id
        order by ${id} desc
        limit ${mostJudged}
      ) as newest on true
      group by wanted.id
    `,
  );
  return healths.parse(answer);
}
