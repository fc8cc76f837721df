import { ApplicationCommandOptionType } from 'discord.js';
import { GatewayAway } from '../../client/gateway/gateway-errors.ts';
import { described } from '../command-names.ts';
import { followRun } from '../follow-run.ts';
import { underWayMessage } from '../format/under-way.ts';
import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import { startedRun } from '../start-run.ts';
import type { Command } from './command.ts';
import { overrideOptions, readRunConfiguration, versionOptions } from './run-configuration.ts';
import { completeVersions } from './version-choices.ts';
import { everywhere } from './where.ts';

const importModPack = graphql(`
  mutation ImportModPack($input: ImportModPackInput!) {
    importModPack(input: $input) {
      ...RunStart
    }
  }
`);

/** In milliseconds: how long the gateway may take to fetch a modpack. Node waits no longer for an answer. */
const patience = 290_000;

/** `/import`: has the gateway fetch a modpack from where it is published, and shows how it becomes a server pack. */
export const importCommand: Command = {
  definition: {
    ...described('import'),
    ...everywhere,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        ...described('link'),
        required: true,
        max_length: 2_000,
      },
      ...versionOptions,
      ...overrideOptions,
    ],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: true,
  async run(services, interaction, reply) {
    const { gateway, stopping } = services;
    const { words } = reply;
    const url = interaction.options.getString('link', true).trim();
    const runConfiguration = await readRunConfiguration(interaction, stopping);
    const input = { pack: { url }, runConfiguration };
    reply.show(underWayMessage(nameIn(url), words.underWay.fetching, { words }));
    const started = Date.now();
    const { importModPack: result } = await gateway
      .ask(importModPack, { input }, stopping, patience)
      .catch((error: unknown) => {
        throw error instanceof GatewayAway && Date.now() - started >= patience
          ? new Refusal(({ refused }) => refused.tooSlow)
          : error;
      });
    const { guildId, user } = interaction;
    const asked = { runConfiguration, guildId, sender: user.id };
    await followRun(services, startedRun(services, result, asked), reply);
  },
  complete: completeVersions,
};

/** The link without its query and hash, which may be secret. */
function nameIn(link: string): string {
  const url = URL.parse(link);
  return url ? url.host + url.pathname : 'A modpack';
}
