import { layersOf } from './base-folder.ts';
import { collisionKey, foldersOf } from './entry-names.ts';
import type { ModDecision } from './report.ts';
import { byProducts, excludedFolders, gameJars, includedRootFiles } from './selection-rules.ts';
import { type ArchiveEntry, isFolder } from './zip/entry.ts';

/** An entry of a modpack and its path in the pack: without the base folder. */
export interface PackEntry {
  entry: ArchiveEntry;
  name: string;
}

const modsFolder = 'mods/';
const excluded = new Set(excludedFolders.map(collisionKey));

/**
 * The entries of the base folder. Beside `overrides/` those of `server-overrides/` come on top and replace what has the
 * same name there, in any spelling that a file system may take for the same; a file replaces a folder of its name with
 * all that is in it, and the other way round.
 */
export function packEntries(entries: readonly ArchiveEntry[], baseFolder: string): PackEntry[] {
  const [base = [], ...above] = layersOf(baseFolder).map((layer) => entriesIn(entries, layer));
  return above.reduce(layOver, base);
}

function layOver(below: PackEntry[], above: PackEntry[]): PackEntry[] {
  const names = new Set(above.map(({ name }) => collisionKey(name)));
  const files = new Set(above.filter(({ entry }) => !isFolder(entry)).map(({ name }) => collisionKey(name)));
  const folders = new Set(above.flatMap(({ name }) => [...foldersOf(collisionKey(name))]));
  const stays = ({ entry, name }: PackEntry) => {
    const key = collisionKey(name);
    const isReplaced = names.has(key) || (folders.has(key) && !isFolder(entry));
    return !isReplaced && !foldersOf(key).some((folder) => files.has(folder));
  };
  return [...below.filter(stays), ...above];
}

/** Whether a path in the pack is that of the game's own jar, which may not be passed on. */
export function isGameJar(name: string): boolean {
  return gameJars.some((jar) => jar.test(name));
}

/**
 * The entries that go into a server pack. Mods go by their decision, other files below `mods/` go in, the rest goes by
 * the selection rules. `added` names the files that are added, which nothing of the modpack may stand in the way of.
 */
export function selectEntries(
  entries: readonly PackEntry[],
  decisions: readonly ModDecision[],
  added: readonly string[],
): PackEntry[] {
  const dropped = new Set(decisions.filter(({ kept }) => !kept).map(({ file }) => modsFolder + file));
  const taken = new Set(added.map(collisionKey));
  return entries.filter(
    ({ name }) =>
      !dropped.has(name) &&
      !taken.has(collisionKey(topLevel(name))) &&
      (name.includes('/') ? !excluded.has(collisionKey(topLevel(name))) : isIncludedRootFile(name)) &&
      !byProducts.test(name) &&
      !isGameJar(name),
  );
}

function entriesIn(entries: readonly ArchiveEntry[], folder: string): PackEntry[] {
  return entries
    .filter(({ name }) => name.startsWith(folder) && name !== folder)
    .map((entry) => ({ entry, name: entry.name.slice(folder.length) }));
}

function isIncludedRootFile(name: string): boolean {
  return includedRootFiles.some((file) => file.test(name));
}

/** The first part of a path: a file or folder directly in the base folder. */
function topLevel(name: string): string {
  return name.split('/', 1)[0] ?? name;
}
