import type { WantedFile } from '../../src/fetching/wanted-file.ts';
import { zipWith } from './zip.ts';

/** What an .mrpack says of a file beside what it is. */
export type Named = WantedFile & { env?: { client: string; server: string } };

/** A `modrinth.index.json` that names these files. */
export function modrinthIndex(files: readonly Named[]): string {
  return JSON.stringify({
    formatVersion: 1,
    game: 'minecraft',
    versionId: '1.0',
    name: 'A pack',
    dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.6' },
    files: files.map(({ path, hashes, links, size, env }) => ({
      path,
      hashes,
      downloads: links,
      fileSize: size,
      ...(env ? { env } : {}),
    })),
  });
}

/** An .mrpack that names these files and holds those entries. */
export function mrpackWith(
  files: readonly Named[],
  entries: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  return zipWith({ 'modrinth.index.json': modrinthIndex(files), ...entries });
}

interface NumberedFile {
  projectID: number;
  fileID: number;
  required?: boolean;
}

/** A CurseForge export that numbers these files. */
export function curseForgeExport(
  files: readonly NumberedFile[],
  entries: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  return zipWith({ 'manifest.json': curseForgeManifest(files), ...entries });
}

/** The `manifest.json` of a CurseForge export that numbers these files. */
export function curseForgeManifest(files: readonly NumberedFile[]): string {
  return JSON.stringify({
    manifestType: 'minecraftModpack',
    manifestVersion: 1,
    name: 'A pack',
    version: '1.0',
    minecraft: { version: '1.20.1', modLoaders: [{ id: 'fabric-0.15.6', primary: true }] },
    files,
    overrides: 'overrides',
  });
}
