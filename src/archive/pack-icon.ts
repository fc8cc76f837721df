import { createHash } from 'node:crypto';
import { layersOf } from './base-folder.ts';
import { iconKeyIn } from './manifests/multimc.ts';
import { type PackPlace, placeInArchive } from './pack-place.ts';
import { pictureType } from './picture.ts';
import type { LauncherManifest, PackIcon } from './report.ts';
import type { ByteSource } from './zip/byte-source.ts';
import { isLink, type LocatedEntry } from './zip/entry.ts';
import { dataOf, readSmallEntry } from './zip/read-entry.ts';

/** Largest picture, in bytes: a list shows dozens. */
export const mostIconBytes = 256 * 1024;

/**
 * Relative to the pack's folder, `../` for the folder of an export's or an instance's markers: what the Modrinth App takes for an
 * instance's picture, that of ATLauncher, and that which the game's servers show.
 */
const iconNames = ['../icon.png', 'icon.png', 'instance.png', 'server-icon.png'] as const;

/** The first of the places for pictures that has one that can be shown; null where none has. */
export function findIcon(
  source: ByteSource,
  entries: readonly LocatedEntry[],
  place: PackPlace,
  { manifest, open }: { manifest: LauncherManifest | null; open: (marker: string) => Uint8Array | null },
): PackIcon | null {
  const [, ...above] = layersOf(place.baseFolder);
  const names = [
    ...[...ofLauncher(manifest, open), ...iconNames].map((name) => placeInArchive(place, name)),
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

/** Where MultiMC and Prism put the picture that people chose for an instance. */
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
