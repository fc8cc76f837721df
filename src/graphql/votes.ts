import { voterOf } from '../access/accounts.ts';
import { type VoteCounts, voteCounts } from '../core/packs/vote-counts.ts';
import { builder } from './builder.ts';
import { ServerPack } from './objects.ts';
import { VoteEnum, voteLoader } from './vote.ts';

interface VotesOn extends VoteCounts {
  serverPackId: number;
}

const Votes = builder.objectRef<VotesOn>('Votes').implement({
  description: 'How many votes say that a server pack works, and how many that it does not.',
  fields: (t) => ({
    up: t.exposeInt('up', { description: 'Votes that the server pack works.' }),
    down: t.exposeInt('down', { description: 'Votes that the server pack does not work.' }),
    mine: t.field({
      type: VoteEnum,
      nullable: true,
      description: "The caller's vote; null when there is none, and for callers without a token.",
      async resolve({ serverPackId }, _args, context) {
        const voter = voterOf(context.viewer);
        const vote = voter === null ? null : await voteLoader(context).load({ serverPackId, voter });
        return vote === null ? null : vote > 0 ? ('UP' as const) : ('DOWN' as const);
      },
    }),
  }),
});

builder.objectField(ServerPack, 'votes', (t) =>
  t.field({
    type: Votes,
    description: 'The votes; confirmedWorking is `up` minus `down`.',
    resolve: (pack) => ({ ...voteCounts(pack), serverPackId: pack.id }),
  }),
);
