import type { ModDecision } from '../report.ts';
import { type ArchiveEntry, isFolder, isLink } from '../zip/entry.ts';
import { collisionKey, foldersOf, foldersOfAll } from '../zip/entry-names.ts';
import { layersOf } from './base-folder.ts';
import type { JudgePath } from './excluded-files.ts';
import { hasHiddenCharacters } from './hidden-names.ts';

/** An entry of a modpack with its path in the pack: without the base folder. */
export interface PackEntry<Entry extends ArchiveEntry = ArchiveEntry> {
  entry: Entry;
  name: string;
}

const modsFolder = 'mods/';

/**
 * The entries of the base folder. Entries of `server-overrides/` replace those of `overrides/` with the same name, in
 * any spelling that a file system may treat as the same; a file replaces a folder of its name with its contents, and
 * vice versa. Links and names with hidden characters are skipped.
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

/** The files and folders that remain when others are laid over them. */
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

/** The decisions that select a pack's entries. */
export interface SelectedBy {
  decisions: readonly ModDecision[];
  /** Names of added files, which replace files of the modpack. */
  added: readonly string[];
  judge: JudgePath;
}

/** The included entries: mods by their decision, other files by the selection rules. */
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

/** An archive may repeat a folder's entry; a server pack keeps the first one. */
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
