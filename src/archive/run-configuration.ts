import type { ModloaderName } from '../modloaders/modloader.ts';
import type { NameEncoding } from './zip/name-encoding.ts';

/** The format of a server pack: an archive that starts by its scripts, or a pack that programs install from. */
export const serverPackFormats = ['ZIP', 'MRPACK'] as const;
export type ServerPackFormat = (typeof serverPackFormats)[number];

/** The input that a server pack is built for: versions, JVM arguments and the two lists of mod file name prefixes. */
export interface RunConfiguration {
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
  /** The version of the modloader as it was asked for, where it held that of the game, too; else null. */
  givenVersion: string | null;
  /** One JVM argument per element, never empty. */
  startArgs: string[];
  /** Case-sensitive file name prefixes of mods to drop; final, whatever needs them. */
  clientMods: string[];
  /** Case-sensitive file name prefixes of mods to keep; beats everything else. */
  whitelistedMods: string[];
  /**
   * Applies the list of known mods: it drops client-only mods whose jar and pack do not say so, and keeps mods whose
   * descriptor misleads.
   */
  automaticSides: boolean;
  /** Patterns of files to include although the selection rules leave them out. */
  includeFiles: string[];
  /** Patterns of files to leave out; they beat those of `includeFiles`. */
  excludeFiles: string[];
  /** Whether the world of a server goes in. */
  includeWorld: boolean;
  /** A PNG of 64 by 64 pixels in base64; null: that of the pack, or ours. */
  serverIcon: string | null;
  /** In ASCII; null: that of the pack, or ours. */
  serverProperties: string | null;
  /** In which names of the archive are that are not UTF-8; null: the likeliest. */
  nameEncoding: NameEncoding | null;
  format: ServerPackFormat;
}

/** Defaults of omitted fields. */
export const runDefaults = {
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

/** A request: versions that are null are taken from the pack. */
export type RunRequest = Omit<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'> & {
  gameVersion: string | null;
  modloader: ModloaderName | null;
  modloaderVersion: string | null;
};

/** The wishes that versions of a line share, unless one has its own. */
export type LineWishes = Pick<
  RunConfiguration,
  'clientMods' | 'whitelistedMods' | 'includeFiles' | 'excludeFiles' | 'serverProperties'
>;
