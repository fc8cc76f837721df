import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { modloaders } from '../../modloaders/index.ts';
import { defaultArchiveLimits } from '../limits.ts';
import { readModrinthFiles } from '../manifests/read-named-files.ts';
import { listArchive } from '../pack/pack-files.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList } from '../problem-list.ts';
import type { RunConfiguration, ServerPackFormat } from '../run-configuration.ts';
import { layersOf } from '../selection/base-folder.ts';
import { clientOverrides, serverOverrides } from '../selection/selection-rules.ts';
import { type ByteSource, openByteSource } from '../zip/byte-source.ts';
import { type ArchiveEntry, type EntryData, isFolder } from '../zip/entry.ts';
import { collisionKey } from '../zip/entry-names.ts';
import { formerReading } from '../zip/name-encoding.ts';
import { dataOf, readSmallEntry } from '../zip/read-entry.ts';

/** A server pack to be served as packwiz files; plain data, so that it can be sent to a thread. */
export interface TreeTask {
  archivePath: string;
  format: ServerPackFormat;
  /** Most files that the pack may have. */
  most: number;
}

/** A file of a server pack, for packwiz. */
export interface TreeFile {
  /** Path in the game's folder. */
  path: string;
  side: 'both' | 'client' | 'server';
  hashFormat: 'sha256' | 'sha512';
  hash: string;
  /** Size in bytes. */
  size: number;
  /** The link on another host; null for a file in the archive. */
  link: string | null;
  data: EntryData | null;
}

/** Largest file that is read in one piece, in bytes; larger files are streamed. */
const readWhole = 16 * 1024 * 1024;
/** Metafiles and their targets, which no game reads. */
const ownNames = /\.pw\.toml(?:\.file)?$/i;

/**
 * The files of a server pack, with hashes of their contents; null when there are too many. An .mrpack gives the files
 * of both sides, a zip those of the server.
 */
export async function describeTree({ archivePath, format, most }: TreeTask): Promise<TreeFile[] | null> {
  const { entries } = listArchive(archivePath, { reading: formerReading });
  using source = openByteSource(archivePath);
  const listed = format === 'MRPACK' ? ofMrpack(source, entries) : { held: ofZip(entries), linked: [] };
  const held = withoutRepeated(listed.held);
  if (held.length + listed.linked.length > most) return null;
  const files: TreeFile[] = [...listed.linked];
  for (const { entry, path, side } of held) {
    const data = dataOf(source, entry);
    const hash = await hashOf(archivePath, source, entry, data);
    files.push({ path, side, hashFormat: 'sha256', hash, size: entry.size, link: null, data });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface HeldFile {
  entry: ArchiveEntry;
  path: string;
  side: TreeFile['side'];
}

function ofZip(entries: readonly ArchiveEntry[]): HeldFile[] {
  return entries.map((entry) => ({ entry, path: entry.name, side: 'both' }));
}

/**
 * The files linked and held by one of our .mrpacks. A path has one file, so a client's file at the path of another is
 * skipped.
 */
function ofMrpack(
  source: ByteSource,
  entries: readonly ArchiveEntry[],
): { held: HeldFile[]; linked: TreeFile[] } {
  const index = entries.find(({ name }) => name === 'modrinth.index.json');
  const bytes = index && readSmallEntry(source, { ...index, regionEnd: source.size });
  if (!bytes) throw new Error('The .mrpack has no index.');
  const findings = { problems: createProblemList(1), warnings: createProblemList<WarningCode>(1) };
  const linked = readModrinthFiles(bytes, defaultArchiveLimits, findings).map((file): TreeFile => {
    const { path, hashes, links, size, client, server } = file;
    const side = server === 'unsupported' ? 'client' : client === 'unsupported' ? 'server' : 'both';
    const link = links[0] ?? null;
    return { path, side, hashFormat: 'sha512', hash: hashes.sha512 ?? '', size: size ?? 0, link, data: null };
  });
  const [all = '', servers = ''] = layersOf(serverOverrides.beside);
  const below = (folder: string, side: TreeFile['side']) =>
    entries
      .filter(({ name }) => name.startsWith(folder))
      .map((entry): HeldFile => ({ entry, path: entry.name.slice(folder.length), side }));
  const held = [...below(servers, 'server'), ...below(all, 'both'), ...below(clientOverrides, 'client')];
  const keys = new Set(linked.map(({ path }) => collisionKey(path)));
  return { held: held.filter(({ path }) => !keys.has(collisionKey(path))), linked };
}

function withoutRepeated(files: readonly HeldFile[]): HeldFile[] {
  const keys = new Set<string>();
  return files.filter(({ entry, path }) => {
    const key = collisionKey(path);
    if (isFolder(entry) || ownNames.test(path) || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

async function hashOf(
  archivePath: string,
  source: ByteSource,
  entry: ArchiveEntry,
  { offset, length, deflated }: EntryData,
): Promise<string> {
  const hash = createHash('sha256');
  if (Math.max(entry.size, entry.compressedSize) <= readWhole) {
    const bytes = readSmallEntry(source, { ...entry, regionEnd: source.size });
    if (bytes === null) throw new Error(`"${entry.name}" cannot be read.`);
    return hash.update(bytes).digest('hex');
  }
  const input = createReadStream(archivePath, { start: offset, end: offset + length - 1 });
  await (deflated ? pipeline(input, createInflateRaw(), hash) : pipeline(input, hash));
  return hash.digest('hex');
}

/** A served tree of files: each file by its path, and the packwiz files that describe the tree. */
export interface PackwizTree {
  files: readonly TreeFile[];
  /** The file or metafile at each path except `pack.toml` and `index.toml`. */
  byPath: ReadonlyMap<string, { file: TreeFile; isMetafile: boolean }>;
}

export function treeOf(files: readonly TreeFile[]): PackwizTree {
  const byPath = new Map<string, { file: TreeFile; isMetafile: boolean }>();
  for (const file of files) {
    const named = metafileOf(file);
    if (named !== null) byPath.set(named, { file, isMetafile: true });
    if (file.link === null) byPath.set(contentOf(file), { file, isMetafile: false });
  }
  return { files, byPath };
}

/**
 * The path of the metafile that describes a file; null for a file of both sides that is served from the tree itself.
 */
function metafileOf({ path, side, link }: TreeFile): string | null {
  return link === null && side === 'both' ? null : `${path}.${side}.pw.toml`;
}

/** The path that serves a file's contents. */
function contentOf(file: TreeFile): string {
  const named = metafileOf(file);
  return named === null ? file.path : `${named}.file`;
}

/**
 * The metafile of a file in a tree whose address ends in a slash. packwiz-installer accepts only absolute addresses.
 */
export function metafileText(file: TreeFile, address: string): string {
  const { path, side, hashFormat, hash, link } = file;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const url = link ?? address + contentOf(file).split('/').map(encodeURIComponent).join('/');
  return [
    `name = ${tomlText(name)}`,
    `filename = ${tomlText(name)}`,
    `side = ${tomlText(side)}`,
    '',
    '[download]',
    `url = ${tomlText(url)}`,
    `hash-format = ${tomlText(hashFormat)}`,
    `hash = ${tomlText(hash)}`,
    '',
  ].join('\n');
}

/** Files that packwiz never overwrites, because server owners edit them. */
const kept = new Set(['server.properties']);

/** The `index.toml` of a tree at this address. */
export function indexText({ files }: PackwizTree, address: string): string {
  const listed = files.map((file) => {
    const named = metafileOf(file);
    const hash = named === null ? file.hash : sha256(metafileText(file, address));
    return [
      '',
      '[[files]]',
      `file = ${tomlText(named ?? file.path)}`,
      `hash = ${tomlText(hash)}`,
      ...(named === null ? [] : ['metafile = true']),
      ...(kept.has(file.path) ? ['preserve = true'] : []),
      '',
    ].join('\n');
  });
  return `hash-format = "sha256"\n${listed.join('')}`;
}

/** The `pack.toml` of a tree (https://packwiz.infra.link/reference/pack-format/pack-toml/). */
export function packText(
  { name, index }: { name: string; index: string },
  {
    gameVersion,
    modloader,
    modloaderVersion,
  }: Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'>,
): string {
  const [loader = ''] = modloaders[modloader].launcherIds;
  return [
    `name = ${tomlText(name)}`,
    'pack-format = "packwiz:1.1.0"',
    '',
    '[index]',
    'file = "index.toml"',
    'hash-format = "sha256"',
    `hash = ${tomlText(sha256(index))}`,
    '',
    '[versions]',
    `minecraft = ${tomlText(gameVersion)}`,
    `${loader} = ${tomlText(modloaderVersion)}`,
    '',
  ].join('\n');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A basic string of TOML: JSON's notation, except for a few control characters. */
function tomlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
