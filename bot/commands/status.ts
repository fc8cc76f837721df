import { ApplicationCommandOptionType } from 'discord.js';
import { modPackMessage } from '../format/cards.ts';
import { graphql } from '../gql/gql.ts';
import { Refusal } from '../refusal.ts';
import { modPackChoices, numberRange } from './choices.ts';
import type { Command } from './command.ts';

const modPackStatus = graphql(`
  query ModPackStatus($databaseId: Int!) {
    modPack(databaseId: $databaseId) {
      ...ModPackCard
    }
    events(filter: { modPackDatabaseId: $databaseId }, last: 1) {
      nodes {
        errors {
          ...ProblemLine
        }
      }
    }
  }
`);

/** `/status`: shows where a modpack stands and which server packs it has. */
export const status: Command = {
  definition: {
    name: 'status',
    description: 'See where a modpack stands and which server packs it has',
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'modpack',
        ...numberRange,
        description: 'The modpack, by its name or number',
        required: true,
        autocomplete: true,
      },
    ],
  },
  visibility: 'private',
  async run({ gateway, stopping }, { options }, reply) {
    const databaseId = options.getInteger('modpack', true);
    const { modPack, events } = await gateway.ask(modPackStatus, { databaseId }, stopping);
    if (modPack === null) throw new Refusal(`There is no modpack ${databaseId}.`);
    reply.show(modPackMessage(modPack, events.nodes.at(-1)?.errors ?? []));
  },
  complete: ({ gateway, stopping }, { options }) => modPackChoices(gateway, options.getFocused(), stopping),
};
