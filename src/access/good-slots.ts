import type { SharedGoods } from '../core/shared-goods.ts';
import { openSlots, openTally, type Slots } from '../core/slots.ts';

/** Goods that are counted in pieces, each node for itself. */
const counted = [
  'sockets',
  'introductions',
  'streams',
  'downloads',
  'imports',
  'logs',
  'quickTasks',
  'innerArchives',
] as const;

/** Slots of each kind, on this node. */
export type GoodSlots = Record<(typeof counted)[number], Slots>;

export function openGoodSlots(goods: SharedGoods): GoodSlots {
  // A socket is one of its caller, whether or not that has said who it is.
  const allSockets = openTally();
  const sockets = { name: 'sockets', state: 'open', remedy: 'Close one first.' };
  return {
    sockets: openSlots(goods.sockets, sockets, allSockets),
    introductions: openSlots(goods.introductions, sockets, allSockets),
    streams: openSlots(goods.streams, { ...sockets, name: 'live streams' }),
    downloads: openSlots(goods.downloads, {
      name: 'downloads',
      state: 'under way',
      remedy: 'Finish one first.',
    }),
    imports: openSlots(goods.imports, {
      name: 'imports',
      state: 'under way',
      remedy: 'Wait for one of them to end.',
    }),
    logs: openSlots(goods.logs, { name: 'logs', state: 'being read', remedy: 'Wait for one of them.' }),
    quickTasks: openSlots(goods.quickTasks, {
      name: 'previews, comparisons, logs and questions for versions',
      state: 'waited for',
      remedy: 'Wait for one of them.',
    }),
    innerArchives: openSlots(goods.innerArchives, {
      name: 'archives in archives',
      state: 'being unpacked',
      remedy: 'Wait for one of them.',
    }),
  };
}
