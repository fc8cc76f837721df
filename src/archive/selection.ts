import { layersOf } from './base-folder.ts';
import { collisionKey, foldersOf, foldersOfAll } from './entry-names.ts';
import { hasHiddenCharacters } from './hidden-names.ts';
import type { JudgePath } from './left-out.ts';
import type { ModDecision } from './report.ts';
import { type ArchiveEntry, isFolder, isLink } from './zip/entry.ts';

/** An entry of a modpack and its path in the pack: without the base folder. */
export interface PackEntry<Entry extends ArchiveEntry = ArchiveEntry> {
  entry: Entry;
  name: string;
}

const modsFolder = 'mods/';

/**
 * The entries of the base folder. Beside `overrides/` those of `server-overrides/` come on top and replace what has the
 * same name there, in any spelling that a file system may take for the same; a file replaces a folder of its name with
 * all that is in it, and the other way round. Links, and names that are not what they seem, are none of the pack's.
 */
export function packEntries<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  baseFolder: string,
): PackEntry<Entry>[] {
  const [base = [], ...above] = layersOf(baseFolder).map((layer) => entriesIn(entries, layer));
  return above.reduce(layOver, base);
}

function layOver<Entry extends ArchiveEntry>(
  below: PackEntry<Entry>[],
  above: PackEntry<Entry>[],
): PackEntry<Entry>[] {
  return [...notReplaced(below, above), ...above];
}

/** The files and folders that are left when others are laid over them. */
export function notReplaced<Named extends { name: string }>(
  below: readonly Named[],
  above: readonly { name: string }[],
): Named[] {
  const names = new Set(above.map(({ name }) => collisionKey(name)));
  const files = new Set(above.filter((one) => !isFolder(one)).map(({ name }) => collisionKey(name)));
  const folders = foldersOfAll(names);
  return below.filter(({ name }) => {
    const key = collisionKey(name);
    const isReplaced = names.has(key) || (folders.has(key) && !isFolder({ name }));
    return !isReplaced && !foldersOf(key).some((folder) => files.has(folder));
  });
}

/** The decisions about a pack's entries. */
export interface SelectedBy {
  decisions: readonly ModDecision[];
  /** Added files, which replace files of the modpack. */
  added: readonly string[];
  judge: JudgePath;
}

/** The entries that go into a server pack: mods by their decision, the rest by the selection rules. */
export function selectEntries<Named extends { name: string }>(
  entries: readonly Named[],
  { decisions, added, judge }: SelectedBy,
): Named[] {
  const mods = new Map(decisions.map(({ file, kept }) => [modsFolder + file, kept]));
  const taken = new Set(added.map(collisionKey));
  return withoutRepeatedFolders(entries).filter(
    ({ name }) => !taken.has(collisionKey(topLevel(name))) && (mods.get(name) ?? judge(name) === null),
  );
}

/** An archive may name a folder as often as it likes; a server pack names it once, and the first time counts. */
function withoutRepeatedFolders<Named extends { name: string }>(entries: readonly Named[]): Named[] {
  const folders = new Set<string>();
  return entries.filter(({ name }) => {
    if (!isFolder({ name })) return true;
    const isNew = !folders.has(name);
    folders.add(name);
    return isNew;
  });
}

function entriesIn<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  folder: string,
): PackEntry<Entry>[] {
  return entries
    .filter((entry) => entry.name.startsWith(folder) && entry.name !== folder && !isLink(entry))
    .map((entry) => ({ entry, name: entry.name.slice(folder.length) }))
    .filter(({ name }) => !hasHiddenCharacters(name));
}

/** The first part of a path: a file or folder directly in the base folder. */
function topLevel(name: string): string {
  return name.split('/', 1)[0] ?? name;
}
