import { ApplicationCommandOptionType } from 'discord.js';
import { castVote } from '../cast-vote.ts';
import { textMessage } from '../message.ts';
import { numberRange, serverPackChoices } from './choices.ts';
import type { Command } from './command.ts';

/** `/vote`: says in the caller's name whether a server pack works. */
export const vote: Command = {
  definition: {
    name: 'vote',
    description: 'Say whether a server pack works; you can change your mind',
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'server-pack',
        ...numberRange,
        description: "The server pack, by its modpack's name or its own number",
        required: true,
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'vote',
        description: 'Whether it works',
        required: true,
        choices: [
          { name: 'up', value: 'up' },
          { name: 'down', value: 'down' },
        ],
      },
    ],
  },
  visibility: 'private',
  async run(services, { options, user }, reply) {
    const text = await castVote(services, {
      userId: user.id,
      serverPack: options.getInteger('server-pack', true),
      vote: options.getString('vote', true) === 'up' ? 'UP' : 'DOWN',
    });
    reply.show(textMessage(text));
  },
  complete: ({ gateway, stopping }, { options }) =>
    serverPackChoices(gateway, options.getFocused(), stopping),
};
