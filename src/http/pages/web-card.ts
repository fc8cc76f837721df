import { permissionsOf, type Viewer } from '../../access/permissions.ts';
import type { App } from '../../app.ts';
import { savedByTitle, titleOf } from '../../core/files/file-name.ts';
import { findModPacks } from '../../core/packs/mod-packs.ts';
import { listServerPacksOf, type ServerPack } from '../../core/packs/server-packs.ts';
import { findSharedPack } from '../../core/packs/shared-pack.ts';
import { titleOfModPack } from '../../core/packs/titles.ts';
import { picturePath } from './shared-picture.ts';
import { describeShared, sizeOf } from './shared-words.ts';

/** What a pack's page holds without its scripts: the link preview, and the server pack's download. */
export interface Card {
  title: string;
  description: string;
  /** The path of the download; null without a server pack. */
  download: string | null;
  /** The path of its picture; null without one. */
  picture: string | null;
}

const pageOfPack = /^\/(modpacks|serverpacks)\/([1-9]\d{0,8})$/;

/** Whether there may be a card about the page at this path. */
export function mayHaveCard(path: string): boolean {
  return pageOfPack.test(path);
}

/** The card of a modpack's or a server pack's page; null for other pages, and for callers who may not read. */
export async function cardOf(
  { database, access }: Pick<App, 'database' | 'access'>,
  viewer: Viewer,
  path: string,
): Promise<Card | null> {
  const [, kind, id] = pageOfPack.exec(path) ?? [];
  if (id === undefined || !permissionsOf(access.mode, viewer).has('read')) return null;
  return kind === 'modpacks' ? cardOfModPack(database, Number(id)) : cardOfServerPack(database, Number(id));
}

type Database = App['database'];

async function cardOfModPack(database: Database, id: number): Promise<Card | null> {
  const [modPack] = await findModPacks(database, [id]);
  if (!modPack) return null;
  const newest = { limit: 1, after: null, before: null, fromEnd: false };
  const [page] = await listServerPacksOf(database, [id], { request: newest, descending: true });
  return {
    title: titleOf(titleOfModPack(modPack)),
    description: `Modpack, ${sizeOf(modPack.size)}`,
    download: downloadOf(page?.rows[0]),
    picture: null,
  };
}

async function cardOfServerPack(database: Database, id: number): Promise<Card | null> {
  const shared = await findSharedPack(database, id);
  if (!shared) return null;
  return {
    title: `${shared.title}: server pack`,
    description: describeShared(shared),
    ...(shared.scan?.quarantined
      ? { download: null, picture: null }
      : { download: downloadOf(shared.serverPack), picture: picturePath(shared) }),
  };
}

function downloadOf(serverPack: Pick<ServerPack, 'id'> | undefined): string | null {
  return serverPack === undefined ? null : `/api/v2/serverpacks/download/${serverPack.id}?${savedByTitle}`;
}
