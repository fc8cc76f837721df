import { voterOf } from '../access/accounts.ts';
import { type VoteCounts, voteCounts } from '../core/packs/vote-counts.ts';
import { builder } from './builder.ts';
import { ServerPack } from './objects.ts';
import { VoteEnum } from './vote.ts';

interface VotesOn extends VoteCounts {
  serverPackId: number;
}

const Votes = builder.objectRef<VotesOn>('Votes').implement({
  description: 'How many say that a server pack works, and how many that it does not.',
  fields: (t) => ({
    up: t.exposeInt('up', { description: 'Votes that it works.' }),
    down: t.exposeInt('down', { description: 'Votes that it does not.' }),
    mine: t.field({
      type: VoteEnum,
      nullable: true,
      description: 'The vote of whoever asks; null when there is none, and for callers without a token.',
      async resolve({ serverPackId }, _args, { loaders, viewer }) {
        const voter = voterOf(viewer);
        const vote = voter === null ? null : await loaders.vote.load({ serverPackId, voter });
        return vote === null ? null : vote > 0 ? ('UP' as const) : ('DOWN' as const);
      },
    }),
  }),
});

builder.objectField(ServerPack, 'votes', (t) =>
  t.field({
    type: Votes,
    description: 'Its votes; confirmedWorking is `up` less `down`.',
    resolve: (pack) => ({ ...voteCounts(pack), serverPackId: pack.id }),
  }),
);
