import { createHash } from 'node:crypto';
import type { SharedPack } from '../../core/packs/shared-pack.ts';
import type { CardTask } from '../../pictures/card.ts';
import { version } from '../../version.ts';
import { factsOf } from './shared-words.ts';

/** What the picture of a server pack shows, but for the bytes of its icon. */
export function pictureOf(shared: SharedPack): Omit<CardTask, 'icon'> {
  return { title: shared.title, ...factsOf(shared) };
}

/** Names what a picture shows. Another version of the service may draw it in another way. */
export function pictureTag(shared: SharedPack): string {
  const shown = [version, pictureOf(shared), shared.modPack.icon?.sha256];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32);
}

/** The path of a server pack's picture, which changes with the picture: chats keep what they have seen at an address. */
export function picturePath(shared: SharedPack): string {
  return `/serverpacks/${shared.serverPack.id}/card.png?${pictureTag(shared).slice(0, 12)}`;
}
