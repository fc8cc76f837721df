import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { webhookDeliveries } from '../../drizzle/schema.ts';
import { type Queries, rows } from '../database/database.ts';
import { asArray } from '../database/statements.ts';

/** The number of a webhook's newest messages that its health is computed from. */
export const mostJudged = 1_000;

/** The outcomes of a webhook's newest messages. */
export interface WebhookHealth {
  webhookId: number;
  /** Messages that are being sent or wait for a retry. */
  waiting: number;
  /** Messages that were given up. */
  failed: number;
  /** The creation time of the oldest waiting message. */
  waitingSince: Date | null;
  /** The time at which the receiver last accepted a message. */
  lastDelivered: Date | null;
}

const timestamp = z.union([z.date(), z.string().transform((text) => new Date(text))]).nullable();
const healths = z.array(
  z.object({
    webhookId: z.int(),
    waiting: z.int(),
    failed: z.int(),
    waitingSince: timestamp,
    lastDelivered: timestamp,
  }),
);

/** The health of these webhooks, in no particular order. */
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
