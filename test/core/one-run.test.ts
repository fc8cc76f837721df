import { describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { databaseKinds } from '../support/database.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

const pack = zipWith([
  {
    name: 'mods/sodium.jar',
    data: jarWith({ 'fabric.mod.json': fabricModJson('sodium', { environment: 'client' }) }),
  },
  { name: 'mods/lithium.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('lithium') }) },
  { name: 'config/lithium.properties', data: 'a=b' },
]);

describe.each(databaseKinds)('one run on the %s database', (database) => {
  it('goes from upload to server pack by the eight events of the contract', async () => {
    await using service = await startTestApp({ database });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(pack)]), 'fabric.zip');
    form.set('gameVersion', '1.20.1');
    form.set('modloader', 'fabric');
    form.set('modloaderVersion', '0.15.6');
    const followed = service.app.feed.subscribe({}, 0);
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    const seen: [string, number | null, string][] = [];
    for await (const { status, serverPackId, message } of followed) {
      seen.push([status, serverPackId, message]);
      if (seen.length === 8) break;
    }
    expect(seen).toEqual([
      ['QUEUED', null, 'Submitted task to queue.'],
      ['CHECKING', null, 'Checking ModPack for errors.'],
      ['CHECKED', null, 'ModPack checks passed.'],
      ['GENERATING', null, 'Generating ServerPack.'],
      ['GENERATED', null, 'Generated ServerPack.'],
      ['GENERATED', 1, 'Submitted task to queue.'],
      ['GENERATED', 1, 'Syncing ModPack to database.'],
      ['GENERATED', 1, 'Syncing ServerPack to database.'],
    ]);
  });
});
