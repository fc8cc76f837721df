import type { ServerPackFormat } from '../archive/run-configuration.ts';
import type { ModloaderName } from '../modloaders/modloader.ts';

/** The facts about a server pack that host files need. */
export interface HostedPack {
  /** The number that REST uses. */
  id: number;
  /** The pack's title, such as "Skyfarers 2.4.1"; foreign text. */
  name: string;
  gameVersion: string;
  modloader: ModloaderName;
  modloaderVersion: string;
  /** One JVM argument per element. */
  startArgs: readonly string[];
  format: ServerPackFormat;
  /** The download's address, with scheme and host. */
  downloadUrl: string;
  /** The address of its `pack.toml` for packwiz. */
  packwizUrl: string;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** The folder that our lines and units call a server pack's own. */
export function folderOf({ id }: HostedPack): string {
  return `minecraft-${id}`;
}

/** The name of a pack as part of one line: without controls, line breaks, marks that turn text around and what is no character. */
export function nameInLine({ name }: HostedPack): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{NChar}]/gu, ' ').trim();
  return [...line].slice(0, 100).join('');
}
