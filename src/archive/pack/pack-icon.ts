import { createHash } from 'node:crypto';
import { iconKeyIn } from '../manifests/multimc.ts';
import type { LauncherManifest, PackIcon } from '../report.ts';
import { layersOf } from '../selection/base-folder.ts';
import type { ByteSource } from '../zip/byte-source.ts';
import { isLink, type LocatedEntry } from '../zip/entry.ts';
import { pictureType } from '../zip/picture.ts';
import { dataOf, readSmallEntry } from '../zip/read-entry.ts';
import { type PackLocation, pathInArchive } from './pack-location.ts';

/** Largest picture, in bytes: a list shows dozens. */
export const mostIconBytes = 256 * 1024;

/**
 * Paths of pictures relative to the pack's folder, `../` for the folder of markers: two of the Modrinth App, one of
 * ATLauncher, and the game's server icon.
 */
const iconNames = ['../icon.png', 'icon.png', 'instance.png', 'server-icon.png'] as const;

/** The first picture that can be shown, if any. */
export function findIcon(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  location: PackLocation,
  { manifest, open }: { manifest: LauncherManifest | null; open: (marker: string) => Uint8Array | null },
): PackIcon | null {
  const [, ...above] = layersOf(location.baseFolder);
  const names = [
    ...[...ofLauncher(manifest, open), ...iconNames].map((name) => pathInArchive(location, name)),
    ...above.map((folder) => `${folder}server-icon.png`),
  ];
  const wanted = new Set(names);
  const found = new Map<string | null, LocatedEntry>();
  for (const entry of entries) if (wanted.has(entry.name)) found.set(entry.name, entry);
  for (const name of names) {
    const entry = found.get(name);
    const icon = entry === undefined ? null : readIcon(source, entry);
    if (icon !== null) return icon;
  }
  return null;
}

/** The path of the picture that a user chose in MultiMC or Prism. */
function ofLauncher(
  manifest: LauncherManifest | null,
  open: (marker: string) => Uint8Array | null,
): string[] {
  if (manifest?.kind !== 'MULTIMC') return [];
  const folder = manifest.file.slice(0, manifest.file.lastIndexOf('/') + 1);
  const key = iconKeyIn(open(`${folder}instance.cfg`) ?? new Uint8Array());
  return key === null ? [] : [`${folder}${key}.png`, `${folder}${key}.jpg`];
}

function readIcon(source: ByteSource, entry: LocatedEntry): PackIcon | null {
  if (isLink(entry) || Math.max(entry.size, entry.compressedSize) > mostIconBytes) return null;
  const bytes = readSmallEntry(source, entry);
  const type = bytes === null ? null : pictureType(bytes);
  if (bytes === null || type === null) return null;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, type, size: bytes.length, data: dataOf(source, entry) };
}
