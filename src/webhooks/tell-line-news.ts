import { eq } from 'drizzle-orm';
import { webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import type { LineNews } from '../core/packs/line-news.ts';
import { findLines } from '../core/packs/lines.ts';
import { findModPacks } from '../core/packs/mod-packs.ts';
import type { Database, Queries } from '../database/database.ts';
import { enqueueDeliveries } from './deliveries.ts';
import { discordNewsBody } from './discord-message.ts';
import { standardNewsBody, typeOfNews, type VersionNews } from './message.ts';

/** Makes the deliveries of news of lines, to the webhooks that are told of server packs, in the transaction of the news. */
export async function tellLineNews(
  { boss }: Pick<Database, 'boss'>,
  tx: Queries,
  news: readonly LineNews[],
): Promise<void> {
  const enabled = await tx.select().from(webhooks).where(eq(webhooks.enabled, true));
  const told = enabled.filter(({ statuses }) => statuses.includes('GENERATED'));
  if (told.length === 0) return;
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
  const rows = told.flatMap(({ id: webhookId, format }) =>
    versions.map((version) => ({
      webhookId,
      type: typeOfNews(version),
      body: format === 'DISCORD' ? discordNewsBody(version) : standardNewsBody(version),
    })),
  );
  const made = await tx
    .insert(webhookDeliveries)
    .values(rows)
    .returning({ id: webhookDeliveries.id, webhookId: webhookDeliveries.webhookId });
  await enqueueDeliveries(boss, tx, made);
}
