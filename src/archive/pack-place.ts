import { exportManifest, findBaseFolder } from './base-folder.ts';
import type { ArchiveLimits } from './limits.ts';
import { overridesFolderOf } from './manifests/overrides-folder.ts';
import { findPackwiz, type PackwizPlace, smallFilesOf } from './packwiz-pack.ts';
import type { ByteSource } from './zip/byte-source.ts';
import { isLink, type LocatedEntry } from './zip/entry.ts';
import { readSmallEntry } from './zip/read-entry.ts';

/** The pack's position in an archive. */
export interface PackPlace {
  baseFolder: string;
  /** The folder of markers beside the pack's folder; null when there are none. */
  above: string | null;
  /** Details of a packwiz pack; null for others. */
  packwiz: PackwizPlace | null;
}

/** Finds the pack, with what an export's manifest says of where its files are. */
export function placeOf(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  limits: ArchiveLimits,
): PackPlace {
  const names = entries.map(({ name }) => name);
  const place = exportManifest(names);
  const manifest = entries.find((entry) => entry.name === place && !isLink(entry));
  const isRead =
    manifest !== undefined && Math.max(manifest.size, manifest.compressedSize) <= limits.manifestBytes;
  const bytes = isRead ? readSmallEntry(source, manifest) : null;
  const declared = bytes === null ? null : overridesFolderOf(bytes, limits);
  const baseFolder = findBaseFolder(names, declared);
  const outer = place.slice(0, -'manifest.json'.length);
  if (declared !== null && baseFolder === outer + declared)
    return { baseFolder, above: outer, packwiz: null };
  const packwiz = findPackwiz(names, baseFolder, smallFilesOf(source, entries, limits));
  if (packwiz !== null) return { baseFolder: packwiz.baseFolder, above: packwiz.packFolder, packwiz };
  const parent = baseFolder.slice(0, baseFolder.lastIndexOf('/', baseFolder.length - 2) + 1);
  return { baseFolder, above: baseFolder === '' ? null : parent, packwiz: null };
}

/** A path in the archive, from one relative to the pack's folder that may begin with `../`; null where that leads out of it. */
export function placeInArchive({ baseFolder, above, packwiz }: PackPlace, name: string): string | null {
  if (name === '../pack.toml' && packwiz === null) return null;
  if (!name.startsWith('../')) return baseFolder + name;
  return above === null ? null : above + name.slice('../'.length);
}
