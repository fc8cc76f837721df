import { isDirection, showDropped, showPreview } from '../dropped-mods.ts';
import { Refusal } from '../refusal.ts';
import type { Button } from './button.ts';
import { numberIn } from './ids.ts';

/** Shows the clicking person alone which mods a server pack lacks. */
const droppedButton: Button = {
  kind: 'dropped',
  answer: 'private',
  starts: false,
  async run(services, _interaction, reply, [number]) {
    const serverPack = numberIn(number);
    if (serverPack !== null) await showDropped(services, serverPack, null, reply);
  },
};

/** Turns the pages of that. */
const droppedPageButton: Button = {
  kind: 'dropped-page',
  answer: 'update',
  starts: false,
  async run(services, _interaction, reply, [number, direction, cursor = '']) {
    const serverPack = numberIn(number);
    if (serverPack !== null && isDirection(direction))
      await showDropped(services, serverPack, { direction, cursor }, reply);
  },
};

/** Turns the pages of what would be dropped. */
const previewPageButton: Button = {
  kind: 'preview-page',
  answer: 'update',
  starts: false,
  async run(services, _interaction, reply, [id = '', direction, cursor = '']) {
    if (services.remembered.find(id) === null) throw new Refusal(({ refused }) => refused.forgotten);
    if (isDirection(direction)) await showPreview(services, id, { direction, cursor }, reply);
  },
};

/** The buttons about mods that are left out. */
export const droppedButtons: readonly Button[] = [droppedButton, droppedPageButton, previewPageButton];
