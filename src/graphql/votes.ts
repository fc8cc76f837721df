import { type VoteCounts, voteCounts } from '../core/packs/vote-counts.ts';
import { builder } from './builder.ts';
import { ServerPack } from './objects.ts';

const Votes = builder.objectRef<VoteCounts>('Votes').implement({
  description: 'How many say that a server pack works, and how many that it does not.',
  fields: (t) => ({
    up: t.exposeInt('up', { description: 'Votes that it works.' }),
    down: t.exposeInt('down', { description: 'Votes that it does not.' }),
  }),
});

builder.objectField(ServerPack, 'votes', (t) =>
  t.field({
    type: Votes,
    description: 'Its votes; confirmedWorking is `up` less `down`.',
    resolve: voteCounts,
  }),
);
