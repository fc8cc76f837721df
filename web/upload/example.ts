import type { Client } from 'urql';
import { choose } from './choose.ts';
import { noFileOverrides } from './file-overrides.ts';
import { findItem, removeItem } from './items.ts';
import { noLists } from './lists.ts';
import { submit } from './submit.ts';
import { pageOf } from './to-own-page.tsx';

/** Mods of the example, empty as they are, each with where it works. */
const mods = {
  'hello-blocks': '*',
  'hello-recipes': '*',
  'hello-rules': 'server',
  'hello-map': 'client',
  'hello-shaders': 'client',
};

/** The same bytes each time, so that a service has the example once. */
const always = { lastModDate: new Date(2020, 0, 1), extendedTimestamp: false, useWebWorkers: false };

/** A tiny modpack for Fabric, made here. */
async function makeExample(): Promise<File> {
  const { BlobReader, BlobWriter, TextReader, ZipWriter } = await import('@zip.js/zip.js');
  const writer = () => new ZipWriter(new BlobWriter('application/zip'), always);
  const pack = writer();
  const index = {
    formatVersion: 1,
    game: 'minecraft',
    name: 'Hello',
    versionId: '1.0',
    files: [],
    dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.11' },
  };
  await pack.add('modrinth.index.json', new TextReader(JSON.stringify(index)));
  for (const [id, environment] of Object.entries(mods)) {
    const jar = writer();
    const descriptor = { schemaVersion: 1, id, version: '1.0', environment };
    await jar.add('fabric.mod.json', new TextReader(JSON.stringify(descriptor)));
    await pack.add(`overrides/mods/${id}-1.0.jar`, new BlobReader(await jar.close()));
  }
  return new File([await pack.close()], 'Hello.mrpack');
}

/** Builds the example; answers the address of its page, or null where the list of chosen packs tells what came of it. */
export async function buildExample(client: Client): Promise<string | null> {
  const key = await choose(await makeExample());
  await submit(client, key, { lists: noLists, files: noFileOverrides });
  const { modPack = null, duplicateOf = null } = findItem(key) ?? {};
  const known = modPack ?? (duplicateOf && { databaseId: duplicateOf.databaseId, run: null });
  if (known === null) return null;
  removeItem(key);
  return pageOf(known);
}
