import { lstat, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { judgeName } from '../../src/archive/zip/entry-names.ts';

/** Removes jars by their names below `mods/`, and returns the names of the removed ones. */
export async function dropJars(server: string, names: readonly string[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of names) if (await dropJar(server, name)) dropped.push(name);
  return dropped;
}

async function dropJar(server: string, name: string): Promise<boolean> {
  if (!name.toLowerCase().endsWith('.jar') || judgeName(name, defaultArchiveLimits) !== null) return false;
  const jar = path.join(server, 'mods', name);
  // The server may have replaced its folders with links, to have files of this machine removed.
  const folder = await realpath(path.dirname(jar)).catch(() => null);
  if (folder !== path.join(await realpath(server), path.dirname(path.join('mods', name)))) return false;
  const found = await lstat(jar).catch(() => null);
  if (!found?.isFile()) return false;
  await rm(jar);
  return true;
}
