import { voterNamed, voterOf } from '../access/accounts.ts';
import { requirePermission } from '../access/permissions.ts';
import {
  findVotes,
  nameOfVote,
  type ServerPack as ServerPackRow,
  vote,
  voteAs,
} from '../core/packs/server-packs.ts';
import { builder } from './builder.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { loaderOf, rowsOfStatement } from './loaders.ts';
import { changedServerPack, ServerPackResult } from './results.ts';

export const VoteEnum = builder.enumType('Vote', {
  description: 'Whether a server pack works.',
  values: {
    UP: { description: 'The server pack works.' },
    DOWN: { description: 'The server pack does not work.' },
  },
});

/** The votes of voters. */
export const voteLoader = loaderOf(findVotes, { cacheKeyFn: nameOfVote, maxBatchSize: rowsOfStatement });

const VoteInput = builder.inputType('VoteServerPackInput', {
  description: 'A vote on a server pack.',
  fields: (t) => ({
    serverPack: t.globalID({ required: true, description: 'The server pack.' }),
    vote: t.field({ type: VoteEnum, required: true, description: 'The vote.' }),
    voter: t.string({
      description: "The voter's name, such as discord:1234; needs a token with the right to vote for others.",
    }),
  }),
});

builder.mutationField('voteServerPack', (t) =>
  t.field({
    type: ServerPackResult,
    needs: 'vote',
    description:
      'Votes on whether a server pack works. A caller with a token, and a named voter, has one vote on ' +
      'each server pack.',
    args: { input: t.arg({ type: VoteInput, required: true, description: 'The vote.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError<ServerPackRow>(async () => {
        const { viewer } = context;
        const { access } = context.parts;
        const { database } = context.operation;
        const id = databaseIdOf('serverPack', 'ServerPack', input.serverPack);
        const direction = input.vote === 'UP' ? 1 : -1;
        if (input.voter != null) requirePermission(access.mode, viewer, 'voteForOthers');
        const voter = input.voter == null ? voterOf(viewer) : voterNamed(input.voter);
        await access.limiter.spend('votes', viewer);
        if (voter === null) return vote(database, id, direction);
        await voteAs(database, { serverPackId: id, voter, direction });
        voteLoader(context).clear({ serverPackId: id, voter });
        return changedServerPack(context, id);
      }),
  }),
);
