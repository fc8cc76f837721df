import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { modloaders } from '../modloaders/index.ts';
import { layersOf } from './base-folder.ts';
import { collisionKey } from './entry-names.ts';
import { defaultArchiveLimits } from './limits.ts';
import { readModrinthFiles } from './manifests/named-files.ts';
import { listArchive } from './pack-files.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList } from './problem-list.ts';
import type { RunConfiguration, ServerPackFormat } from './run-configuration.ts';
import { clientOverrides, serverOverrides } from './selection-rules.ts';
import { type ByteSource, openByteSource } from './zip/byte-source.ts';
import { type ArchiveEntry, type EntryData, isFolder } from './zip/entry.ts';
import { formerReading } from './zip/name-encoding.ts';
import { dataOf, readSmallEntry } from './zip/read-entry.ts';

/** A server pack that is to be shown as files of packwiz; plain data, so that it can travel to a thread. */
export interface TreeTask {
  archivePath: string;
  format: ServerPackFormat;
  /** Most files that it may have. */
  most: number;
}

/** A file of a server pack, for packwiz. */
export interface TreeFile {
  /** Its path in the game's folder. */
  path: string;
  side: 'both' | 'client' | 'server';
  hashFormat: 'sha256' | 'sha512';
  hash: string;
  /** In bytes. */
  size: number;
  /** Where another host has it; null for one that the archive holds. */
  link: string | null;
  data: EntryData | null;
}

/** A file that fits into memory is read in one piece, others as a stream. In bytes. */
const readWhole = 16 * 1024 * 1024;
/** Metafiles, and what they name; a game reads none. */
const ownNames = /\.pw\.toml(?:\.file)?$/i;

/**
 * The files of a server pack with hashes of what they hold; null when there are too many. Of an .mrpack these are the files
 * of both sides, of a zip those of a server.
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

/** Files that an .mrpack of ours names and holds; a client's file at the place of another stays out, since one place has one file. */
function ofMrpack(
  source: ByteSource,
  entries: readonly ArchiveEntry[],
): { held: HeldFile[]; linked: TreeFile[] } {
  const index = entries.find(({ name }) => name === 'modrinth.index.json');
  const bytes = index && readSmallEntry(source, { ...index, regionEnd: source.size });
  if (!bytes) throw new Error('The .mrpack has no index.');
  const told = { problems: createProblemList(1), warnings: createProblemList<WarningCode>(1) };
  const linked = readModrinthFiles(bytes, defaultArchiveLimits, told).map((file): TreeFile => {
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
  const places = new Set(linked.map(({ path }) => collisionKey(path)));
  return { held: held.filter(({ path }) => !places.has(collisionKey(path))), linked };
}

function withoutRepeated(files: readonly HeldFile[]): HeldFile[] {
  const places = new Set<string>();
  return files.filter(({ entry, path }) => {
    const place = collisionKey(path);
    if (isFolder(entry) || ownNames.test(path) || places.has(place)) return false;
    places.add(place);
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

/** A tree of files as it is served: each file by its path, and what the files of packwiz say of the whole. */
export interface PackwizTree {
  files: readonly TreeFile[];
  /** The file or metafile at each path but `pack.toml` and `index.toml`. */
  places: ReadonlyMap<string, { file: TreeFile; isMetafile: boolean }>;
}

export function treeOf(files: readonly TreeFile[]): PackwizTree {
  const places = new Map<string, { file: TreeFile; isMetafile: boolean }>();
  for (const file of files) {
    const named = metafileOf(file);
    if (named !== null) places.set(named, { file, isMetafile: true });
    if (file.link === null) places.set(contentOf(file), { file, isMetafile: false });
  }
  return { files, places };
}

/** The path of the metafile that describes a file; null for one that lies in the tree itself, for both sides. */
function metafileOf({ path, side, link }: TreeFile): string | null {
  return link === null && side === 'both' ? null : `${path}.${side}.pw.toml`;
}

/** The path of what a file holds. */
function contentOf(file: TreeFile): string {
  const named = metafileOf(file);
  return named === null ? file.path : `${named}.file`;
}

/** The metafile of a file, in a tree at this address, which ends in a slash: packwiz-installer takes whole addresses alone. */
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

/** Files that are left as they are once they are there: whoever runs the server changes them. */
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

/** A basic string of TOML, which is written as JSON writes one but for a few control characters. */
function tomlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
