import type { ModloaderName } from '../modloaders/modloader.ts';
import type { NameEncoding } from './zip/name-encoding.ts';

/** What a server pack is built for: versions, JVM arguments and the two lists of mod file name prefixes. */
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
   * Whether a mod is dropped, too, that is client-only by what is known of it from elsewhere than its jar and the pack, and
   * kept where its descriptor misleads.
   */
  automaticSides: boolean;
  /** Patterns of files to have in although the selection rules leave them out. */
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
}

/** What holds for a run that says nothing of it. */
export const runDefaults = {
  automaticSides: true,
  includeFiles: [],
  excludeFiles: [],
  includeWorld: false,
  serverIcon: null,
  serverProperties: null,
  nameEncoding: null,
  givenVersion: null,
} satisfies Partial<RunConfiguration>;

/** What was asked for: a version that was left out, as null, is that which the pack says itself. */
export type RunRequest = Omit<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'> & {
  gameVersion: string | null;
  modloader: ModloaderName | null;
  modloaderVersion: string | null;
};
