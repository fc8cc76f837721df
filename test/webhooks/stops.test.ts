import { pino } from 'pino';
import { expect, it } from 'vitest';
import { webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import { startWebhooks } from '../../src/webhooks/deliver.ts';
import { defaultWebhookSettings } from '../../src/webhooks/settings.ts';
import { openScratchDatabase } from '../support/database.ts';
import { openDownloadHost } from '../support/download-host.ts';

it('a delivery that is interrupted by the stop of the service has as many tries left as before', async () => {
  await using database = await openScratchDatabase('embedded');
  await using receiver = await openDownloadHost();
  const asked = Promise.withResolvers<void>();
  receiver.answer('/hook', () => asked.resolve());
  const [webhook] = await database.db
    .insert(webhooks)
    .values({
      url: `https://${receiver.host}/hook`,
      format: 'STANDARD',
      statuses: [],
      secret: 'whsec_c2VjcmV0IG9mIGEgcmVjZWl2ZXI=',
      lastEventId: 0,
    })
    .returning();
  await database.db
    .insert(webhookDeliveries)
    .values({ webhookId: webhook?.id ?? 0, type: 'test', body: '{}' });
  const work = await startWebhooks(
    { database, log: pino({ level: 'silent' }), attempted: () => {}, gaveUp: () => {} },
    {
      ...defaultWebhookSettings,
      most: 1,
      privateAddresses: false,
      pollMs: 1_000,
      publicUrl: null,
      contact: null,
    },
    { ...receiver.connect, isPublic: (address) => address === '127.0.0.1' },
  );
  await asked.promise;
  await work.close(0);
  const [delivery] = await database.db.select().from(webhookDeliveries);
  expect(delivery).toMatchObject({ state: 'PENDING', attempts: 0, tries: 0, claim: null });
});
