import type { RunConfigurationInput as RequestedRun } from '../core/run-configurations.ts';
import { countRunConfigurations, listRunConfigurations } from '../core/run-configurations.ts';
import { AppError } from '../errors.ts';
import { modloaderNames } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection } from './connection.ts';
import { idInFilter, parseDatabaseId } from './global-id.ts';
import { ModPack, RunConfiguration, RunConfigurationConnection, ServerPack } from './objects.ts';
import { DateOrder, isDescending } from './order.ts';

export const ModloaderEnum = builder.enumType('Modloader', {
  description: 'The programs that load mods into the game.',
  values: Object.fromEntries(
    modloaderNames.map((name) => [name.toUpperCase(), { value: name, description: `${name}.` }]),
  ),
});

export const RunConfigurationInput = builder.inputRef<RequestedRun>('RunConfigurationInput').implement({
  description: 'What a server pack is to be built for.',
  fields: (t) => ({
    gameVersion: t.string({ required: true, description: 'Dotted numbers, such as 1.20.1 or 26.1.' }),
    modloader: t.field({ type: ModloaderEnum, required: true, description: 'The modloader.' }),
    modloaderVersion: t.string({
      required: true,
      description: 'The version of the modloader, such as 47.2.0.',
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
  }),
});

builder.node(RunConfiguration, {
  description: 'What a server pack is built for. Every upload and every generate request makes one.',
  id: { resolve: (run) => run.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  loadOne: (id, { loaders }) => loaders.runConfiguration.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    gameVersion: t.exposeString('gameVersion', { description: 'Version of the game, dotted numbers.' }),
    modloader: t.field({
      type: ModloaderEnum,
      description: 'The modloader.',
      resolve: (run) => run.modloader,
    }),
    modloaderVersion: t.exposeString('modloaderVersion', { description: 'Version of the modloader.' }),
    startArgs: t.exposeStringList('startArgs', { description: 'JVM arguments, one an element.' }),
    clientMods: t.exposeStringList('clientMods', { description: 'File name prefixes of mods to drop.' }),
    whitelistedMods: t.exposeStringList('whitelistedMods', {
      description: 'File name prefixes of mods to keep.',
    }),
    dateCreated: t.field({
      type: 'DateTime',
      description: 'When it was asked for.',
      resolve: (run) => run.dateCreated,
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

builder.queryFields((t) => ({
  runConfiguration: t.field({
    type: RunConfiguration,
    nullable: true,
    description: 'The run configuration with this number, or null.',
    args: { databaseId: t.arg.int({ required: true, description: 'The number that REST uses.' }) },
    resolve: (_root, { databaseId }, { loaders }) => loaders.runConfiguration.load(databaseId),
  }),
  runConfigurations: t.connection(
    {
      type: RunConfiguration,
      description: 'All run configurations, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: RunConfigurationFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, { database, maxPageSize }) {
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
        const page = await listRunConfigurations(database, filter, { request, descending });
        return toConnection(page, () => countRunConfigurations(database, filter));
      },
    },
    RunConfigurationConnection,
  ),
}));
