import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type Attachment,
  type ChatInputCommandInteraction,
} from 'discord.js';
import type { Modloader, RunConfigurationInput } from '../../client/gql/schema.ts';
import { described } from '../command-names.ts';
import { isModloader, modloaderNames } from '../modloaders.ts';
import { readAttachment } from '../open-attachment.ts';

/** The versions of a run configuration; the pack may say them itself. */
export const versionOptions: APIApplicationCommandBasicOption[] = [
  { type: ApplicationCommandOptionType.String, ...described('gameVersion'), autocomplete: true },
  {
    type: ApplicationCommandOptionType.String,
    ...described('modloader'),
    choices: Object.entries(modloaderNames).map(([value, name]) => ({ name, value })),
  },
  { type: ApplicationCommandOptionType.String, ...described('modloaderVersion'), autocomplete: true },
];

/** Options for mods and files, which several commands share. */
export const overrideOptions: APIApplicationCommandBasicOption[] = [
  { type: ApplicationCommandOptionType.String, ...described('startArgs') },
  { type: ApplicationCommandOptionType.String, ...described('clientMods') },
  { type: ApplicationCommandOptionType.String, ...described('whitelistMods') },
  { type: ApplicationCommandOptionType.String, ...described('includeFiles') },
  { type: ApplicationCommandOptionType.String, ...described('excludeFiles') },
  { type: ApplicationCommandOptionType.Boolean, ...described('includeWorld') },
  { type: ApplicationCommandOptionType.Boolean, ...described('automaticSides') },
  { type: ApplicationCommandOptionType.Attachment, ...described('serverIcon') },
  { type: ApplicationCommandOptionType.Attachment, ...described('serverProperties') },
];

/**
 * The run configuration that a caller filled in; attached files of it are fetched. Throws a `Refusal` when one cannot
 * be had.
 */
export async function readRunConfiguration(
  { options }: Pick<ChatInputCommandInteraction, 'options'>,
  signal: AbortSignal,
): Promise<RunConfigurationInput> {
  const attached = async (name: string, decode: (bytes: Buffer) => string) => {
    const file: Attachment | null = options.getAttachment(name);
    return file === null ? null : decode(await readAttachment(file, signal));
  };
  return {
    gameVersion: options.getString('game-version')?.trim() ?? null,
    modloader: modloaderOf(options.getString('modloader')),
    modloaderVersion: options.getString('modloader-version')?.trim() ?? null,
    startArgs: words(options.getString('start-args') ?? ''),
    clientMods: entries(options.getString('client-mods') ?? ''),
    whitelistedMods: entries(options.getString('whitelist-mods') ?? ''),
    includeFiles: patterns(options.getString('include-files') ?? ''),
    excludeFiles: patterns(options.getString('exclude-files') ?? ''),
    includeWorld: options.getBoolean('include-world') ?? false,
    automaticSides: options.getBoolean('automatic-sides') ?? true,
    serverIcon: await attached('server-icon', (bytes) => bytes.toString('base64')),
    serverProperties: await attached('server-properties', textOf),
  };
}

function modloaderOf(word: string | null): Modloader | null {
  if (word === null || isModloader(word)) return word;
  throw new Error(`Discord sent "${word}" for a modloader, which is none of the choices.`);
}

/** Splits at white space. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Splits at commas and drops white space in front; empty entries do not count. */
export function entries(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trimStart())
    .filter((entry) => entry !== '');
}

/** Splits at commas and drops white space on both sides; empty entries do not count. */
function patterns(text: string): string[] {
  return text
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}

/** A server.properties as text; older versions of the game write it in Latin-1. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
