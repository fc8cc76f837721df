import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type ChatInputCommandInteraction,
} from 'discord.js';
import type { Modloader, RunConfigurationInput } from '../gql/graphql.ts';
import { isModloader, modloaderNames } from '../modloaders.ts';

/** The options of a run configuration that have to be filled. */
export const versionOptions: APIApplicationCommandBasicOption[] = [
  {
    type: ApplicationCommandOptionType.String,
    name: 'game-version',
    description: 'Version of the game, such as 1.20.1',
    required: true,
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'modloader',
    description: 'Modloader that the server is to run',
    required: true,
    choices: Object.entries(modloaderNames).map(([value, name]) => ({ name, value })),
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'modloader-version',
    description: 'Version of the modloader, such as 47.2.0',
    required: true,
  },
];

/** The options of a run configuration that may stay empty. */
export const listOptions: APIApplicationCommandBasicOption[] = [
  {
    type: ApplicationCommandOptionType.String,
    name: 'start-args',
    description: 'Arguments for Java, separated by spaces, such as -Xmx4G',
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'client-mods',
    description: 'File name beginnings of mods to drop, separated by commas',
  },
  {
    type: ApplicationCommandOptionType.String,
    name: 'whitelist-mods',
    description: 'File name beginnings of mods to keep whatever happens, separated by commas',
  },
];

/** The run configuration that a caller filled in. */
export function readRunConfiguration({
  options,
}: Pick<ChatInputCommandInteraction, 'options'>): RunConfigurationInput {
  return {
    gameVersion: options.getString('game-version', true).trim(),
    modloader: modloaderOf(options.getString('modloader', true)),
    modloaderVersion: options.getString('modloader-version', true).trim(),
    startArgs: words(options.getString('start-args') ?? ''),
    clientMods: entries(options.getString('client-mods') ?? ''),
    whitelistedMods: entries(options.getString('whitelist-mods') ?? ''),
  };
}

function modloaderOf(word: string): Modloader {
  if (isModloader(word)) return word;
  throw new Error(`Discord sent "${word}" for a modloader, which is none of the choices.`);
}

/** What stands between runs of white space. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** What stands between commas, without white space in front; empty entries do not count. */
export function entries(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trimStart())
    .filter((entry) => entry !== '');
}
