import { findQueuePlaces, type QueuePlace as Position } from '../core/runs/queue-places.ts';
import { builder } from './builder.ts';
import { databaseIdOf } from './global-id.ts';
import { loaderOf } from './loaders.ts';

export const QueuePlace = builder.objectRef<Position>('QueuePlace').implement({
  description:
    'The position of a run among the runs in the queue. Callers are served in turn, so a later run of a ' +
    'caller with fewer waiting runs may still overtake it.',
  fields: (t) => ({
    place: t.exposeInt('place', { description: 'The position, from 1, which is the next run to start.' }),
    waiting: t.exposeInt('waiting', { description: 'The number of runs in the queue, including this one.' }),
  }),
});

/** Loads queue positions by run. */
export const queuePositionLoader = loaderOf(async (database, ids: readonly number[]) => {
  const positions = await findQueuePlaces(database, { of: 'runConfiguration', ids });
  return ids.map((id) => positions.get(id) ?? null);
});

builder.subscriptionField('queuePlace', (t) =>
  t.field({
    type: QueuePlace,
    nullable: true,
    description:
      "The queue position of a modpack's first queued run: now, and at each change, once a second at " +
      'most. Null while no run of it is queued.',
    args: { modPack: t.arg.globalID({ required: true, description: 'The modpack.' }) },
    subscribe: (_root, { modPack }, { parts: { queueBoard } }) =>
      queueBoard.follow(databaseIdOf('modPack', 'ModPack', modPack)),
    resolve: (position) => position,
  }),
);
