import { titleAndFile } from '../../texts/pack-names.ts';
import { escaped } from '../../texts/text.ts';
import { textMessage } from '../message.ts';
import { deletePack, ownPack } from '../own-pack.ts';
import type { Button } from './button.ts';
import { numberIn } from './ids.ts';

/**
 * Deletes a modpack for whoever sent it: asked for by `/delete`, and checked again here, since anybody can send an id.
 */
export const deleteButton: Button = {
  kind: 'delete',
  answer: 'update',
  starts: false,
  async run(services, { user }, reply, [number]) {
    const databaseId = numberIn(number);
    if (databaseId === null) return;
    const pack = await ownPack(services, user.id, databaseId);
    await deletePack(services, pack);
    reply.show(textMessage(reply.words.own.deleted(escaped(titleAndFile(pack), 160), databaseId)));
  },
};
