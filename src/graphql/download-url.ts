import { lineCallerOf } from '../access/accounts.ts';
import type { ModPack } from '../core/packs/mod-packs.ts';
import { isKnownOwner, isOwnerOf } from '../core/packs/owners.ts';
import type { Context } from './context.ts';

/** The link to the bytes of a server pack. */
export function serverPackUrl(
  context: Pick<Context, 'access' | 'viewer' | 'baseUrl'>,
  { id, sha256 }: { id: number; sha256: string },
): string {
  return downloadUrl(context, `/api/v2/serverpacks/download/${id}`, sha256);
}

/**
 * The link to the bytes of a modpack. Where these may hold account files, its owner gets a link that proves it; others
 * get one that will tell why they may not have them.
 */
export async function modPackUrl(
  context: Pick<Context, 'access' | 'viewer' | 'baseUrl' | 'database' | 'loaders'>,
  modPack: ModPack,
  secret: string | null,
): Promise<string> {
  const { access, viewer, baseUrl, database } = context;
  const { id, sha256, holdsAccounts } = modPack;
  const path = `/api/v2/modpacks/download/${id}`;
  const provesBySecret = async () =>
    secret !== null && isOwnerOf(database, id, { ...lineCallerOf(viewer, access.mode), secret });
  const isOwners = holdsAccounts !== false && ((await isOwner(context, modPack)) || (await provesBySecret()));
  return isOwners
    ? `${baseUrl}${access.downloadLinks.sign(path, viewer, sha256, true)}`
    : downloadUrl(context, path, sha256);
}

/** The address of a modpack's picture, which is another one for another picture; null without one. */
export function iconUrl(
  context: Pick<Context, 'access' | 'viewer' | 'baseUrl'>,
  { id, icon }: Pick<ModPack, 'id' | 'icon'>,
): string | null {
  return icon && downloadUrl(context, `/icons/${id}/${icon.sha256}`, icon.sha256);
}

/** Whether the caller may change a modpack without a secret. */
export async function isOwner(
  { viewer, access, loaders }: Pick<Context, 'viewer' | 'access' | 'loaders'>,
  modPack: ModPack,
): Promise<boolean> {
  const line = modPack.lineId === null ? null : await loaders.line.load(modPack.lineId);
  return isKnownOwner({ ...modPack, project: line?.project ?? null }, lineCallerOf(viewer, access.mode));
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
