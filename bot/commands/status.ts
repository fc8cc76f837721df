import { described } from '../command-names.ts';
import { modPackMessage } from '../format/cards.ts';
import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import { modPackChoices, modPackOption } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

const modPackStatus = graphql(`
  query ModPackStatus($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      ...ModPackCard
    }
    events(filter: { modPack: { databaseId: $databaseId } }, last: 1) {
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
    ...described('status'),
    ...everywhere,
    options: [modPackOption],
  },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run({ gateway, store, stopping }, { options }, reply) {
    const databaseId = options.getInteger('modpack', true);
    const unknown = new Refusal(({ refused }) => refused.noModPack(databaseId));
    if (!store.maySee(reply.place.guildId, databaseId)) throw unknown;
    const { modPack, events } = await gateway.ask(modPackStatus, { databaseId }, stopping);
    if (modPack === null) throw unknown;
    reply.show(modPackMessage(modPack, events.nodes.at(-1)?.errors ?? [], reply.words));
  },
  complete: (services, { guildId, options }) =>
    modPackChoices(services, { guildId, text: options.getFocused() }),
};
