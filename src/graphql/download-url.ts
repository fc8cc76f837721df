import type { Context } from './context.ts';

/** The link to the bytes of a server pack. */
export function serverPackUrl(
  context: Pick<Context, 'access' | 'viewer' | 'baseUrl'>,
  { id, sha256 }: { id: number; sha256: string },
): string {
  return downloadUrl(context, `/api/v2/serverpacks/download/${id}`, sha256);
}

/** The link to a download: plain where anybody may follow it, else signed, for browsers and chats send no token. */
export function downloadUrl(
  { access, viewer, baseUrl }: Pick<Context, 'access' | 'viewer' | 'baseUrl'>,
  path: string,
  sha256: string,
): string {
  return `${baseUrl}${access.mode === 'closed' ? access.downloadLinks.sign(path, viewer, sha256) : path}`;
}
