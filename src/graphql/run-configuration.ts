import type { ServerPackFormat } from '../archive/run-configuration.ts';
import type { NameEncoding } from '../archive/zip/name-encoding.ts';
import type { RunConfigurationRow } from '../core/runs/run-configurations.ts';
import { countRunConfigurations, listRunConfigurations } from '../core/runs/run-configurations.ts';
import type { RunConfigurationInput as RequestedRun } from '../core/runs/run-request.ts';
import { AppError } from '../errors.ts';
import { modloaderNames } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';
import { idInFilter, knownBy, numberOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, isDescending } from './lists/order.ts';
import {
  hasColumns,
  ModPack,
  Run,
  RunConfiguration,
  RunConfigurationConnection,
  ServerPack,
} from './objects.ts';
import { QueuePlace } from './queue-place.ts';
import { Waiting } from './waiting.ts';

const encodingWords: Record<NameEncoding, { description: string }> = {
  GBK: { description: 'Simplified Chinese, code page 936.' },
  SHIFT_JIS: { description: 'Japanese, code page 932.' },
  BIG5: { description: 'Traditional Chinese, code page 950.' },
  EUC_KR: { description: 'Korean, code page 949.' },
  IBM866: { description: 'Cyrillic, of DOS.' },
  WINDOWS_1251: { description: 'Cyrillic, of Windows.' },
  CP437: { description: 'That of the zip format itself, of DOS.' },
  WINDOWS_1252: { description: 'Western European, of Windows.' },
};

export const ModloaderEnum = builder.enumType('Modloader', {
  description: 'The programs that load mods into the game.',
  values: Object.fromEntries(
    modloaderNames.map((name) => [name.toUpperCase(), { value: name, description: `${name}.` }]),
  ),
});

export const NameEncodingEnum = builder.enumType('NameEncoding', {
  description: 'The encodings in which names in an archive may be that are not UTF-8.',
  values: encodingWords,
});

const formatWords: Record<ServerPackFormat, { description: string }> = {
  ZIP: { description: 'A zip of all files, which starts by its scripts.' },
  MRPACK: {
    description:
      'An .mrpack for servers and clients, from which programs for Modrinth packs install: it tells which mods a server takes, and names files that Modrinth or another host of the format has.',
  },
};

export const ServerPackFormatEnum = builder.enumType('ServerPackFormat', {
  description: 'What a server pack is as a file.',
  values: formatWords,
});

export const RunConfigurationInput = builder.inputRef<RequestedRun>('RunConfigurationInput').implement({
  description:
    'What a server pack is to be built for. Versions that are left out are those of the launcher manifest in the pack; INVALID_INPUT names those that it does not say.',
  fields: (t) => ({
    gameVersion: t.string({
      description: 'Dotted numbers, such as 1.20.1 or 26.1. Left out: as the pack itself says.',
    }),
    modloader: t.field({
      type: ModloaderEnum,
      description: 'The modloader. Left out: as the pack itself says.',
    }),
    modloaderVersion: t.string({
      description:
        'The version of the modloader, such as 47.2.0. Left out: as the pack itself says, if it is for this modloader.',
    }),
    startArgs: t.stringList({
      required: true,
      defaultValue: [],
      description: 'JVM arguments, one an element.',
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
        'Case-sensitive file name prefixes of mods to keep whatever else is said. Empty ones are ignored.',
    }),
    automaticSides: t.boolean({
      required: true,
      defaultValue: true,
      description:
        'Whether mods that Modrinth, CurseForge or public reports know as client-only although their jar does not say so are dropped, too, and those kept that a server uses although their descriptor looks client-only. With false only the two lists, the pack and its jars decide.',
    }),
    includeFiles: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Patterns of files to include although they would stay out, by their path below the folder that holds mods/: * stands for anything but a slash, ** for any folders, ? for one character; a folder stands for all that is in it. Without regard to case. Worlds, maps, accounts and backups only come in by a pattern without wildcards. Mods are for whitelistedMods.',
    }),
    excludeFiles: t.stringList({
      required: true,
      defaultValue: [],
      description: 'Patterns of files to leave out, mods among them. Exclusions win over inclusions.',
    }),
    includeWorld: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether worlds go in: world/ and other folders with a level.dat, but not saves/, which includeFiles can name.',
    }),
    serverIcon: t.string({
      description:
        'A PNG of 64 by 64 pixels in base64, or as a data address. Left out: that of the pack, scaled, or a default.',
    }),
    serverProperties: t.string({
      description:
        'The text of server.properties, which everybody who may download the server pack can read. Left out: that of the pack, or a default.',
    }),
    nameEncoding: t.field({
      type: NameEncodingEnum,
      description:
        'In which encoding names in the archive are that are not UTF-8. Left out: the likeliest, which a warning tells.',
    }),
    format: t.field({
      type: ServerPackFormatEnum,
      required: true,
      defaultValue: 'ZIP',
      description: 'What the server pack is to be as a file. Decisions and previews are the same for all.',
    }),
  }),
});

/** A file may have some tens of kilobytes. */
const weightOfFile = 250;

const RunFile = builder.objectRef<{ sha256: string }>('RunFile').implement({
  description: 'A file that came with a run configuration.',
  fields: (t) => ({
    sha256: t.exposeString('sha256', { description: 'SHA-256 of its bytes, lower-case hexadecimal.' }),
    content: t.string({
      description: 'What it holds: a text, or bytes in base64.',
      async resolve({ sha256 }, _args, { loaders }) {
        const content = await loaders.runFile.load(sha256);
        if (content === null)
          throw new AppError('NOT_FOUND', 'This run configuration has been deleted meanwhile.');
        return content;
      },
    }),
  }),
});

builder.node(RunConfiguration, {
  description: 'What a server pack is built for. Every upload and every generate request makes one.',
  id: { resolve: (run) => run.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<RunConfigurationRow>('clientMods'),
  loadOne: (id, { loaders }) => loaders.runConfiguration.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    gameVersion: t.exposeString('gameVersion', { description: 'Version of the game, dotted numbers.' }),
    modloader: t.expose('modloader', {
      type: ModloaderEnum,
      description: 'The modloader.',
    }),
    modloaderVersion: t.exposeString('modloaderVersion', { description: 'Version of the modloader.' }),
    startArgs: t.exposeStringList('startArgs', { description: 'JVM arguments, one an element.' }),
    clientMods: t.exposeStringList('clientMods', { description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.exposeStringList('whitelistedMods', {
      description: 'File name prefixes of mods to keep.',
    }),
    automaticSides: t.exposeBoolean('automaticSides', {
      description: 'Whether what is known of mods from elsewhere than the pack decides, too.',
    }),
    includeFiles: t.exposeStringList('includeFiles', { description: 'Patterns of files to include.' }),
    excludeFiles: t.exposeStringList('excludeFiles', { description: 'Patterns of files to leave out.' }),
    includeWorld: t.exposeBoolean('includeWorld', { description: 'Whether worlds go in.' }),
    serverIcon: t.field({
      type: RunFile,
      nullable: true,
      description: 'The server icon that came with it, a PNG in base64.',
      extensions: { weight: weightOfFile },
      resolve: ({ serverIconHash: sha256 }) => (sha256 === null ? null : { sha256 }),
    }),
    serverProperties: t.field({
      type: RunFile,
      nullable: true,
      description:
        'The server.properties that came with it; characters beyond ASCII are escaped, as older versions of the game want them.',
      extensions: { weight: weightOfFile },
      resolve: ({ serverPropertiesHash: sha256 }) => (sha256 === null ? null : { sha256 }),
    }),
    nameEncoding: t.expose('nameEncoding', {
      type: NameEncodingEnum,
      nullable: true,
      description: 'In which names in the archive were wanted to be read that are not UTF-8.',
    }),
    format: t.expose('format', {
      type: ServerPackFormatEnum,
      description: 'What its server pack is as a file.',
    }),
    givenVersion: t.exposeString('givenVersion', {
      nullable: true,
      description:
        'The version of the modloader as it was asked for, where it held that of the game, too; else null.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was asked for.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it was asked for.',
      deprecationReason: 'Use `createdAt`.',
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack that it was made for.',
      async resolve({ modPackId }, _args, { loaders }) {
        const modPack = await loaders.modPack.load(modPackId);
        if (!modPack) throw new AppError('NOT_FOUND', 'This run configuration has been deleted meanwhile.');
        return modPack;
      },
    }),
    run: t.field({
      type: Run,
      description: 'The run that builds it.',
      resolve: (configuration) => ({ configuration }),
    }),
    waiting: t.field({
      type: Waiting,
      nullable: true,
      description: 'What its run waits for although it has had its turn; null when it does not.',
      resolve: (run, _args, { loaders }) => loaders.waitingRun.load(run.id),
    }),
    queuePlace: t.field({
      type: QueuePlace,
      nullable: true,
      description: 'The place in line of its run; null once a worker has begun with it.',
      resolve: (run, _args, { loaders }) => loaders.queuePlace.load(run.id),
    }),
    serverPack: t.field({
      type: ServerPack,
      nullable: true,
      description: 'What was built for it; null until then, or if that failed.',
      resolve: (run, _args, { loaders }) => loaders.serverPackOfRun.load(run.id),
    }),
  }),
});

const RunConfigurationFilter = builder.inputType('RunConfigurationFilter', {
  description: 'Which run configurations are meant; an absent field means all.',
  fields: (t) => ({
    modPack: t.globalID({ description: 'Only those of this modpack.' }),
    modPackDatabaseId: t.int({ description: 'The same by the number that REST uses.' }),
    modloader: t.field({ type: ModloaderEnum, description: 'Only those with this modloader.' }),
    gameVersion: t.string({ description: 'Only those with exactly this game version.' }),
  }),
});

const RunConfigurationBy = builder.inputType('RunConfigurationBy', {
  description: 'By what a run configuration is known.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'Its id.' }),
    databaseId: t.int({ description: 'The number that REST uses.' }),
  }),
});

builder.queryFields((t) => ({
  runConfiguration: t.field({
    type: RunConfiguration,
    nullable: true,
    description: 'The run configuration, or null when there is none.',
    args: {
      by: t.arg({ type: RunConfigurationBy, description: 'By what it is known.' }),
      databaseId: t.arg.int({ description: 'In place of `by`: the number that REST uses.' }),
    },
    resolve: (_root, args, { loaders }) =>
      loaders.runConfiguration.load(numberOf('RunConfiguration', knownBy(args))),
  }),
  runConfigurations: t.connection(
    {
      type: RunConfiguration,
      description: 'All run configurations, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: RunConfigurationFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, { database, config, maxPageSize }) {
        const filter = {
          modPackId: idInFilter('modPack', 'ModPack', {
            id: given?.modPack,
            databaseId: given?.modPackDatabaseId,
          }),
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
        };
        const request = pageRequest(args, maxPageSize);
        const descending = isDescending(orderBy, true);
        const count = () => countRunConfigurations(database, filter, config.totalLimits);
        return toConnection(await listRunConfigurations(database, filter, { request, descending }), count);
      },
    },
    RunConfigurationConnection,
  ),
}));
