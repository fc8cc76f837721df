import { eq } from 'drizzle-orm';
import { webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import type { LineNews } from '../core/lines/line-news.ts';
import { findLines } from '../core/lines/lines.ts';
import { findModPacks } from '../core/packs/mod-packs.ts';
import type { Queries } from '../database/database.ts';
import { announceJob } from '../jobs/job-tables.ts';
import { deliveryJobs } from './deliveries.ts';
import { discordNewsBody } from './discord-message.ts';
import { standardNewsBody, typeOfNews, type VersionNews } from './message.ts';

/**
 * Creates deliveries for news of lines, to all webhooks that subscribe to finished server packs. Must run in the
 * transaction that records the news.
 */
export async function notifyOfLineNews(tx: Queries, news: readonly LineNews[]): Promise<void> {
  const enabled = await tx.select().from(webhooks).where(eq(webhooks.enabled, true));
  const subscribed = enabled.filter(({ statuses }) => statuses.includes('GENERATED'));
  if (subscribed.length === 0) return;
  const lines = await findLines({ db: tx }, [...new Set(news.map(({ lineId }) => lineId))]);
  const modPacks = await findModPacks(
    { db: tx },
    news.map(({ modPackId }) => modPackId),
  );
  const versions = news.flatMap(({ kind, dateCreated, lineId, modPackId }): VersionNews[] => {
    const line = lines.find(({ id }) => id === lineId);
    const modPack = modPacks.find(({ id }) => id === modPackId);
    return line && modPack ? [{ kind, at: dateCreated, line: line.name, modPack }] : [];
  });
  const rows = subscribed.flatMap(({ id: webhookId, format }) =>
    versions.map((version) => ({
      webhookId,
      type: typeOfNews(version),
      body: format === 'DISCORD' ? discordNewsBody(version) : standardNewsBody(version),
    })),
  );
  await tx.insert(webhookDeliveries).values(rows);
  await announceJob(tx, deliveryJobs);
}
