import { ApplicationCommandOptionType } from 'discord.js';
import { cardOf } from '../card-of.ts';
import { described } from '../command-names.ts';
import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import { numberRange, serverPackChoices } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

const serverPackByNumber = graphql(`
  query ServerPackByNumber($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      ...ServerPackCard
    }
  }
`);

/** `/download`: shows a server pack with its link. */
export const download: Command = {
  definition: {
    ...described('download'),
    ...everywhere,
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        ...described('serverPack'),
        ...numberRange,
        required: true,
        autocomplete: true,
      },
    ],
  },
  visibility: 'public',
  governed: 'channel',
  starts: false,
  async run(services, { options }, reply) {
    const { gateway, store, stopping } = services;
    const databaseId = options.getInteger('server-pack', true);
    const { serverPack } = await gateway.ask(serverPackByNumber, { databaseId }, stopping);
    if (serverPack === null || !store.maySee(reply.place.guildId, serverPack.modPack.databaseId))
      throw new Refusal(({ refused }) => refused.noServerPack(databaseId));
    reply.show(cardOf(services, serverPack, reply.words));
  },
  complete: (services, { guildId, options }) =>
    serverPackChoices(services, { guildId, text: options.getFocused() }),
};
