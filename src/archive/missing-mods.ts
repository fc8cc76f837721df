import { collisionKey, judgeName, type NameLimits } from './entry-names.ts';
import type { ManifestReading } from './manifests/index.ts';
import type { PackEntry } from './selection.ts';

/** What a CurseForge manifest numbers: mods, in old packs of further kinds and places, and packs of pictures, shaders and data. */
const numberedFile =
  /^(?:mods\/(?:\d[\d.]*\/)?[^/]+\.(?:jar|zip|litemod)(?:\.disabled)?|(?:resourcepacks|shaderpacks|datapacks)\/[^/]+\.zip)$/i;

/**
 * How many of the mods that the manifest names are not in the pack. Those named by path are looked for; of those that are
 * only numbered, an export has none, whereas an installed pack that kept the export's manifest has a file for each. Mods
 * that may be left out count in an export only: whoever installed the pack has decided about them. A path that no entry
 * may have is not in the pack, and is not looked for.
 */
export function countMissingMods(
  { manifest, referencedMods }: ManifestReading,
  pack: readonly PackEntry[],
  limits: NameLimits,
): number {
  const isExport = manifest?.file.startsWith('../') ?? false;
  const wanted = referencedMods.filter(({ isOptional }) => isExport || !isOptional).map(({ path }) => path);
  const paths = wanted.filter((path) => path !== null);
  const numbered = wanted.length - paths.length;
  const there = new Set(pack.map(({ name }) => collisionKey(name)));
  const has = (path: string) => judgeName(path, limits) === null && there.has(collisionKey(path));
  const isThere = (path: string) => has(path) || has(`${path}.disabled`);
  const files = isExport ? 0 : pack.filter(({ name }) => numberedFile.test(name)).length;
  return paths.filter((path) => !isThere(path)).length + Math.max(0, numbered - files);
}
