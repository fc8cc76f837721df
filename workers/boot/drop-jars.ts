import { lstat, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { judgeName } from '../../src/archive/entry-names.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';

/** Removes jars by their names below `mods/`, and returns the names of those that were there. */
export async function dropJars(server: string, names: readonly string[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of names) if (await dropJar(server, name)) dropped.push(name);
  return dropped;
}

async function dropJar(server: string, name: string): Promise<boolean> {
  if (!name.toLowerCase().endsWith('.jar') || judgeName(name, defaultArchiveLimits) !== null) return false;
  const jar = path.join(server, 'mods', name);
  // The server may have put links in the place of its folders, to have files of this machine removed.
  const folder = await realpath(path.dirname(jar)).catch(() => null);
  if (folder !== path.join(await realpath(server), path.dirname(path.join('mods', name)))) return false;
  const found = await lstat(jar).catch(() => null);
  if (!found?.isFile()) return false;
  await rm(jar);
  return true;
}
