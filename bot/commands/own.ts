import { ApplicationCommandOptionType, type AutocompleteInteraction } from 'discord.js';
import { titleAndFile } from '../../texts/pack-names.ts';
import { escaped, plain } from '../../texts/text.ts';
import { deletePackButton } from '../buttons/ids.ts';
import { described } from '../command-names.ts';
import { graphql } from '../gql/graphql.ts';
import { textMessage } from '../message.ts';
import { ownPack, renamePack } from '../own-pack.ts';
import type { Services } from '../services.ts';
import { numberRange } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

const sentModPacks = graphql(`
  query SentModPacks($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on ModPack {
        databaseId
        title
        name
        renamed
        createdAt
      }
    }
  }
`);

/** The gateway answers for so many ids at once. */
const mostAsked = 100;

const modPackOption = {
  type: ApplicationCommandOptionType.Integer,
  ...described('ownModPack'),
  ...numberRange,
  required: true,
  autocomplete: true,
} as const;

/** `/delete`: asks whoever sent a modpack by the bot whether to delete it; a button then does. */
export const deleteCommand: Command = {
  definition: { ...described('delete'), ...everywhere, options: [modPackOption] },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run(services, { options, user }, reply) {
    const pack = await ownPack(services, user.id, options.getInteger('modpack', true));
    const { databaseId } = pack;
    const { words } = reply;
    const question = words.own.mayDelete(escaped(titleAndFile(pack), 160), databaseId);
    reply.show(textMessage(question, [deletePackButton(databaseId, words)]));
  },
  complete: ownChoices,
};

/** `/rename`: gives a modpack another name, for whoever sent it by the bot. */
export const renameCommand: Command = {
  definition: {
    ...described('rename'),
    ...everywhere,
    options: [
      modPackOption,
      {
        type: ApplicationCommandOptionType.String,
        ...described('newName'),
        required: true,
        max_length: 100,
      },
    ],
  },
  visibility: 'private',
  governed: 'nowhere',
  starts: false,
  async run(services, { options, user }, reply) {
    const pack = await ownPack(services, user.id, options.getInteger('modpack', true));
    const name = await renamePack(services, pack, options.getString('name', true));
    reply.show(textMessage(reply.words.own.renamed(pack.databaseId, escaped(name, 120))));
  },
  complete: ownChoices,
};

/**
 * The caller's newest modpacks whose number, title or file name fits what was typed; at most as many as Discord shows.
 */
async function ownChoices(
  { gateway, store, stopping, proposalsMs }: Services,
  { options, user }: AutocompleteInteraction,
) {
  const text = plain(options.getFocused(), 100).toLowerCase();
  const sent = store.senders.packsOf(user.id).slice(0, mostAsked);
  if (sent.length === 0) return [];
  const { nodes } = await gateway.ask(sentModPacks, { ids: sent.map(({ id }) => id) }, stopping, proposalsMs);
  const made = new Map(sent.map(({ databaseId, createdAt }) => [databaseId, createdAt]));
  return nodes
    .filter((node) => node?.__typename === 'ModPack')
    .filter(({ databaseId, createdAt }) => made.get(databaseId) === createdAt)
    .map((pack) => ({
      value: pack.databaseId,
      name: plain(`#${pack.databaseId} ${titleAndFile(pack)}`, 100),
    }))
    .filter(({ name }) => name.toLowerCase().includes(text))
    .slice(0, 25);
}
