import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { withoutDotSlash } from '../entry-names.ts';
import { decodeText } from '../lenient/text.ts';
import { parseToml, type TomlTable } from '../lenient/toml.ts';
import { flag, isObject, items, label, member, members } from '../lenient/value.ts';
import { type ManifestFormat, textAt } from './format.ts';

/** Hash algorithms of the format (https://packwiz.infra.link/reference/pack-format/index-toml/), the strongest first. */
const packwizHashFormats = ['sha512', 'sha256', 'sha1', 'md5', 'murmur2'] as const;
export type PackwizHashFormat = (typeof packwizHashFormats)[number];

/** A hash with its algorithm: lower-case hexadecimal, for murmur2 a decimal number. */
export interface PackwizHash {
  format: PackwizHashFormat;
  hash: string;
}

/** The index as `pack.toml` names it. */
export interface PackwizPackFile {
  /** Its path relative to `pack.toml`. */
  index: string;
  /** Null where the pack is kept without hashes of its own files. */
  hash: PackwizHash | null;
  /** Why this format is not read, as the rest of a sentence that begins with the file; null when it is. */
  fault: string | null;
}

/** A file of the index. Paths are relative to the index. */
export interface PackwizIndexedFile {
  file: string;
  hash: PackwizHash | null;
  /** Whether it describes a file that is elsewhere. */
  isMetafile: boolean;
  /** Its path in the game's folder, if that is not `file`. */
  alias: string | null;
}

/** A file that is elsewhere, as its metafile describes it. */
export interface PackwizMetafile {
  /** Its path relative to the metafile. */
  filename: string;
  /** Its download link; null when CurseForge has to be asked. */
  link: string | null;
  hash: PackwizHash | null;
  /** CurseForge's numbers, where it has to be asked by them. */
  curseForge: { projectId: number; fileId: number } | null;
  /** Whether a server is to do without it, and why, as the rest of a sentence that begins with the metafile. */
  staysOut: string | null;
}

/** Values of a metafile, or of `pack.toml`, that are kept. */
const mostValues = 400;
/** Values of one file of the index, with the table around them. */
const valuesOfFile = 8;
/** Characters; a longer path is cut to just beyond the limit, and refused. */
const longestPath = 2_000;

/** The `pack.toml` of a packwiz pack. Its `version` is the author's label, and no project id is inside. */
export const packwiz: ManifestFormat = {
  read({ bytes }) {
    const document = tableOf(bytes);
    const versions = member(document, 'versions');
    const gameVersion = textAt(versions, 'minecraft');
    if (!isObject(versions) || !isObject(member(document, 'index'))) return null;
    const [loader] = members(versions).flatMap(([id, version]) => {
      const modloader = loaderOfLauncherId(id);
      return modloader === null ? [] : [{ modloader, version: label(version) }];
    });
    return {
      kind: 'PACKWIZ',
      name: textAt(document, 'name'),
      version: textAt(document, 'version'),
      projectID: null,
      versionID: null,
      gameVersion,
      modloader: loader?.modloader ?? null,
      modloaderVersion: loader === undefined ? null : withoutGameVersion(loader.version, gameVersion),
    };
  },
};

/** Reads a `pack.toml`'s entry of the index; null for other files. */
export function readPackwizPackFile(bytes: Uint8Array): PackwizPackFile | null {
  const document = tableOf(bytes);
  const index = member(document, 'index');
  if (!isObject(index) || !isObject(member(document, 'versions'))) return null;
  const named = label(member(document, 'pack-format'));
  // Packs from before the field was added are of version 1.0.
  const isRead = named === '' || /^packwiz:[01]\.\d+\.\d+(?:[-+].*)?$/.test(named);
  return {
    index: pathOf(member(index, 'file')) || 'index.toml',
    hash: hashOf(member(index, 'hash'), member(index, 'hash-format')),
    fault: isRead ? null : `is of the format ${JSON.stringify(named)}, and packwiz:1 is read`,
  };
}

/** The files of an index, each once; null when there are more than `most`. */
export function readPackwizIndex(bytes: Uint8Array, most: number): PackwizIndexedFile[] | null {
  const { document, isWhole } = parseToml(decodeText(bytes), most * valuesOfFile);
  const files = items(member(document, 'files'));
  if (!isWhole || files.length > most) return null;
  const ofAll = member(document, 'hash-format') ?? 'sha256';
  const read = files.map((one): [string, PackwizIndexedFile] => {
    const file = pathOf(member(one, 'file'));
    const hash = hashOf(member(one, 'hash'), member(one, 'hash-format') || ofAll);
    const isMetafile = flag(member(one, 'metafile')) === true;
    return [file, { file, hash, isMetafile, alias: pathOf(member(one, 'alias')) || null }];
  });
  return [...new Map(read).values()];
}

/** Reads a metafile; null when it names no file. */
export function readPackwizMetafile(bytes: Uint8Array): PackwizMetafile | null {
  const document = tableOf(bytes);
  const filename = pathOf(member(document, 'filename'));
  if (filename === '') return null;
  const download = member(document, 'download');
  const link = member(download, 'url');
  const asksCurseForge = member(download, 'mode') === 'metadata:curseforge';
  const projectId = number(member(document, 'update', 'curseforge', 'project-id'));
  const fileId = number(member(document, 'update', 'curseforge', 'file-id'));
  return {
    filename,
    link: asksCurseForge || typeof link !== 'string' ? null : link.slice(0, longestPath),
    hash: hashOf(member(download, 'hash'), member(download, 'hash-format')),
    curseForge: asksCurseForge && projectId && fileId ? { projectId, fileId } : null,
    staysOut: staysOut(document),
  };
}

/** The path of a file that another one names relative to itself. */
export function pathBeside(file: string, name: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1) + name;
}

function staysOut(document: TomlTable): string | null {
  if (label(member(document, 'side')).toLowerCase() === 'client') return 'says that it is for clients only';
  const option = member(document, 'option');
  const isOff = flag(member(option, 'optional')) === true && flag(member(option, 'default')) !== true;
  return isOff ? 'says that it is optional, and off unless somebody wants it' : null;
}

function tableOf(bytes: Uint8Array): TomlTable {
  return parseToml(decodeText(bytes), mostValues).document;
}

/** A path with slashes, as the format wants it; the empty string when it is none. */
function pathOf(value: unknown): string {
  return typeof value === 'string' ? withoutDotSlash(value.slice(0, longestPath).replaceAll('\\', '/')) : '';
}

const digits: Readonly<Record<PackwizHashFormat, RegExp>> = {
  sha512: /^[0-9a-f]{128}$/,
  sha256: /^[0-9a-f]{64}$/,
  sha1: /^[0-9a-f]{40}$/,
  md5: /^[0-9a-f]{32}$/,
  murmur2: /^(?:0|[1-9]\d{0,9})$/,
};

function hashOf(value: unknown, named: unknown): PackwizHash | null {
  const word = label(named).toLowerCase();
  const format = packwizHashFormats.find((one) => one === word);
  const hash = label(value).toLowerCase();
  return format !== undefined && digits[format].test(hash) ? { format, hash } : null;
}

/** Numbers of TOML stay the text they are written as. */
function number(value: unknown): number | null {
  const text = label(value).replaceAll('_', '');
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
