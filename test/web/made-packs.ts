import { z } from 'zod';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

/** A mod of a pack that a test makes: its id, and where its descriptor says that it works. */
export interface MadeMod {
  id: string;
  environment?: '*' | 'client' | 'server';
}

/**
 * A modpack of these mods, with a Modrinth index that says what it is for; `weight` are bytes that make it larger, `others`
 * the paths of further files, `name` what it calls itself, if it does, `icon` its picture,
 * `javaArgs` the arguments of its `variables.txt`.
 */
export function modPackOf(
  mods: readonly MadeMod[],
  weight: Uint8Array = new Uint8Array(0),
  others: readonly string[] = [],
  name?: string,
  icon?: Uint8Array,
  javaArgs?: string,
): Buffer {
  const index = {
    formatVersion: 1,
    game: 'minecraft',
    versionId: '1',
    name,
    files: [],
    dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.6' },
  };
  return zipWith([
    { name: 'modrinth.index.json', data: JSON.stringify(index) },
    { name: 'overrides/config/weight.bin', data: weight, method: 0 },
    ...(icon === undefined ? [] : [{ name: 'icon.png', data: icon }]),
    ...(javaArgs === undefined ? [] : [{ name: 'overrides/variables.txt', data: `JAVA_ARGS=${javaArgs}\n` }]),
    ...others.map((path) => ({ name: `overrides/${path}`, data: path })),
    ...mods.map(({ id, environment = '*' }) => ({
      name: `overrides/mods/${id}-1.2.0.jar`,
      data: jarWith({ 'fabric.mod.json': fabricModJson(id, { environment }) }),
    })),
  ]);
}

/** Stores a modpack by the legacy API; answers its number. */
export async function store(
  { url }: { url: string },
  name: string,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', '0.15.6');
  const answer = await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form, headers });
  return z.object({ modPackId: z.int() }).parse(await answer.json()).modPackId;
}
