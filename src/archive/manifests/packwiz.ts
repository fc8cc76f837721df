import { loaderOfLauncherId, withoutGameVersion } from '../../modloaders/index.ts';
import { decodeText } from '../lenient/text.ts';
import { parseToml, type TomlTable } from '../lenient/toml.ts';
import { flag, isObject, items, label, member, members } from '../lenient/value.ts';
import { withoutDotSlash } from '../zip/entry-names.ts';
import { type ManifestFormat, textAt } from './format.ts';

/**
 * Hash algorithms of the format (https://packwiz.infra.link/reference/pack-format/index-toml/), the strongest first.
 */
const packwizHashFormats = ['sha512', 'sha256', 'sha1', 'md5', 'murmur2'] as const;
export type PackwizHashFormat = (typeof packwizHashFormats)[number];

/** A hash with its algorithm: lower-case hexadecimal, for murmur2 a decimal number. */
export interface PackwizHash {
  format: PackwizHashFormat;
  hash: string;
}

/** The index file as given in `pack.toml`. */
export interface PackwizPackFile {
  /** Path relative to `pack.toml`. */
  index: string;
  /** Null when the pack stores no hashes of its own files. */
  hash: PackwizHash | null;
  /** Why this format is unsupported, as a sentence's rest after the file's name; null when it is supported. */
  fault: string | null;
}

/** A file in the index. Paths are relative to the index. */
export interface PackwizIndexedFile {
  file: string;
  hash: PackwizHash | null;
  /** Whether the file describes a file stored elsewhere. */
  isMetafile: boolean;
  /** Path in the game's folder, if it differs from `file`. */
  alias: string | null;
}

/** A file stored elsewhere, as its metafile describes it. */
export interface PackwizMetafile {
  /** Path relative to the metafile. */
  filename: string;
  /** The download link; null when CurseForge has to locate the file. */
  link: string | null;
  hash: PackwizHash | null;
  /** The numbers for the query to CurseForge, if one is needed. */
  curseForge: { projectId: number; fileId: number } | null;
  /** Why a server does without the file, as a sentence's rest after the metafile's name; null when it does not. */
  exclusion: string | null;
}

/** Most values read from a metafile or from `pack.toml`. */
const mostValues = 400;
/** Values of one file in the index, with the table around them. */
const valuesOfFile = 8;
/** Most characters of a path; a longer one is cut just beyond the limit, and refused. */
const longestPath = 2_000;

/** The `pack.toml` of a packwiz pack. `version` is the author's label; the file holds no project id. */
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

/** Reads the index entry of a `pack.toml`; null for other files. */
export function readPackwizPackFile(bytes: Uint8Array): PackwizPackFile | null {
  const document = tableOf(bytes);
  const index = member(document, 'index');
  if (!isObject(index) || !isObject(member(document, 'versions'))) return null;
  const named = label(member(document, 'pack-format'));
  // A pack without the field is of version 1.0.
  const isRead = named === '' || /^packwiz:[01]\.\d+\.\d+(?:[-+].*)?$/.test(named);
  return {
    index: pathOf(member(index, 'file')) || 'index.toml',
    hash: hashOf(member(index, 'hash'), member(index, 'hash-format')),
    fault: isRead ? null : `is of the format ${JSON.stringify(named)}, and packwiz:1 is read`,
  };
}

/** The files of an index without duplicates; null when there are more than `most`. */
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
  const needsCurseForge = member(download, 'mode') === 'metadata:curseforge';
  const projectId = number(member(document, 'update', 'curseforge', 'project-id'));
  const fileId = number(member(document, 'update', 'curseforge', 'file-id'));
  return {
    filename,
    link: needsCurseForge || typeof link !== 'string' ? null : link.slice(0, longestPath),
    hash: hashOf(member(download, 'hash'), member(download, 'hash-format')),
    curseForge: needsCurseForge && projectId && fileId ? { projectId, fileId } : null,
    exclusion: exclusion(document),
  };
}

/** Resolves a path that another file gives relative to itself. */
export function pathBeside(file: string, name: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1) + name;
}

function exclusion(document: TomlTable): string | null {
  if (label(member(document, 'side')).toLowerCase() === 'client') return 'says that it is for clients only';
  const option = member(document, 'option');
  const isOff = flag(member(option, 'optional')) === true && flag(member(option, 'default')) !== true;
  return isOff ? 'says that it is optional, and off unless somebody wants it' : null;
}

function tableOf(bytes: Uint8Array): TomlTable {
  return parseToml(decodeText(bytes), mostValues).document;
}

/** A path with slashes, as the format requires; the empty string for an invalid path. */
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

/** TOML numbers arrive as text. */
function number(value: unknown): number | null {
  const text = label(value).replaceAll('_', '');
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
