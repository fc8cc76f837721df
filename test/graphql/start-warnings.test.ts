import { describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { upload } from '../support/client.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';
import { ask, globalId } from './client.ts';

const archive = zipWith({
  'mods/needy.jar': jarWith({ 'fabric.mod.json': fabricModJson('needy', { depends: { lib: '*' } }) }),
});

describe('a server pack that cannot start', () => {
  it('says so before it is built and afterwards', async () => {
    await using service = await startTestApp();
    await upload(service.url, archive);
    const ends = { modPackId: 1, status: ['GENERATED' as const, 'ERROR' as const] };
    for await (const { status } of service.app.feed.subscribe(ends, 0))
      if (status === 'GENERATED' || status === 'ERROR') break;
    const query = `query ($modPack: ID!, $run: RunConfigurationInput!) {
      previewServerPack(modPack: $modPack, runConfiguration: $run) {
        ... on ServerPackPreview { warnings { code entry } }
        ... on Error { code message }
      }
      serverPack(modPackDatabaseId: 1, runConfigurationDatabaseId: 1) { warnings { code entry error } }
      modPack(databaseId: 1) {
        warnings { totalCount nodes { code entry runConfiguration { databaseId } } }
      }
    }`;
    const run = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
    const { data, errors } = await ask(service.url, query, { modPack: globalId('ModPack', 1), run });
    expect(errors).toBeUndefined();
    const warnings = [{ code: 'REQUIRED_MOD_MISSING', entry: 'needy.jar' }];
    const nodes = warnings.map((warning) => ({ ...warning, runConfiguration: { databaseId: 1 } }));
    expect(data).toMatchObject({
      previewServerPack: { warnings },
      serverPack: { warnings },
      modPack: { warnings: { totalCount: 1, nodes } },
    });
  });
});
