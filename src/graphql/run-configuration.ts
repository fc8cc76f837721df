import type { ServerPackFormat } from '../archive/run-configuration.ts';
import type { NameEncoding } from '../archive/zip/name-encoding.ts';
import { findRunFiles } from '../core/runs/run-files.ts';
import type { RunConfigurationInput as RequestedRun } from '../core/runs/run-request.ts';
import { AppError } from '../errors.ts';
import { modloaderNames } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';
import { ownRules } from './execution/value-sizes.ts';
import { loaderOf } from './loaders.ts';
import { RunConfiguration } from './objects.ts';

const encodingWords: Record<NameEncoding, { description: string }> = {
  GBK: { description: 'Simplified Chinese, code page 936.' },
  SHIFT_JIS: { description: 'Japanese, code page 932.' },
  BIG5: { description: 'Traditional Chinese, code page 950.' },
  EUC_KR: { description: 'Korean, code page 949.' },
  IBM866: { description: 'Cyrillic, from DOS.' },
  WINDOWS_1251: { description: 'Cyrillic, from Windows.' },
  CP437: { description: 'The default of the zip format, from DOS.' },
  WINDOWS_1252: { description: 'Western European, from Windows.' },
};

export const ModloaderEnum = builder.enumType('Modloader', {
  description: 'The programs that load mods into the game.',
  values: Object.fromEntries(
    modloaderNames.map((name) => [name.toUpperCase(), { value: name, description: `${name}.` }]),
  ),
});

export const NameEncodingEnum = builder.enumType('NameEncoding', {
  description: 'The encodings of names in an archive that are not UTF-8.',
  values: encodingWords,
});

const formatWords: Record<ServerPackFormat, { description: string }> = {
  ZIP: { description: 'A zip of all files, started by its scripts.' },
  MRPACK: {
    description: 'An .mrpack for servers and clients, which programs for Modrinth packs install.',
  },
};

export const ServerPackFormatEnum = builder.enumType('ServerPackFormat', {
  description: 'The file format of a server pack.',
  values: formatWords,
});

export const RunConfigurationInput = builder.inputRef<RequestedRun>('RunConfigurationInput').implement({
  description:
    "The values that a server pack is built with. INVALID_INPUT where neither they nor the pack's " +
    'manifest have a version.',
  extensions: ownRules,
  fields: (t) => ({
    gameVersion: t.string({
      description:
        'Dotted numbers, such as 1.20.1 or 26.1; for Fabric and Quilt also 1.21.5-pre1 or a snapshot such as 24w14a, and ' +
        "for them and NeoForge 26.1-snapshot-1. Default: the version in the pack's manifest.",
    }),
    modloader: t.field({
      type: ModloaderEnum,
      description: "The modloader. Default: the one in the pack's manifest.",
    }),
    modloaderVersion: t.string({
      description:
        "The version of the modloader, such as 47.2.0. Default: the version in the pack's manifest, if it " +
        'is for this modloader.',
    }),
    startArgs: t.stringList({
      required: true,
      defaultValue: [],
      description: 'JVM arguments, one per element.',
    }),
    clientMods: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Case-sensitive file name prefixes of mods to drop, whatever needs them. Empty ones are ignored.',
    }),
    whitelistedMods: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Case-sensitive file name prefixes of mods to keep, whatever other rules say. Empty ones are ignored.',
    }),
    dropLists: t.stringList({
      description:
        'Drop lists by name, or name@version for one version, whose prefixes hold beside clientMods and ' +
        'whitelistedMods. Default: the default list of the service, if there is one; empty: none.',
    }),
    addedMods: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Mods of Modrinth to add to those of the pack, with what they need: each a slug or id, as in chunky, ' +
        'with a version after an @ where it is to be no other, or the address of its page; and jars that ' +
        '`addModFile` has taken, by its `entry`. At most 30.',
    }),
    automaticSides: t.boolean({
      required: true,
      defaultValue: true,
      description:
        'Whether Modrinth, CurseForge and public reports decide about mods, too; with false only the two ' +
        'lists, the pack and its jars do.',
    }),
    includeFiles: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Patterns of files to include although the rules exclude them, by their path beside mods/: * stands ' +
        'for any characters but a slash, ** for any folders, ? for one character; a folder includes its ' +
        'content. Case does not matter. Worlds, maps, accounts and backups need a pattern without wildcards.',
    }),
    excludeFiles: t.stringList({
      required: true,
      defaultValue: [],
      description: 'Patterns of files to exclude, including mods. Exclusions win over inclusions.',
    }),
    includeWorld: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether worlds are included: folders with a level.dat, but not saves/, of which includeFiles can ' +
        'name one.',
    }),
    serverIcon: t.string({
      description:
        'A PNG of 64 by 64 pixels in base64, or as a data address. Default: the icon of the pack, scaled, ' +
        "or the service's own.",
    }),
    serverProperties: t.string({
      description:
        'The text of server.properties, which everybody who may download the server pack can read. Default: ' +
        "the file in the pack, or the service's own.",
    }),
    nameEncoding: t.field({
      type: NameEncodingEnum,
      description:
        'The encoding of names in the archive that are not UTF-8. Default: the most likely one, which a ' +
        'warning names.',
    }),
    format: t.field({
      type: ServerPackFormatEnum,
      required: true,
      defaultValue: 'ZIP',
      description: 'The file format of the server pack. Decisions and previews are the same for all formats.',
    }),
  }),
});

/** The text of a file may have some tens of kilobytes. */
const weightOfFile = 250;

/** Most files of run configurations that one statement reads; each may have some tens of kilobytes. */
const runFilesOfStatement = 10;
/** The content of a file, by its SHA-256. */
const runFileLoader = loaderOf(
  async ({ db }, hashes: readonly string[]) => {
    const found = await findRunFiles(db, hashes);
    return hashes.map((hash) => found.get(hash) ?? null);
  },
  { maxBatchSize: runFilesOfStatement },
);

const RunFile = builder.objectRef<{ sha256: string }>('RunFile').implement({
  description: 'A file that was given with a run configuration.',
  fields: (t) => ({
    sha256: t.exposeString('sha256', {
      description: "The SHA-256 of the file's bytes, in lower-case hexadecimal.",
    }),
    content: t.string({
      description: 'The content: a text, or bytes in base64.',
      async resolve({ sha256 }, _args, context) {
        const content = await runFileLoader(context).load(sha256);
        if (content === null)
          throw new AppError('NOT_FOUND', 'This run configuration has been deleted meanwhile.');
        return content;
      },
    }),
  }),
});

RunConfiguration.implement({
  description: 'The values that a run builds its server pack with.',
  fields: (t) => ({
    gameVersion: t.exposeString('gameVersion', {
      description: 'Version of the game: dotted numbers, or a snapshot.',
    }),
    modloader: t.expose('modloader', {
      type: ModloaderEnum,
      description: 'The modloader.',
    }),
    modloaderVersion: t.exposeString('modloaderVersion', { description: 'Version of the modloader.' }),
    startArgs: t.exposeStringList('startArgs', { description: 'JVM arguments, one per element.' }),
    clientMods: t.exposeStringList('clientMods', { description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.exposeStringList('whitelistedMods', {
      description: 'File name prefixes of mods to keep.',
    }),
    dropLists: t.exposeStringList('dropLists', {
      description: 'The drop lists in effect with their versions, such as client-only@3.',
    }),
    addedMods: t.exposeStringList('addedMods', {
      description:
        'Mods to add to those of the pack: a slug or id on Modrinth, perhaps with @ and a version, or ' +
        '`sha256:<hash>/<name>` of an uploaded jar.',
    }),
    automaticSides: t.exposeBoolean('automaticSides', {
      description: 'Whether knowledge from outside the pack decides about mods, too.',
    }),
    includeFiles: t.exposeStringList('includeFiles', { description: 'Patterns of files to include.' }),
    excludeFiles: t.exposeStringList('excludeFiles', { description: 'Patterns of files to exclude.' }),
    includeWorld: t.exposeBoolean('includeWorld', { description: 'Whether worlds are included.' }),
    serverIcon: t.field({
      type: RunFile,
      nullable: true,
      description: 'A PNG in base64. Null where none was given.',
      extensions: { weight: weightOfFile },
      resolve: ({ serverIconHash: sha256 }) => (sha256 === null ? null : { sha256 }),
    }),
    serverProperties: t.field({
      type: RunFile,
      nullable: true,
      description: 'The text of server.properties, in ASCII with escapes. Null where none was given.',
      extensions: { weight: weightOfFile },
      resolve: ({ serverPropertiesHash: sha256 }) => (sha256 === null ? null : { sha256 }),
    }),
    nameEncoding: t.expose('nameEncoding', {
      type: NameEncodingEnum,
      nullable: true,
      description: 'The encoding of names that are not UTF-8. Null where none was given.',
    }),
    format: t.expose('format', {
      type: ServerPackFormatEnum,
      description: 'The file format of the server pack.',
    }),
    givenVersion: t.exposeString('givenVersion', {
      nullable: true,
      description: 'The given version of the modloader. Null where it did not include the game version.',
    }),
  }),
});
