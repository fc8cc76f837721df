import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { runDefaults, type ServerPackFormat, serverPackFormats } from '../src/archive/run-configuration.ts';
import { type NameEncoding, nameEncodings } from '../src/archive/zip/name-encoding.ts';
import { modloaderNames } from '../src/modloaders/modloader.ts';

/** Options about the server pack. */
export interface RunOptions {
  gameVersion?: string;
  modloader?: string;
  modloaderVersion?: string;
  startArgs?: string;
  clientMods?: string;
  whitelistMods?: string;
  addMod?: string[];
  list?: string[];
  includeFiles?: string;
  excludeFiles?: string;
  includeWorld?: true;
  /** False with `--no-automatic-sides`. */
  automaticSides: boolean;
  serverIcon?: string;
  serverProperties?: string;
  nameEncoding?: NameEncoding;
  format?: string;
}

/** The options of a run as input of the service. */
export interface RunInput {
  gameVersion: string | null;
  modloader: string | null;
  modloaderVersion: string | null;
  startArgs: string[];
  clientMods: string[];
  whitelistedMods: string[];
  addedMods: string[];
  /** Null for the default list of the service. */
  dropLists: string[] | null;
  includeFiles: string[];
  excludeFiles: string[];
  includeWorld: boolean;
  automaticSides: boolean;
  /** In base64. */
  serverIcon: string | null;
  serverProperties: string | null;
  nameEncoding: NameEncoding | null;
  format: ServerPackFormat;
}

/** Gives a command the options of a run configuration. */
export function addRunOptions(command: Command): Command {
  const modloader = new Option('--modloader <name>', 'modloader, in any case of letters')
    .choices(modloaderNames)
    // In any case, which is for the service to judge.
    .argParser((name) => name);
  // The default collection of several values would take the files that follow, too.
  const together = (value: string, before: string[] = []) => [...before, value];
  const addMod = new Option(
    '--add-mod <slug>',
    'a mod of Modrinth to add, or slug@version, or a FILE.jar (repeatable)',
  ).argParser(together);
  const list = new Option(
    '--list <name>',
    'a drop list of the service, or name@version (repeatable)',
  ).argParser(together);
  return command
    .optionsGroup('What the server pack is to be (versions left out are those that the pack says itself):')
    .option('--game-version <version>', 'version of the game, such as 1.20.1')
    .addOption(modloader)
    .option('--modloader-version <version>', 'version of the modloader')
    .option('--start-args <arguments>', 'JVM arguments, separated by spaces')
    .option('--client-mods <prefixes>', 'mods to drop: beginnings of file names, separated by commas')
    .option('--whitelist-mods <prefixes>', 'mods to keep whatever speaks against them')
    .addOption(addMod)
    .addOption(list)
    .option('--include-files <patterns>', 'files to include, such as "config/**", separated by commas')
    .option('--exclude-files <patterns>', 'files to leave out')
    .option('--include-world', 'include the world of a server')
    .option('--no-automatic-sides', 'do not use what is known of mods from elsewhere than the pack')
    .option('--server-icon <file>', 'a PNG of 64 by 64 pixels')
    .option('--server-properties <file>', 'a server.properties')
    .addOption(
      new Option(
        '--name-encoding <encoding>',
        'in which names in the archive are that are not UTF-8 (the likeliest)',
      ).choices(nameEncodings),
    )
    .optionsGroup('Options:');
}

/** Gives a command that builds a server pack the option of its format. */
export function addFormatOption(command: Command): Command {
  const format = new Option(
    '--format <format>',
    'a zip with start scripts, or an .mrpack that programs install',
  );
  return command.addOption(format.choices(formats).default('zip'));
}

const formats = serverPackFormats.map((format) => format.toLowerCase());

/** The format of the server pack that is asked for. */
export function formatOf({ format }: Pick<RunOptions, 'format'>): ServerPackFormat {
  return serverPackFormats.find((one) => one.toLowerCase() === format) ?? runDefaults.format;
}

/** Whether `--add-mod` names a jar of this machine, and neither a mod of Modrinth nor a jar of the service. */
export function isJarPath(named: string): boolean {
  return /\.jar$/i.test(named) && !named.startsWith('sha256:');
}

/** Reads the files that the options name, too. */
export async function readRunOptions(options: RunOptions): Promise<RunInput> {
  const { serverIcon, serverProperties } = options;
  return {
    gameVersion: options.gameVersion ?? null,
    modloader: options.modloader ?? null,
    modloaderVersion: options.modloaderVersion ?? null,
    startArgs: (options.startArgs ?? '').split(/\s+/).filter((word) => word !== ''),
    clientMods: entries(options.clientMods),
    whitelistedMods: entries(options.whitelistMods),
    addedMods: options.addMod ?? [],
    dropLists: options.list ?? null,
    includeFiles: entries(options.includeFiles),
    excludeFiles: entries(options.excludeFiles),
    includeWorld: options.includeWorld ?? false,
    automaticSides: options.automaticSides,
    serverIcon: serverIcon === undefined ? null : (await readFile(serverIcon)).toString('base64'),
    serverProperties: serverProperties === undefined ? null : textOf(await readFile(serverProperties)),
    nameEncoding: options.nameEncoding ?? null,
    format: formatOf(options),
  };
}

/** Splits at commas and drops white space in front; empty entries do not count. */
function entries(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trimStart())
    .filter((entry) => entry !== '');
}

/** Older versions of the game write it in Latin-1. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
