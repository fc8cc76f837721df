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

/**
 * The address of a server pack's `pack.toml` for packwiz. A signature is a part of the path: what packwiz reads next lies beside
 * it.
 */
function packwizUrl(
  { access, viewer, baseUrl }: Pick<Context, 'access' | 'viewer' | 'baseUrl'>,
  { id, sha256 }: { id: number; sha256: string },
): string {
  const root = `/packwiz/${id}/`;
  if (access.mode !== 'closed') return `${baseUrl}${root}pack.toml`;
  const [, query = ''] = access.downloadLinks.sign(root, viewer, sha256).split('?');
  return `${baseUrl}${root}~${Buffer.from(query).toString('base64url')}/pack.toml`;
}

/** The addresses that files for hosts name. */
export function linksTo(
  context: Pick<Context, 'access' | 'viewer' | 'baseUrl'>,
  serverPack: { id: number; sha256: string },
): { downloadUrl: string; packwizUrl: string } {
  return { downloadUrl: serverPackUrl(context, serverPack), packwizUrl: packwizUrl(context, serverPack) };
}
