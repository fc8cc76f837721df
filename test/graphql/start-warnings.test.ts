import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { upload } from '../support/client.ts';
import { classHead, fabricModJson, jarWith } from '../support/jar.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';
import { ask, globalId } from './client.ts';

const startArgs = ['-Xmx3G', '-Dfml.readTimeout=180'];
const instance = { javaArgsOverride: startArgs.join(' '), isMemoryOverride: true, allocatedMemory: 6144 };

const archive = zipWith({
  'minecraftinstance.json': JSON.stringify(instance),
  'mods/newer.jar': jarWith({
    'fabric.mod.json': fabricModJson('newer'),
    'com/example/A.class': classHead(21),
  }),
  'mods/needy.jar': jarWith({ 'fabric.mod.json': fabricModJson('needy', { depends: { lib: '*' } }) }),
});

describe('a server pack that cannot start, needs a newer Java, and lacks the arguments of its author', () => {
  it('says so before it is built and afterwards', async () => {
    await using service = await startTestApp();
    await upload(service.url, archive);
    const ends = { modPackId: 1, status: ['GENERATED' as const, 'ERROR' as const] };
    for await (const { status } of service.app.feed.subscribe(ends, 0))
      if (status === 'GENERATED' || status === 'ERROR') break;
    const query = `query ($modPack: ID!, $run: RunConfigurationInput!, $taken: RunConfigurationInput!) {
      previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
        ... on ServerPackPreview { javaVersion warnings { code entry } }
        ... on UserError { code message }
      }
      serverPack(by: { run: { databaseId: 1 } }) {
        javaVersion howToRun warnings { code entry message } hostFiles { kind text }
      }
      taken: previewServerPack(modPack: { id: $modPack }, runConfiguration: $taken) {
        ... on ServerPackPreview { warnings { code } }
      }
      modPack(by: { databaseId: 1 }) {
        startArgs recommendedMemory
        runs { nodes { warnings { code entry } } }
      }
    }`;
    const run = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
    // A memory of the caller's own takes the place of the author's.
    const taken = { ...run, startArgs: ['-Xmx8G', '-Dfml.readTimeout=180'] };
    const { data, errors } = await ask(service.url, query, { modPack: globalId('ModPack', 1), run, taken });
    expect(errors).toBeUndefined();
    const warnings = [
      { code: 'AUTHORS_ARGS_LEFT_OUT', entry: null },
      { code: 'REQUIRED_MOD_MISSING', entry: 'needy.jar' },
      { code: 'NEWER_JAVA_NEEDED', entry: 'newer.jar' },
    ];
    expect(data).toMatchObject({
      previewServerPack: { javaVersion: 21, warnings },
      serverPack: {
        javaVersion: 21,
        howToRun: expect.stringMatching(
          /starts it with -Dfml\.readTimeout=180, which[\s\S]*"newer\.jar" needs Java 21, by its classes[\s\S]*Install Java 21/,
        ),
        hostFiles: expect.arrayContaining([
          { kind: 'COMPOSE', text: expect.stringContaining('itzg/minecraft-server:java21') },
          { kind: 'PELICAN_EGG', text: expect.stringContaining('yolks:java_21') },
        ]),
        warnings,
      },
      taken: { warnings: [{ code: 'REQUIRED_MOD_MISSING' }, { code: 'NEWER_JAVA_NEEDED' }] },
      modPack: { startArgs, recommendedMemory: 3072, runs: { nodes: [{ warnings }] } },
    });
    // The memory is what a start without JAVA_ARGS takes, so that no warning names it.
    const download = await fetch(`${service.url}/api/v2/serverpacks/download/1`);
    const file = path.join(service.dataDir, 'downloaded.zip');
    await writeFile(file, Buffer.from(await download.arrayBuffer()));
    const variables = `${(await unzip(file)).get('variables.txt')?.contents}`;
    expect(variables).toContain(
      'RECOMMENDED_MEMORY=3072\nRECOMMENDED_MEMORY_PURPOSE=for this pack by its author\n',
    );
  });
});
