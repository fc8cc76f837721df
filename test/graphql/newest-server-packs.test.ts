/** The newest server packs, as the home page shows them: of many callers. */
import { expect, it } from 'vitest';
import { scans } from '../../drizzle/schema.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKinds } from '../support/database.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { modPackOf, store } from '../web/made-packs.ts';
import { ask } from './client.ts';

it.each(databaseKinds)('has those of each caller before the second of any, on %s', async (database) => {
  const environment = { TRUSTED_PROXIES: 'loopback' };
  await using service = await startTestApp({ database, environment });
  const send = async (name: string, address: string) => {
    const pack = modPackOf([{ id: name.toLowerCase() }]);
    const id = await store(service, name, pack, { 'x-forwarded-for': address });
    await eventsUntilEnd(service.app, id);
    return id;
  };
  const newest = async () =>
    (await ask(service.url, '{ newestServerPacks { modPack { name } } }')).data?.newestServerPacks;
  const named = (...names: string[]) => names.map((name) => ({ modPack: { name } }));
  expect(await newest()).toEqual([]);
  await send('Quiet', '192.0.2.1');
  const bad = await send('Bad', '192.0.2.2');
  for (let n = 1; n <= 9; n += 1) await send(`Loud${n}`, '192.0.2.3');
  // One network of IPv6 is one caller.
  for (const n of [1, 2]) await send(`Wide${n}`, `2001:db8::${n}`);
  const quarantine = { modPackId: bad, findings: [], notScanned: [], notScannedCount: 0, quarantined: true };
  await service.app.database.db.insert(scans).values(quarantine);
  expect(await newest()).toEqual(
    named('Wide2', 'Loud9', 'Quiet', 'Wide1', 'Loud8', 'Loud7', 'Loud6', 'Loud5'),
  );
});
