import type { ModloaderName } from '../modloaders/modloader.ts';
import type { NameEncoding } from './zip/name-encoding.ts';

/** The format of a server pack: an archive with start scripts, or a pack for installers. */
export const serverPackFormats = ['ZIP', 'MRPACK'] as const;
export type ServerPackFormat = (typeof serverPackFormats)[number];

/** A drop list in one version, with the prefixes that it held when the run was requested. */
export interface UsedDropList {
  name: string;
  version: number;
  /** File name prefixes of mods to exclude, as in `clientMods`. */
  clientOnly: string[];
  /** File name prefixes of mods to keep, as in `whitelistedMods`. */
  keep: string[];
}

/** The list and its version, such as `client-only@3`. */
export function dropListLabel({ name, version }: Pick<UsedDropList, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The input that a server pack is built for: versions, JVM arguments and the two lists of mod file name prefixes. */
export interface RunConfiguration {
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
  /** The requested modloader version, if it also contained the game's version. */
  givenVersion: string | null;
  /** One JVM argument per element, never empty. */
  startArgs: string[];
  /** Case-sensitive file name prefixes of mods to exclude, even when other mods need them. */
  clientMods: string[];
  /** Case-sensitive file name prefixes of mods to keep; they override everything else. */
  whitelistedMods: string[];
  /** Lists that others keep; the lists and patterns of the run itself override them. */
  dropLists: UsedDropList[];
  /**
   * Mods to add to those of the pack: `slug` or `slug@version` of Modrinth, `sha256:<hash>/<name>` of an uploaded jar.
   */
  addedMods: string[];
  /**
   * Whether to apply the list of known mods: it excludes client-only mods whose jar and pack do not say so, and keeps
   * mods whose descriptor misleads.
   */
  automaticSides: boolean;
  /** Patterns of files to include although the selection rules exclude them. */
  includeFiles: string[];
  /** Patterns of files to exclude; they override `includeFiles`. */
  excludeFiles: string[];
  /** Whether to include the server's world. */
  includeWorld: boolean;
  /** A PNG of 64 by 64 pixels in base64; null for the pack's icon, or our own. */
  serverIcon: string | null;
  /** ASCII text; null for the pack's file, or our own. */
  serverProperties: string | null;
  /** The encoding of names that are not UTF-8; null for the likeliest. */
  nameEncoding: NameEncoding | null;
  format: ServerPackFormat;
}

/** Defaults of omitted fields. */
export const runDefaults = {
  dropLists: [],
  addedMods: [],
  automaticSides: true,
  includeFiles: [],
  excludeFiles: [],
  includeWorld: false,
  serverIcon: null,
  serverProperties: null,
  nameEncoding: null,
  format: 'ZIP',
  givenVersion: null,
} satisfies Partial<RunConfiguration>;

/** A request with all versions, whose drop lists are not looked up yet. */
export type CompleteRequest = Omit<RunConfiguration, 'dropLists'> & {
  /** Names, with a version as in `name@3`; null for the default list. */
  dropLists: string[] | null;
};

/** A request, with null for versions to take from the pack. */
export type RunRequest = Omit<CompleteRequest, 'gameVersion' | 'modloader' | 'modloaderVersion'> & {
  gameVersion: string | null;
  modloader: ModloaderName | null;
  modloaderVersion: string | null;
};

/** Overrides shared by the versions of a line; a version may have its own instead. */
export type LineOverrides = Pick<
  RunConfiguration,
  'clientMods' | 'whitelistedMods' | 'addedMods' | 'includeFiles' | 'excludeFiles' | 'serverProperties'
>;

/** Overrides as lines keep them: those of older releases lack the later fields. */
export type StoredOverrides = Omit<LineOverrides, 'addedMods'> & Partial<Pick<LineOverrides, 'addedMods'>>;
