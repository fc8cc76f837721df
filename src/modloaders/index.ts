import { fabric } from './fabric.ts';
import { forge } from './forge.ts';
import { legacyFabric } from './legacyfabric.ts';
import type { Modloader, ModloaderName } from './modloader.ts';
import { neoForge } from './neoforge.ts';
import { quilt } from './quilt.ts';

/** Every modloader by its name. */
export const modloaders: Readonly<Record<ModloaderName, Modloader>> = {
  Forge: forge,
  NeoForge: neoForge,
  Fabric: fabric,
  Quilt: quilt,
  LegacyFabric: legacyFabric,
};

const all = Object.values(modloaders);
/** "neoforge" holds "forge" and "legacyfabric" holds "fabric", so longer names are tried first. */
const longestFirst = all.toSorted((a, b) => b.name.length - a.name.length);

/** The modloader of exactly that name, read without regard to case; null when there is none. */
export function parseModloader(text: string): ModloaderName | null {
  const wanted = text.toLowerCase();
  return all.find(({ name }) => name.toLowerCase() === wanted)?.name ?? null;
}

/** The modloader that a launcher's component list means by exactly this id; null when it is no modloader of ours. */
export function loaderOfLauncherId(id: string): ModloaderName | null {
  const wanted = id.toLowerCase();
  return all.find(({ launcherIds }) => launcherIds.includes(wanted))?.name ?? null;
}

/** The modloader that loose launcher text such as `Legacy Fabric` means; null when it names none. */
export function guessModloader(text: string): ModloaderName | null {
  const letters = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return longestFirst.find(({ name }) => letters.includes(name.toLowerCase()))?.name ?? null;
}

/**
 * Takes a launcher's loader id such as `forge-36.2.39` or `neoforge-1.20.1-47.1.79` apart: the loader before the
 * first hyphen, all the rest the version, without the game version. Null when no modloader of ours is named.
 */
export function splitLoaderId(
  id: string,
  gameVersion: string | null = null,
): { modloader: ModloaderName; version: string | null } | null {
  const hyphen = id.indexOf('-');
  const modloader = guessModloader(hyphen < 0 ? id : id.slice(0, hyphen));
  if (modloader === null) return null;
  return { modloader, version: hyphen < 0 ? null : withoutGameVersion(id.slice(hyphen + 1), gameVersion) };
}

/**
 * A launcher's loader version without the game version that some put before it (`1.18.2-40.2.9`) or behind it
 * (`0.15.6-1.20.4`); null when nothing is left. Where the game version is not known, a leading one is told by its
 * form. Behind an old Forge version it belongs to the version (`10.13.4.1614-1.7.10`).
 */
export function withoutGameVersion(version: string, gameVersion: string | null): string | null {
  const [, leading = '', rest = ''] = /^([^-]+)-(\d.*)$/.exec(version) ?? [];
  const isLeading = gameVersion === null ? gameVersionForm.test(leading) : leading === gameVersion;
  if (isLeading) return rest;
  const isBehind = gameVersion !== null && version.endsWith(`-${gameVersion}`) && !isOldForge(version);
  const plain = isBehind ? version.slice(0, -gameVersion.length - 1) : version;
  return plain === '' || plain === gameVersion ? null : plain;
}

/** Only a game version begins with 1, or with a year. */
const gameVersionForm = /^(?:1|2[6-9]|[3-9]\d)\.\d{1,2}(?:\.\d{1,2})?$/;

function isOldForge(version: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+-/.test(version);
}
