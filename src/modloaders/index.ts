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
/** Longer names are tried first, because "neoforge" contains "forge" and "legacyfabric" contains "fabric". */
const longestFirst = all.toSorted((a, b) => b.name.length - a.name.length);

/** The modloader with exactly that name, without regard to case, if any. */
export function parseModloader(text: string): ModloaderName | null {
  const wanted = text.toLowerCase();
  return all.find(({ name }) => name.toLowerCase() === wanted)?.name ?? null;
}

/** The supported modloader with exactly this id in a launcher's component list, if any. */
export function loaderOfLauncherId(id: string): ModloaderName | null {
  const wanted = id.toLowerCase();
  return all.find(({ launcherIds }) => launcherIds.includes(wanted))?.name ?? null;
}

/** The modloader that loose launcher text, for example `Legacy Fabric`, refers to, if any. */
export function guessModloader(text: string): ModloaderName | null {
  const letters = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return longestFirst.find(({ name }) => letters.includes(name.toLowerCase()))?.name ?? null;
}

/**
 * Splits a launcher's loader id, for example `forge-36.2.39` or `neoforge-1.20.1-47.1.79`, into the loader before the
 * first hyphen and the version, without the game version. Null for unsupported modloaders.
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
 * Removes the game version that some launchers put before (`1.18.2-40.2.9`) or after (`0.15.6-1.20.4`) a loader
 * version; null when nothing remains. Without a known game version, a leading one is recognised by its form. After an
 * old Forge version, it is part of the version (`10.13.4.1614-1.7.10`).
 */
export function withoutGameVersion(version: string, gameVersion: string | null): string | null {
  const [, leading = '', rest = ''] = /^([^-]+)-(\d.*)$/.exec(version) ?? [];
  const isLeading = gameVersion === null ? gameVersionForm.test(leading) : leading === gameVersion;
  if (isLeading) return rest;
  const isBehind = gameVersion !== null && version.endsWith(`-${gameVersion}`) && !isOldForge(version);
  const plain = isBehind ? version.slice(0, -gameVersion.length - 1) : version;
  return plain === '' || plain === gameVersion ? null : plain;
}

/** The form of a game version, which begins with 1 or a year. */
const gameVersionForm = /^(?:1|2[6-9]|[3-9]\d)\.\d{1,2}(?:\.\d{1,2})?$/;

function isOldForge(version: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+-/.test(version);
}
