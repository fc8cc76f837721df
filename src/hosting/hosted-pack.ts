import type { ServerPackFormat } from '../archive/run-configuration.ts';
import type { ModloaderName } from '../modloaders/modloader.ts';

/** The facts about a server pack that host files need. */
export interface HostedPack {
  /** The number in the REST interface. */
  id: number;
  /** The pack's untrusted title, for example "Skyfarers 2.4.1". */
  name: string;
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
  /** The required version of Java; null when unknown. */
  javaVersion: number | null;
  /** One JVM argument per element. */
  startArgs: readonly string[];
  format: ServerPackFormat;
  /** The download's absolute address. */
  downloadUrl: string;
  /** The address of the pack's `pack.toml` for packwiz. */
  packwizUrl: string;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** The folder name of a server pack in our commands and units. */
export function folderOf({ id }: HostedPack): string {
  return `minecraft-${id}`;
}

/**
 * A pack's name within one line: without control characters, line breaks, direction marks and unassigned characters.
 */
export function nameInLine({ name }: HostedPack): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{NChar}]/gu, ' ').trim();
  return [...line].slice(0, 100).join('');
}
