import { ApplicationCommandOptionType } from 'discord.js';
import { described } from '../command-names.ts';
import { serverPackMessage } from '../format/cards.ts';
import { graphql, type ServerPackCardFragment } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import { modPackChoices, numberRange, runConfigurationChoices, serverPackChoices } from './choices.ts';
import type { Command } from './command.ts';
import { everywhere } from './where.ts';

const serverPackByNumber = graphql(`
  query ServerPackByNumber($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      ...ServerPackCard
    }
  }
`);

const serverPackOfRun = graphql(`
  query ServerPackOfRun($runConfiguration: Int!) {
    serverPack(by: { run: { databaseId: $runConfiguration } }) {
      ...ServerPackCard
    }
  }
`);

/** `/download`: shows a server pack with its link, by its number or by what it was built from. */
export const download: Command = {
  definition: {
    ...described('download'),
    ...everywhere,
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        ...described('serverPack'),
        ...numberRange,
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        ...described('modPackToo'),
        ...numberRange,
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        ...described('runConfiguration'),
        ...numberRange,
        autocomplete: true,
      },
    ],
  },
  visibility: 'public',
  governed: 'channel',
  starts: false,
  async run(services, { options }, reply) {
    const { gateway, store, stopping } = services;
    const databaseId = options.getInteger('server-pack');
    const modPack = options.getInteger('modpack');
    const runConfiguration = options.getInteger('run-configuration');
    let found: { pack: ServerPackCardFragment | null; unknown: Refusal };
    if (databaseId !== null && modPack === null && runConfiguration === null) {
      const { serverPack } = await gateway.ask(serverPackByNumber, { databaseId }, stopping);
      const unknown = new Refusal(({ refused }) => refused.noServerPack(databaseId));
      found = { pack: serverPack, unknown };
    } else if (databaseId === null && modPack !== null && runConfiguration !== null) {
      const { serverPack } = await gateway.ask(serverPackOfRun, { runConfiguration }, stopping);
      const unknown = new Refusal(({ refused }) => refused.noServerPackOf(modPack, runConfiguration));
      const isOfModPack = serverPack?.modPack.databaseId === modPack;
      found = { pack: isOfModPack ? serverPack : null, unknown };
    } else throw new Refusal(({ refused }) => refused.nameOne);
    const { pack, unknown } = found;
    if (pack === null || !store.maySee(reply.place.guildId, pack.modPack.databaseId)) throw unknown;
    const { words } = reply;
    reply.show(serverPackMessage(pack, { words, linkTo: services.linkTo, mayVote: services.mayVote() }));
  },
  complete(services, { guildId, options }) {
    const { name, value } = options.getFocused(true);
    const asked = { guildId, text: value };
    if (name === 'server-pack') return serverPackChoices(services, asked);
    if (name === 'modpack') return modPackChoices(services, asked);
    return runConfigurationChoices(services, asked, options.getInteger('modpack'));
  },
};
