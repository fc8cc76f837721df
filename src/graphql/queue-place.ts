import type { QueuePlace as Place } from '../core/runs/queue-places.ts';
import { builder } from './builder.ts';
import { databaseIdOf } from './global-id.ts';

export const QueuePlace = builder.objectRef<Place>('QueuePlace').implement({
  description:
    'Where a run stands among those that wait for their turn. Callers take turns, so a run of somebody who has fewer waiting may come before it yet.',
  fields: (t) => ({
    place: t.exposeInt('place', { description: 'From 1, which is the next to be worked on.' }),
    waiting: t.exposeInt('waiting', { description: 'Runs that wait for their turn, this one among them.' }),
  }),
});

builder.subscriptionField('queuePlace', (t) =>
  t.field({
    type: QueuePlace,
    nullable: true,
    description:
      "The place in line of a modpack's first run that waits for its turn: now, and each time it changes, once a second at most. Null while no run of it waits.",
    args: { modPack: t.arg.globalID({ required: true, description: 'The modpack.' }) },
    subscribe: (_root, { modPack }, { queueBoard }) =>
      queueBoard.follow(databaseIdOf('modPack', 'ModPack', modPack)),
    resolve: (place) => place,
  }),
);
