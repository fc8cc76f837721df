import { lineCallerOf } from '../access/accounts.ts';
import { savedByTitle } from '../core/files/file-name.ts';
import type { ModPack } from '../core/packs/mod-packs.ts';
import { isKnownOwner, isOwnerOf } from '../core/packs/owners.ts';
import type { Context } from './context.ts';
import { lineLoader } from './objects.ts';

/** The download link of a server pack, under the name for people. */
export function serverPackUrl(context: Context, { id, sha256 }: { id: number; sha256: string }): string {
  const url = downloadUrl(context, `/api/v2/serverpacks/download/${id}`, sha256);
  return `${url}${url.includes('?') ? '&' : '?'}${savedByTitle}`;
}

/**
 * The download link of a modpack. Where the modpack may hold account files, its owner's link proves the right; other
 * callers get a link that answers why they may not have the bytes.
 */
export async function modPackUrl(context: Context, modPack: ModPack, secret: string | null): Promise<string> {
  const { viewer } = context;
  const { access } = context.parts;
  const { database } = context.operation;
  const { id, sha256, holdsAccounts } = modPack;
  const provesBySecret = async () =>
    secret !== null && isOwnerOf(database, id, { ...lineCallerOf(viewer, access.mode), secret });
  const isOwners = holdsAccounts !== false && ((await isOwner(context, modPack)) || (await provesBySecret()));
  return isOwners ? ownersUrl(context, modPack) : downloadUrl(context, modPackPath(id), sha256);
}

/** The download link of a modpack for its uploader. */
export function ownersUrl(
  { parts: { access }, viewer, operation: { baseUrl } }: Context,
  { id, sha256 }: Pick<ModPack, 'id' | 'sha256'>,
): string {
  return `${baseUrl}${access.downloadLinks.sign(modPackPath(id), viewer, sha256, true)}`;
}

function modPackPath(id: number): string {
  return `/api/v2/modpacks/download/${id}`;
}

/** The address of a modpack's icon, which changes with the icon; null without one. */
export function iconUrl(context: Context, { id, icon }: Pick<ModPack, 'id' | 'icon'>): string | null {
  return icon && downloadUrl(context, `/icons/${id}/${icon.sha256}`, icon.sha256);
}

/** Whether the caller may change a modpack without a secret. */
export async function isOwner(context: Context, modPack: ModPack): Promise<boolean> {
  const { viewer } = context;
  const { access } = context.parts;
  const line = modPack.lineId === null ? null : await lineLoader(context).load(modPack.lineId);
  return isKnownOwner({ ...modPack, project: line?.project ?? null }, lineCallerOf(viewer, access.mode));
}

/** A download link: plain where anybody may download, else signed, because browsers and chats send no token. */
export function downloadUrl(
  { parts: { access }, viewer, operation: { baseUrl } }: Context,
  path: string,
  sha256: string,
): string {
  return `${baseUrl}${access.mode === 'closed' ? access.downloadLinks.sign(path, viewer, sha256) : path}`;
}

/**
 * The address of a server pack's `pack.toml` for packwiz. The signature is in the path, since packwiz resolves its next
 * files relative to it.
 */
function packwizUrl(
  { parts: { access }, viewer, operation: { baseUrl } }: Context,
  { id, sha256 }: { id: number; sha256: string },
): string {
  const root = `/packwiz/${id}/`;
  if (access.mode !== 'closed') return `${baseUrl}${root}pack.toml`;
  const [, query = ''] = access.downloadLinks.sign(root, viewer, sha256).split('?');
  return `${baseUrl}${root}~${Buffer.from(query).toString('base64url')}/pack.toml`;
}

/** The addresses written into files for server hosts. */
export function linksTo(
  context: Context,
  serverPack: { id: number; sha256: string },
): { downloadUrl: string; packwizUrl: string } {
  return { downloadUrl: serverPackUrl(context, serverPack), packwizUrl: packwizUrl(context, serverPack) };
}
