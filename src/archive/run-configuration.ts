import type { ModloaderName } from '../modloaders/modloader.ts';

/** What a server pack is built for: versions, JVM arguments and the two lists of mod file name prefixes. */
export interface RunConfiguration {
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
  /** One JVM argument per element, never empty. */
  startArgs: string[];
  /** Case-sensitive file name prefixes of mods to drop; final, whatever needs them. */
  clientMods: string[];
  /** Case-sensitive file name prefixes of mods to keep; beats everything else. */
  whitelistedMods: string[];
}
