import { ApplicationCommandOptionType } from 'discord.js';
import { followRun } from '../follow-run.ts';
import { GatewayRefusal } from '../gateway-errors.ts';
import { graphql } from '../gql/gql.ts';
import { Refusal } from '../refusal.ts';
import { modPackChoices, numberRange } from './choices.ts';
import type { Command } from './command.ts';
import { listOptions, readRunConfiguration, versionOptions } from './run-configuration.ts';

const modPackId = graphql(`
  query ModPackId($databaseId: Int!) {
    modPack(databaseId: $databaseId) {
      id
    }
  }
`);

const generateServerPack = graphql(`
  mutation GenerateServerPack($input: GenerateServerPackInput!) {
    generateServerPack(input: $input) {
      ...RunStart
    }
  }
`);

/** `/generate`: builds a further server pack from a modpack that is there, and shows how it comes about. */
export const generate: Command = {
  definition: {
    name: 'generate',
    description: 'Build another server pack from a modpack that was uploaded before',
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'modpack',
        ...numberRange,
        description: 'The modpack, by its name or number',
        required: true,
        autocomplete: true,
      },
      ...versionOptions,
      ...listOptions,
    ],
  },
  visibility: 'public',
  async run(services, interaction, reply) {
    const { gateway, stopping } = services;
    const databaseId = interaction.options.getInteger('modpack', true);
    const { modPack } = await gateway.ask(modPackId, { databaseId }, stopping);
    if (modPack === null) throw new Refusal(`There is no modpack ${databaseId}.`);
    const input = { modPack: modPack.id, runConfiguration: readRunConfiguration(interaction) };
    const { generateServerPack: result } = await gateway.ask(generateServerPack, { input }, stopping);
    if (result.__typename !== 'RunStarted') throw new GatewayRefusal(result.code, result.message);
    await followRun(services, result, reply);
  },
  complete: ({ gateway, stopping }, interaction) =>
    modPackChoices(gateway, interaction.options.getFocused(), stopping),
};
