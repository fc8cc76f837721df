import { ApplicationCommandOptionType } from 'discord.js';
import { serverPackMessage } from '../format/cards.ts';
import { graphql } from '../gql/gql.ts';
import { Refusal } from '../refusal.ts';
import { modPackChoices, numberRange, runConfigurationChoices, serverPackChoices } from './choices.ts';
import type { Command } from './command.ts';

const serverPackByNumber = graphql(`
  query ServerPackByNumber($databaseId: Int!) {
    serverPack(databaseId: $databaseId) {
      ...ServerPackCard
    }
  }
`);

const serverPackOfRun = graphql(`
  query ServerPackOfRun($modPack: Int!, $runConfiguration: Int!) {
    serverPack(modPackDatabaseId: $modPack, runConfigurationDatabaseId: $runConfiguration) {
      ...ServerPackCard
    }
  }
`);

/** `/download`: shows a server pack with its link, by its number or by what it was built from. */
export const download: Command = {
  definition: {
    name: 'download',
    description: 'Get the download link of a server pack',
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'server-pack',
        ...numberRange,
        description: "The server pack, by its modpack's name or its own number",
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'modpack',
        ...numberRange,
        description: 'Or the modpack, by its name or number, together with a run configuration',
        autocomplete: true,
      },
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'run-configuration',
        ...numberRange,
        description: 'And the run configuration that it was built with',
        autocomplete: true,
      },
    ],
  },
  visibility: 'public',
  async run({ gateway, linkTo, stopping }, { options }, reply) {
    const databaseId = options.getInteger('server-pack');
    const modPack = options.getInteger('modpack');
    const runConfiguration = options.getInteger('run-configuration');
    if (databaseId !== null && modPack === null && runConfiguration === null) {
      const { serverPack } = await gateway.ask(serverPackByNumber, { databaseId }, stopping);
      if (serverPack === null) throw new Refusal(`There is no server pack ${databaseId}.`);
      reply.show(serverPackMessage(serverPack, linkTo));
    } else if (databaseId === null && modPack !== null && runConfiguration !== null) {
      const { serverPack } = await gateway.ask(serverPackOfRun, { modPack, runConfiguration }, stopping);
      if (serverPack === null)
        throw new Refusal(
          `Modpack ${modPack} has no server pack for run configuration ${runConfiguration}, or not yet.`,
        );
      reply.show(serverPackMessage(serverPack, linkTo));
    } else {
      throw new Refusal('Name a `server-pack`, or a `modpack` together with a `run-configuration`.');
    }
  },
  complete({ gateway, stopping }, { options }) {
    const { name, value } = options.getFocused(true);
    if (name === 'server-pack') return serverPackChoices(gateway, value, stopping);
    if (name === 'modpack') return modPackChoices(gateway, value, stopping);
    return runConfigurationChoices(gateway, value, options.getInteger('modpack'), stopping);
  },
};
