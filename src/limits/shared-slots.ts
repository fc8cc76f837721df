import type { SharedLimits } from './shared-limits.ts';
import { openSlots, openTally, type Slots } from './slots.ts';

/** Shared limits that each node counts for itself. */
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
export type SharedSlots = Record<(typeof counted)[number], Slots>;

export function openSharedSlots(limits: SharedLimits): SharedSlots {
  // Identified and unidentified sockets count together for a caller.
  const allSockets = openTally();
  const sockets = { name: 'sockets', state: 'open', remedy: 'Close one first.' };
  return {
    sockets: openSlots(limits.sockets, sockets, allSockets),
    introductions: openSlots(limits.introductions, sockets, allSockets),
    streams: openSlots(limits.streams, { ...sockets, name: 'live streams' }),
    downloads: openSlots(limits.downloads, {
      name: 'downloads',
      state: 'under way',
      remedy: 'Finish one first.',
    }),
    imports: openSlots(limits.imports, {
      name: 'imports',
      state: 'under way',
      remedy: 'Wait for one of them to end.',
    }),
    logs: openSlots(limits.logs, { name: 'logs', state: 'being read', remedy: 'Wait for one of them.' }),
    quickTasks: openSlots(limits.quickTasks, {
      name: 'previews, comparisons, logs and questions for versions',
      state: 'waited for',
      remedy: 'Wait for one of them.',
    }),
    innerArchives: openSlots(limits.innerArchives, {
      name: 'archives in archives',
      state: 'being unpacked',
      remedy: 'Wait for one of them.',
    }),
  };
}
