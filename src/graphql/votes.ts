import { voterOf } from '../access/accounts.ts';
import { voteCounts } from '../core/packs/vote-counts.ts';
import { builder } from './builder.ts';
import { ServerPack } from './objects.ts';
import { VoteEnum, voteLoader } from './vote.ts';

builder.objectFields(ServerPack, (t) => ({
  upVotes: t.int({
    description: 'Votes that the server pack works.',
    resolve: (pack) => voteCounts(pack).up,
  }),
  downVotes: t.int({
    description: 'Votes that the server pack does not work.',
    resolve: (pack) => voteCounts(pack).down,
  }),
  myVote: t.field({
    type: VoteEnum,
    nullable: true,
    description: "The vote of the caller's token. Null where there is none.",
    async resolve({ id: serverPackId }, _args, context) {
      const voter = voterOf(context.viewer);
      const vote = voter === null ? null : await voteLoader(context).load({ serverPackId, voter });
      return vote === null ? null : vote > 0 ? ('UP' as const) : ('DOWN' as const);
    },
  }),
}));
