import type { ArchiveLimits } from '../limits.ts';
import { overridesFolderOf } from '../manifests/overrides-folder.ts';
import { exportManifest, findBaseFolder } from '../selection/base-folder.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { isLink, type LocatedEntry } from '../zip/entry.ts';
import { readSmallEntry } from '../zip/read-entry.ts';
import { findPackwiz, type PackwizLocation, smallFilesOf } from './packwiz-pack.ts';

/** The pack's position in an archive. */
export interface PackLocation {
  baseFolder: string;
  /** The folder of markers beside the pack's folder; null when there are none. */
  above: string | null;
  /** Details of a packwiz pack; null for others. */
  packwiz: PackwizLocation | null;
}

/** Finds the pack; an export's manifest says where its files are. */
export function locatePack(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  limits: ArchiveLimits,
): PackLocation {
  const names = entries.map(({ name }) => name);
  const manifestPath = exportManifest(names);
  const manifest = entries.find((entry) => entry.name === manifestPath && !isLink(entry));
  const isRead =
    manifest !== undefined && Math.max(manifest.size, manifest.compressedSize) <= limits.manifestBytes;
  const bytes = isRead ? readSmallEntry(source, manifest) : null;
  const declared = bytes === null ? null : overridesFolderOf(bytes, limits);
  const baseFolder = findBaseFolder(names, declared);
  const outer = manifestPath.slice(0, -'manifest.json'.length);
  if (declared !== null && baseFolder === outer + declared)
    return { baseFolder, above: outer, packwiz: null };
  const packwiz = findPackwiz(names, baseFolder, smallFilesOf(source, entries, limits));
  if (packwiz !== null) return { baseFolder: packwiz.baseFolder, above: packwiz.packFolder, packwiz };
  const parent = baseFolder.slice(0, baseFolder.lastIndexOf('/', baseFolder.length - 2) + 1);
  return { baseFolder, above: baseFolder === '' ? null : parent, packwiz: null };
}

/**
 * Resolves a path relative to the pack's folder, perhaps with `../`, to a path in the archive; null outside the
 * archive.
 */
export function pathInArchive({ baseFolder, above, packwiz }: PackLocation, name: string): string | null {
  if (name === '../pack.toml' && packwiz === null) return null;
  if (!name.startsWith('../')) return baseFolder + name;
  return above === null ? null : above + name.slice('../'.length);
}
