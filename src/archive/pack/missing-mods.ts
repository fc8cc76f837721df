import type { ManifestReading } from '../manifests/index.ts';
import type { PackEntry } from '../selection/selection.ts';
import { collisionKey, judgeName, type NameLimits } from '../zip/entry-names.ts';

/**
 * Paths of files that a CurseForge manifest may list by number: mods, in old packs of further kinds and folders, and
 * resource, shader and data packs.
 */
const numberedFile =
  /^(?:mods\/(?:\d[\d.]*\/)?[^/]+\.(?:jar|zip|litemod)(?:\.disabled)?|(?:resourcepacks|shaderpacks|datapacks)\/[^/]+\.zip)$/i;

/**
 * Counts the mods that the manifest names and the pack lacks. Mods named by path are looked up. An export holds none of
 * its numbered mods, whereas an installed pack with its manifest has a file for each. Optional mods count in an export
 * only, because an installer has decided about them. Paths invalid for an entry count as missing.
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
