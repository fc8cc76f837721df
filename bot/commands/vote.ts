import { ApplicationCommandOptionType } from 'discord.js';
import { castVote } from '../cast-vote.ts';
import { choice, described } from '../command-names.ts';
import { textMessage } from '../message.ts';
import { numberRange, serverPackChoices } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

/** `/vote`: says in the caller's name whether a server pack works. */
export const vote: Command = {
  definition: {
    ...described('vote'),
    ...everywhere,
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        ...described('serverPack'),
        ...numberRange,
        required: true,
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        ...described('voteWord'),
        required: true,
        choices: [choice('up'), choice('down')],
      },
    ],
  },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run(services, { options, user }, reply) {
    const serverPack = options.getInteger('server-pack', true);
    const works = options.getString('vote', true) === 'up';
    const vote = works ? 'UP' : 'DOWN';
    const pack = await castVote(services, { userId: user.id, serverPack, vote });
    const { votes } = reply.words;
    reply.show(textMessage(votes.counted(serverPack, works, votes.counts(pack))));
  },
  complete: (services, { guildId, options }) =>
    serverPackChoices(services, { guildId, text: options.getFocused() }),
};
