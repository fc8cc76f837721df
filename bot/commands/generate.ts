import { ApplicationCommandOptionType } from 'discord.js';
import type { ServerPackFormat } from '../../client/gql/schema.ts';
import { described } from '../command-names.ts';
import { generate as generateServerPack } from '../start-run.ts';
import { modPackChoices, numberRange } from './choices.ts';
import type { Command } from './command.ts';
import { overrideOptions, readRunConfiguration, versionOptions } from './run-configuration.ts';
import { isVersionOption, versionChoices } from './version-choices.ts';
import { everywhere } from './where.ts';

/** The options that `/generate` and `/preview` share. */
export const generateOptions = [
  {
    type: ApplicationCommandOptionType.Integer as const,
    ...described('modPack'),
    ...numberRange,
    required: true,
    autocomplete: true as const,
  },
  ...versionOptions,
  ...overrideOptions,
];

const formats: Readonly<Record<ServerPackFormat, string>> = { ZIP: 'zip', MRPACK: 'mrpack' };

const bootOption = { type: ApplicationCommandOptionType.Boolean as const, ...described('boot') };

/** A command for a gateway that tries no server packs. */
export function withoutBoot(definition: Command['definition']): Command['definition'] {
  return {
    ...definition,
    options: (definition.options ?? []).filter(({ name }) => name !== bootOption.name),
  };
}

/** Proposals for those of them that have any. */
export const completeGenerate: NonNullable<Command['complete']> = (services, interaction) => {
  const { guildId, options } = interaction;
  const { name, value } = options.getFocused(true);
  return isVersionOption(name)
    ? versionChoices(services, interaction, name)
    : modPackChoices(services, { guildId, text: value });
};

/** `/generate`: builds a further server pack from a modpack that is there, and shows how it comes about. */
export const generate: Command = {
  definition: {
    ...described('generate'),
    ...everywhere,
    options: [
      ...generateOptions,
      {
        type: ApplicationCommandOptionType.String,
        ...described('format'),
        choices: Object.entries(formats).map(([value, name]) => ({ name, value })),
      },
      bootOption,
    ],
  },
  visibility: 'public',
  governed: 'channel and role',
  starts: true,
  async run(services, interaction, reply) {
    const modPack = interaction.options.getInteger('modpack', true);
    const format = interaction.options.getString('format') === 'MRPACK' ? 'MRPACK' : 'ZIP';
    const runConfiguration = {
      ...(await readRunConfiguration(interaction, services.stopping)),
      format,
    } as const;
    const boot = interaction.options.getBoolean('boot') ?? false;
    await generateServerPack(services, { modPack, runConfiguration, boot }, reply);
  },
  complete: completeGenerate,
};
