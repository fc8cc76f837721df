import { describe, expect, it } from 'vitest';
import { serverPacks } from '../../drizzle/schema.ts';
import { shippedFacts } from '../../src/archive/known-mods/facts-file.ts';
import { haveFactsChanged } from '../../src/core/packs/server-packs.ts';
import { startTestApp } from '../support/app.ts';
import { jarWith, modsToml } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';
import { ask, globalId } from './client.ts';

/** A jar that says nothing of sides, of a mod that is known as client-only. */
const archive = zipWith([
  { name: 'mods/oculus.jar', data: jarWith({ 'META-INF/mods.toml': modsToml({ oculus: [] }) }) },
]);
const run = { gameVersion: '1.20.1', modloader: 'FORGE', modloaderVersion: '47.2.0' };
const generate = `mutation ($modPack: ID!, $run: RunConfigurationInput!) {
  generateServerPack(input: { modPack: $modPack, runConfiguration: $run }) {
    ... on RunStarted { run { databaseId configuration { automaticSides } } }
    ... on UserError { code message }
  }
}`;
const preview = `query ($modPack: ID!, $run: RunConfigurationInput!) {
  previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
    ... on ServerPackPreview { factsNumber factsDate decisions { nodes { file kept reason certainty } } }
    ... on UserError { code message }
  }
}`;

const facts = '{ serverPack(by: { databaseId: 1 }) { factsNumber factsChanged } }';
const { number, date } = shippedFacts();

async function uploaded(url: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(archive)]), 'pack.zip');
  form.set('gameVersion', run.gameVersion);
  form.set('modloader', 'Forge');
  form.set('modloaderVersion', run.modloaderVersion);
  const response = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
  expect(response.status).toBe(200);
}

describe('what is known of mods', () => {
  it('decides unless the run switches that off, which is stored with the run', async () => {
    await using service = await startTestApp();
    await uploaded(service.url);
    for await (const { status } of service.app.feed.subscribe(
      { modPackId: 1, status: ['GENERATED', 'ERROR'] },
      0,
    ))
      if (status === 'GENERATED' || status === 'ERROR') break;
    const modPack = globalId('ModPack', 1);
    const known = await ask(service.url, preview, { modPack, run });
    expect(known.data).toEqual({
      previewServerPack: {
        factsNumber: number,
        factsDate: date,
        decisions: {
          nodes: [{ file: 'oculus.jar', kept: false, reason: 'KNOWN_CLIENT_MOD', certainty: 'KNOWN' }],
        },
      },
    });
    const built = await ask(service.url, facts);
    expect(built.data).toEqual({ serverPack: { factsNumber: number, factsChanged: false } });
    // As after newer facts.
    await service.app.database.db.update(serverPacks).set({ factsNumber: number + 1 });
    const changed = await ask(service.url, facts);
    expect(changed.data).toEqual({ serverPack: { factsNumber: number + 1, factsChanged: true } });
    const off = { ...run, automaticSides: false };
    const kept = await ask(service.url, preview, { modPack, run: off });
    expect(kept.data).toMatchObject({
      previewServerPack: { decisions: { nodes: [{ kept: true, reason: 'UNKNOWN_SIDE' }] } },
    });
    const started = await ask(service.url, generate, { modPack, run: off });
    expect(started.data).toEqual({
      generateServerPack: { run: { databaseId: 2, configuration: { automaticSides: false } } },
    });
    const first = '{ run(by: { databaseId: 1 }) { configuration { automaticSides } } }';
    expect((await ask(service.url, first)).data).toEqual({
      run: { configuration: { automaticSides: true } },
    });
  });

  it('changes nothing for a server pack that asked no facts, or of which that is not known', () => {
    expect(haveFactsChanged(1, { automaticSides: true }, { number: 2 })).toBe(true);
    expect(haveFactsChanged(1, { automaticSides: false }, { number: 2 })).toBe(false);
    expect(haveFactsChanged(null, { automaticSides: true }, { number: 2 })).toBe(false);
  });
});
