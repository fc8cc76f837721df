import { openPlaces, openTally, type Places } from '../core/places.ts';
import type { SharedGoods } from '../core/shared-goods.ts';

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

/** Counts of connections and subscriptions a caller, on this node. */
export type GoodPlaces = Record<(typeof counted)[number], Places>;

export function openGoodPlaces(goods: SharedGoods): GoodPlaces {
  // A socket is one of its caller, whether or not that has said who it is.
  const allSockets = openTally();
  const sockets = { name: 'sockets', state: 'open', remedy: 'Close one first.' };
  return {
    sockets: openPlaces(goods.sockets, sockets, allSockets),
    introductions: openPlaces(goods.introductions, sockets, allSockets),
    streams: openPlaces(goods.streams, { ...sockets, name: 'live streams' }),
    downloads: openPlaces(goods.downloads, {
      name: 'downloads',
      state: 'under way',
      remedy: 'Finish one first.',
    }),
    imports: openPlaces(goods.imports, {
      name: 'imports',
      state: 'under way',
      remedy: 'Wait for one of them to end.',
    }),
    logs: openPlaces(goods.logs, { name: 'logs', state: 'being read', remedy: 'Wait for one of them.' }),
    quickTasks: openPlaces(goods.quickTasks, {
      name: 'previews, logs and questions for versions',
      state: 'waited for',
      remedy: 'Wait for one of them.',
    }),
    innerArchives: openPlaces(goods.innerArchives, {
      name: 'archives in archives',
      state: 'being unpacked',
      remedy: 'Wait for one of them.',
    }),
  };
}
