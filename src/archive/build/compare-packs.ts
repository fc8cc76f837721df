import { compareGameVersions, isGameVersion } from '../../modloaders/game-version.ts';
import type { ModloaderName } from '../../modloaders/modloader.ts';
import { openJar } from '../jar/contents.ts';
import { defaultArchiveLimits } from '../limits.ts';
import { listArchive } from '../pack/pack-files.ts';
import type { ModFile } from '../report.ts';
import { type ByteSource, openByteSource } from '../zip/byte-source.ts';
import { type ArchiveEntry, isFolder } from '../zip/entry.ts';
import { readSmallEntry } from '../zip/read-entry.ts';
import { writtenNames } from './added-files.ts';
import { type DifferenceBudget, textDifference } from './text-difference.ts';

/** One of two compared server packs; plain data, so that it can be sent to a thread. */
export interface ComparedPack {
  /** Path of the server pack's archive. */
  path: string;
  gameVersion: string;
  /** The required version of Java; null when unknown. */
  javaVersion: number | null;
  modloader: ModloaderName;
}

export interface CompareTask {
  first: ComparedPack;
  second: ComparedPack;
}

/** How a mod or file changed from the first pack to the second; RENAMED means the same bytes under another name. */
export const changes = ['UPDATED', 'ADDED', 'REMOVED', 'RENAMED'] as const;
export type Change = (typeof changes)[number];

/** A mod of one pack: its path below `mods/`, and the version that its jar states. */
export interface ComparedMod {
  file: string;
  version: string | null;
}

export interface ModDifference {
  change: Change;
  /** The mod's own name, else the name of its file. */
  name: string;
  modId: string | null;
  /** Whether the request for the later of the two packs with this mod added it to those of the modpack. */
  isByRequest: boolean;
  /** Null for an added mod. */
  first: ComparedMod | null;
  /** Null for a removed mod. */
  second: ComparedMod | null;
}

export interface FileDifference {
  change: Change;
  /** The path; for a removed file, its path in the first pack. */
  path: string;
  /** The path in the first pack, for a renamed file. */
  formerPath: string | null;
  /** Size in bytes; null when the first pack lacks the file. */
  firstSize: number | null;
  secondSize: number | null;
  /**
   * The differing lines, as `diff -u` writes them. Null for a file that was not updated, is no text or differs too
   * much.
   */
  text: string | null;
}

/** A task for the server's owner when changing from the first pack to the second. */
export type OwnerAct =
  | { kind: 'USE_JAVA'; java: number }
  | { kind: 'BACK_UP_WORLD' | 'KEEP_OLD_WORLD' | 'OTHER_MODLOADER' }
  | { kind: 'MOD_IN_WORLD'; mod: string };

export type OwnerActKind = OwnerAct['kind'];

/** The number of entries for each change. */
export type ChangeCounts = Record<Change, number>;

/** A comparison without its lists. */
export interface ComparisonSum {
  mods: ChangeCounts;
  files: ChangeCounts;
  acts: OwnerAct[];
}

export interface Comparison {
  sum: ComparisonSum;
  /** Sorted by change, then by name. */
  mods: ModDifference[];
  /** Sorted by change, then by path; no more than the limit of listed files. */
  files: FileDifference[];
}

/** Most files in the list; all files are counted. */
export const mostFiles = 10_000;
/** Largest file whose lines are compared, in bytes. */
const largestText = 256 * 1024;
/** Most bytes of files whose lines one comparison reads. */
const textBytes = 32 * 1024 * 1024;
/** Most removed mods whose jars are read, and most bytes of those jars. */
const mostJars = 100;
const bytesOfJars = 256 * 1024 * 1024;

const modFolder = 'mods/';

/** A jar with its facts from the inventory. */
interface HeldMod extends ComparedMod {
  entry: ArchiveEntry;
  name: string;
  modId: string | null;
  isByRequest: boolean;
}

/** Compares two server packs by their directories and by the inventories of their modpacks. */
export function compareServerPacks(
  { first, second }: CompareTask,
  inventories: { first: readonly ModFile[]; second: readonly ModFile[] },
): Comparison {
  using one = openByteSource(first.path);
  using other = openByteSource(second.path);
  const [before, after] = [
    readPack(first.path, inventories.first),
    readPack(second.path, inventories.second),
  ];
  const mods = compareMods(before.mods, after.mods);
  const files = compareFiles(before.files, after.files);
  const removed = mods.filter(({ change }) => change === 'REMOVED');
  const inWorld = modsInWorld(one, removed, before.mods);
  return {
    sum: {
      mods: countChanges(mods),
      files: countChanges(files),
      acts: [
        ...actsOfVersions(first, second),
        ...inWorld.map((mod) => ({ kind: 'MOD_IN_WORLD', mod }) as const),
      ],
    },
    mods,
    files: withTexts(files.slice(0, mostFiles), [one, before.files], [other, after.files]),
  };
}

interface ReadPack {
  mods: HeldMod[];
  files: Map<string, ArchiveEntry>;
}

function readPack(path: string, inventory: readonly ModFile[]): ReadPack {
  const byFile = new Map(inventory.map((mod) => [mod.file, mod]));
  const mods: HeldMod[] = [];
  const files = new Map<string, ArchiveEntry>();
  for (const entry of listArchive(path, {}).entries) {
    if (isFolder(entry) || writtenNames.has(entry.name)) continue;
    const file = entry.name.startsWith(modFolder) ? entry.name.slice(modFolder.length) : null;
    const known = file === null ? undefined : byFile.get(file);
    if (file === null || known === undefined) {
      files.set(entry.name, entry);
      continue;
    }
    const identity = known.descriptors.flatMap((one) => one.mods)[0];
    mods.push({
      entry,
      file,
      name: identity?.name || identity?.id || file,
      modId: identity?.id.toLowerCase() ?? null,
      version: identity?.version || null,
      isByRequest: known.added != null,
    });
  }
  return { mods, files };
}

function isSame(one: ArchiveEntry, other: ArchiveEntry): boolean {
  return one.crc32 === other.crc32 && one.size === other.size;
}

/** A key for the contents of an entry. */
function contentOf({ crc32, size }: ArchiveEntry): string {
  return `${crc32} ${size}`;
}

/** Pairs items of both sets by a common key, and removes the pairs from both sets. */
function pairUp<Item>(
  first: Set<Item>,
  second: Set<Item>,
  keyOf: (item: Item) => string | null,
): [Item, Item][] {
  // Items are taken from the end, which stays fast when many files have the same bytes.
  const byKey = Map.groupBy([...first].reverse(), keyOf);
  byKey.delete(null);
  const pairs: [Item, Item][] = [];
  for (const item of second) {
    const found = byKey.get(keyOf(item))?.pop();
    if (found === undefined) continue;
    pairs.push([found, item]);
    first.delete(found);
    second.delete(item);
  }
  return pairs;
}

/** Matches files by name first, then by bytes, then mods by id. */
function compareMods(before: readonly HeldMod[], after: readonly HeldMod[]): ModDifference[] {
  const [first, second] = [new Set(before), new Set(after)];
  const updated = pairUp(first, second, ({ file }) => file).filter(
    ([one, other]) => !isSame(one.entry, other.entry),
  );
  const renamed = pairUp(first, second, ({ entry }) => contentOf(entry));
  updated.push(...pairUp(first, second, ({ modId }) => modId));
  const difference = (change: Change, one: HeldMod | null, other: HeldMod | null): ModDifference[] => {
    const mod = other ?? one;
    if (mod === null) return [];
    const { name, modId, isByRequest } = mod;
    return [
      { change, name, modId, isByRequest, first: one && shownMod(one), second: other && shownMod(other) },
    ];
  };
  return inOrder(
    [
      ...updated.flatMap(([one, other]) => difference('UPDATED', one, other)),
      ...[...second].flatMap((mod) => difference('ADDED', null, mod)),
      ...[...first].flatMap((mod) => difference('REMOVED', mod, null)),
      ...renamed.flatMap(([one, other]) => difference('RENAMED', one, other)),
    ],
    ({ name }) => name.toLowerCase(),
  );
}

function shownMod({ file, version }: HeldMod): ComparedMod {
  return { file, version };
}

function compareFiles(before: ReadPack['files'], after: ReadPack['files']): FileDifference[] {
  const [first, second] = [new Set(before.values()), new Set(after.values())];
  const difference = (
    change: Change,
    one: ArchiveEntry | null,
    other: ArchiveEntry | null,
  ): FileDifference => ({
    change,
    path: other?.name ?? one?.name ?? '',
    formerPath: change === 'RENAMED' ? (one?.name ?? null) : null,
    firstSize: one?.size ?? null,
    secondSize: other?.size ?? null,
    text: null,
  });
  const updated = pairUp(first, second, ({ name }) => name).filter(([one, other]) => !isSame(one, other));
  // Many empty files have the same bytes.
  const renamed = pairUp(first, second, (entry) => (entry.size === 0 ? null : contentOf(entry)));
  return inOrder(
    [
      ...updated.map(([one, other]) => difference('UPDATED', one, other)),
      ...[...second].map((entry) => difference('ADDED', null, entry)),
      ...[...first].map((entry) => difference('REMOVED', entry, null)),
      ...renamed.map(([one, other]) => difference('RENAMED', one, other)),
    ],
    ({ path }) => path,
  );
}

function inOrder<Row extends { change: Change }>(rows: Row[], nameOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, order: changes.indexOf(row.change), name: nameOf(row) }))
    .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ row }) => row);
}

function countChanges(rows: readonly { change: Change }[]): ChangeCounts {
  const counts: ChangeCounts = { UPDATED: 0, ADDED: 0, REMOVED: 0, RENAMED: 0 };
  for (const { change } of rows) counts[change] += 1;
  return counts;
}

type Side = [source: ByteSource, files: ReadonlyMap<string, ArchiveEntry>];

/** Adds the differing lines to updated files, as long as the budget lasts. */
function withTexts(files: FileDifference[], first: Side, second: Side): FileDifference[] {
  const budget: DifferenceBudget = { steps: 20_000_000, characters: 1024 * 1024 };
  let bytes = textBytes;
  const readText = ([source, entries]: Side, path: string) => {
    const entry = entries.get(path);
    if (entry === undefined || Math.max(entry.size, entry.compressedSize) > Math.min(largestText, bytes))
      return null;
    bytes -= entry.size;
    const found = readSmallEntry(source, { ...entry, regionEnd: source.size });
    return found === null ? null : asText(found);
  };
  return files.map((file) => {
    if (file.change !== 'UPDATED') return file;
    const before = readText(first, file.path);
    const after = before === null ? null : readText(second, file.path);
    return before === null || after === null
      ? file
      : { ...file, text: textDifference(before, after, budget) };
  });
}

function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function actsOfVersions(first: ComparedPack, second: ComparedPack): OwnerAct[] {
  const java = second.javaVersion;
  const acts: OwnerAct[] = [];
  if (java !== null && java !== first.javaVersion) acts.push({ kind: 'USE_JAVA', java });
  const order =
    isGameVersion(first.gameVersion) && isGameVersion(second.gameVersion)
      ? compareGameVersions(second.gameVersion, first.gameVersion)
      : 0;
  if (order > 0) acts.push({ kind: 'BACK_UP_WORLD' });
  if (order < 0) acts.push({ kind: 'KEEP_OLD_WORLD' });
  if (first.modloader !== second.modloader) acts.push({ kind: 'OTHER_MODLOADER' });
  return acts;
}

/** Names of removed mods with blocks, terrain or dimensions of their own, which a world may hold. */
function modsInWorld(
  source: ByteSource,
  removed: readonly ModDifference[],
  held: readonly HeldMod[],
): string[] {
  const byFile = new Map(held.map((mod) => [mod.file, mod]));
  let bytes = bytesOfJars;
  return removed.slice(0, mostJars).flatMap(({ name, first }) => {
    const mod = byFile.get(first?.file ?? '');
    if (mod === undefined || mod.modId === null) return [];
    const size = Math.max(mod.entry.size, mod.entry.compressedSize);
    if (size > Math.min(bytes, defaultArchiveLimits.jarBytes)) return [];
    bytes -= size;
    const jar = readSmallEntry(source, { ...mod.entry, regionEnd: source.size });
    return jar !== null && hasWorldData(jar, mod.modId) ? [name] : [];
  });
}

function hasWorldData(jarBytes: Uint8Array, modId: string): boolean {
  const { jar: budget } = defaultArchiveLimits;
  try {
    const jar = openJar(jarBytes, [], budget, { inflatedBytes: budget.maxInflatedBytes });
    const folders = [`assets/${modId}/blockstates/`, `data/${modId}/worldgen/`, `data/${modId}/dimension/`];
    return folders.some((folder) => jar.hasFolder(folder));
  } catch (error) {
    // A jar that is unreadable or over the limits counts as a mod without such parts.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
