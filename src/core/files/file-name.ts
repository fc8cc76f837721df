import { fileStem } from '../../archive/pack-title.ts';
import type { ServerPackFormat } from '../../archive/run-configuration.ts';
import type { UploadedFile } from '../../storage/storage.ts';

/** Longest file name that is stored, in bytes of UTF-8: the limit of file systems. */
const maxBytes = 255;

// Direction overrides can make a name read backwards, `exe.zip` for `piz.exe`.
const invisible = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes an untrusted file name safe to show and send: its last path segment (after `/` or `\`) without control
 * characters, at most 255 bytes. Empty when nothing remains.
 */
export function cleanFileName(name: string): string {
  const segment = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const visible = segment.toWellFormed().replace(invisible, '').trim();
  if (visible === '.' || visible === '..') return '';
  const bytes = new TextEncoder().encode(visible);
  // In stream mode the decoder holds back a character that the cut went through.
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

/** The title in a modpack's file name, which is the name without an archive's extension. */
export function titleOf(name: string): string {
  return name.replace(/\.(?:zip|mrpack)$/i, '');
}

/** The query of links that save a server pack under its title; without it REST's addresses keep their promised name. */
export const savedByTitle = 'name=title';

/**
 * The file name of a server pack: by its modpack's title where that is another than the file's name, else by the file's
 * name, as REST promises it.
 */
export function serverPackName(
  { name, title = name }: { name: string; title?: string },
  format: ServerPackFormat,
): string {
  const ending = format === 'MRPACK' ? 'mrpack' : 'zip';
  const stem = title === name ? '' : fileStem(title);
  return stem === '' ? `${titleOf(name)}_server_pack.${ending}` : `${stem}-server.${ending}`;
}

/** The media types of server packs. */
export const serverPackTypes: Readonly<Record<ServerPackFormat, string>> = {
  ZIP: 'application/zip',
  MRPACK: 'application/x-modrinth-modpack+zip',
};

/** The file name of a received modpack. */
export function nameOf({ filename, sha256 }: Pick<UploadedFile, 'filename' | 'sha256'>): string {
  return filename || `${sha256.slice(0, 12)}.zip`;
}
