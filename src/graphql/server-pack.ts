import { serverPacks } from '../../drizzle/schema.ts';
import { howToRun } from '../archive/how-to.ts';
import { countByKept, decidedFor, isCounted } from '../core/packs/decisions.ts';
import { hostedPack } from '../core/packs/hosted-pack.ts';
import { refuseByScan } from '../core/packs/scans.ts';
import {
  countServerPacks,
  findServerPackOfRun,
  haveFactsChanged,
  listServerPacks,
  type ServerPack as ServerPackRow,
  serverPackOrders,
} from '../core/packs/server-packs.ts';
import { AppError } from '../errors.ts';
import { hostFilesOf } from '../hosting/host-files.ts';
import { modloaderServers } from '../modloaders/servers/index.ts';
import { builder } from './builder.ts';
import { linksTo, serverPackUrl } from './download-url.ts';
import { databaseIdOf, idInFilter, knownBy, numberOf, parseDatabaseId } from './global-id.ts';
import { HostFileType } from './host-file.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateRangeInput, OrderDirection, toDateRange, toOrder } from './lists/order.ts';
import { ModDecisionFilter, toDecisionFilter } from './mod-decision.ts';
import {
  hasColumns,
  ModDecisionConnection,
  ModDecisionType,
  ModPack,
  Run,
  RunConfiguration,
  ServerPack,
  ServerPackConnection,
} from './objects.ts';
import { ProblemType } from './problem.ts';
import { ModloaderEnum, ServerPackFormatEnum } from './run-configuration.ts';

builder.node(ServerPack, {
  description: 'What a dedicated server needs of a modpack, built for one run configuration.',
  id: { resolve: (pack) => pack.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<ServerPackRow>('fileId', 'runConfigurationId'),
  loadOne: (id, { loaders }) => loaders.serverPack.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    fileDatabaseId: t.exposeInt('fileId', { description: 'The number of the stored content.' }),
    size: t.expose('size', { type: 'BigInt', description: 'Bytes.' }),
    sha256: t.exposeString('sha256', { description: 'Lower-case hexadecimal.' }),
    downloads: t.exposeInt('downloads', { description: 'How often it was downloaded.' }),
    confirmedWorking: t.exposeInt('confirmedWorking', {
      description: 'How many votes say that it works, minus those that say it fails; may be negative.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was generated.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it was generated.',
      deprecationReason: 'Use `createdAt`.',
    }),
    downloadUrl: t.string({
      description: 'Where its bytes are; signed and good for a while where downloads need a token.',
      resolve: (pack, _args, context) => serverPackUrl(context, pack),
    }),
    hostFiles: t.field({
      type: [HostFileType],
      description:
        'Texts that put it to work: lines for a shell, a file for Docker Compose, eggs of panels, a unit for systemd; for an .mrpack the file for Docker Compose; for packwiz-installer. They hold its links, which are good for a while where downloads need a token. GONE while the modpack is in quarantine.',
      resolve: async (pack, _args, context) => {
        const modPack = await context.loaders.modPack.load(pack.modPackId);
        if (!modPack) throw deleted();
        refuseByScan(await context.loaders.scan.load(pack.modPackId));
        return hostFilesOf(hostedPack(pack, modPack, linksTo(context, pack)));
      },
    }),
    howToRun: t.string({
      nullable: true,
      description:
        'How to run it, as its HOW-TO-RUN.md says, in Markdown; null for an .mrpack. Written for each query: it names the modpack and the update link of its line as they are now.',
      async resolve({ id, modPackId, runConfiguration: run }, _args, { loaders, access }) {
        if (run.format !== 'ZIP') return null;
        const [modPack, found, line] = await Promise.all([
          loaders.modPack.load(modPackId),
          loaders.startWarnings.load(id),
          run.lineId === null ? null : loaders.line.load(run.lineId),
        ]);
        if (!modPack) throw deleted();
        const server = modloaderServers[run.modloader](run.gameVersion);
        const updatesItself = line !== null && access.updateLinks.sourceOf(line) !== null;
        return howToRun(modPack.name, run, server, found?.warnings ?? [], updatesItself);
      },
    }),
    runConfiguration: t.expose('runConfiguration', {
      type: RunConfiguration,
      description: 'What it was built for.',
    }),
    run: t.field({
      type: Run,
      description: 'The run that has built it.',
      resolve: ({ runConfiguration: configuration }) => ({ configuration }),
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack it was built from.',
      resolve: async (pack, _args, { loaders }) => {
        const modPack = await loaders.modPack.load(pack.modPackId);
        if (!modPack) throw deleted();
        return modPack;
      },
    }),
    decisions: t.connection(
      {
        type: ModDecisionType,
        description: 'What became of every mod of the modpack, and why.',
        args: { filter: t.arg({ type: ModDecisionFilter, description: 'Which are meant.' }) },
        async resolve(pack, { filter: given, ...args }, { loaders, maxPageSize }) {
          const filter = toDecisionFilter(given);
          const page = await loaders.decisionsOf.page(pack.id, {
            request: pageRequest(args, maxPageSize),
            filter,
          });
          const { modPackId, runConfiguration: run } = pack;
          const count = async () =>
            isCounted(filter) ? countByKept(pack, filter) : loaders.decisionsOf.count(pack.id, filter);
          return toConnection(decidedFor(page, { modPackId, run }), count);
        },
      },
      ModDecisionConnection,
    ),
    warnings: t.field({
      type: [ProblemType],
      description:
        'Why it may not start, as far as that showed beforehand, and what stayed out that somebody may miss (`tellsOfLeftOut`); at most 50.',
      resolve: async ({ id }, _args, { loaders }) => (await loaders.startWarnings.load(id))?.warnings ?? [],
    }),
    factsNumber: t.exposeInt('factsNumber', {
      nullable: true,
      description:
        'The number of the facts about mods that it was built with; null when it was built before that was recorded.',
    }),
    factsChanged: t.boolean({
      description:
        'Whether the facts about mods have changed since it was built, so that building again may give other mods. False for runs without automaticSides, which ask no facts, and where factsNumber is null.',
      resolve: ({ factsNumber, runConfiguration }, _args, { facts }) =>
        haveFactsChanged(factsNumber, runConfiguration, facts()),
    }),
    keptCount: t.exposeInt('keptCount', { description: 'How many mods are in it.' }),
    droppedCount: t.exposeInt('droppedCount', { description: 'How many mods of the modpack were left out.' }),
  }),
});

function deleted(): AppError {
  return new AppError('NOT_FOUND', 'This server pack has been deleted meanwhile.');
}

const ServerPackFilter = builder.inputType('ServerPackFilter', {
  description: 'Which server packs are meant; an absent field means all.',
  fields: (t) => ({
    modPack: t.globalID({ description: 'Only those of this modpack.' }),
    modPackDatabaseId: t.int({ description: 'The same by the number that REST uses.' }),
    modloader: t.field({ type: ModloaderEnum, description: 'Only those for this modloader.' }),
    gameVersion: t.string({ description: 'Only those for exactly this game version.' }),
    format: t.field({ type: ServerPackFormatEnum, description: 'Only those of this format.' }),
    nameContains: t.string({
      description:
        "Words of the modpack's title or file name, or parts of them, in their order and in any case.",
    }),
    dateCreated: t.field({ type: DateRangeInput, description: 'When it was generated.' }),
    started: t.boolean({
      description: 'True: only those whose newest boot showed that they start; false: only others.',
    }),
  }),
});

const ServerPackOrderField = builder.enumType('ServerPackOrderField', {
  description: 'What server packs can be ordered by.',
  values: {
    DATE_CREATED: { description: 'When it was generated.' },
    SIZE: { description: 'Bytes.' },
    DOWNLOADS: { description: 'How often it was downloaded.' },
    VOTES: { description: 'By votes that it works, minus those that it fails.' },
  },
});

export const ServerPackOrder = builder.inputType('ServerPackOrder', {
  description: 'The order of a list of server packs.',
  fields: (t) => ({
    field: t.field({ type: ServerPackOrderField, required: true, description: 'What to order by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end comes first.' }),
  }),
});

const ServerPackBy = builder.inputType('ServerPackBy', {
  description: 'By what a server pack is known.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'Its id.' }),
    databaseId: t.int({ description: 'The number that REST uses.' }),
    run: t.globalID({ description: 'The run that has built it.' }),
  }),
});

builder.queryFields((t) => ({
  serverPack: t.field({
    type: ServerPack,
    nullable: true,
    description: 'The server pack, or null when there is none.',
    args: {
      by: t.arg({ type: ServerPackBy, description: 'By what it is known.' }),
      databaseId: t.arg.int({ description: 'In place of `by`: the number that REST uses.' }),
      modPackDatabaseId: t.arg.int({
        description: 'Deprecated, use `by: { run }`: the number of the modpack.',
      }),
      runConfigurationDatabaseId: t.arg.int({
        description:
          'Deprecated, use `by: { run }`: with modPackDatabaseId, the number of the run configuration.',
      }),
    },
    async resolve(_root, args, { database, loaders }): Promise<ServerPackRow | null> {
      const { by, databaseId, modPackDatabaseId: modPackId, runConfigurationDatabaseId: runId } = args;
      const given = [by, databaseId, modPackId, runId].map((one) => one != null);
      const isAlone = given.filter(Boolean).length === 1;
      if (isAlone && by?.run) return loaders.serverPackOfRun.load(databaseIdOf('by', 'Run', by.run));
      if (isAlone && (by || databaseId != null))
        return loaders.serverPack.load(numberOf('ServerPack', knownBy(args)));
      if (modPackId != null && runId != null && String(given) === 'false,false,true,true') {
        return findServerPackOfRun(database, { modPackId, runConfigurationId: runId });
      }
      const message =
        'Give either by, or databaseId, or both modPackDatabaseId and runConfigurationDatabaseId.';
      throw new AppError('INVALID_INPUT', message, { field: 'databaseId' });
    },
  }),
  serverPacks: t.connection(
    {
      type: ServerPack,
      description: 'All server packs, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: ServerPackFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: ServerPackOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, { database, config, maxPageSize }) {
        const filter = {
          modPackId: idInFilter('modPack', 'ModPack', {
            id: given?.modPack,
            databaseId: given?.modPackDatabaseId,
          }),
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          format: given?.format ?? undefined,
          started: given?.started ?? undefined,
          nameContains: given?.nameContains ?? undefined,
          dateCreated: toDateRange(given?.dateCreated),
        };
        const order = toOrder(orderBy, serverPackOrders, serverPacks.id);
        const request = pageRequest(args, maxPageSize);
        const count = () => countServerPacks(database, filter, config.totalLimits);
        return toConnection(await listServerPacks(database, { filter, order, request }), count);
      },
    },
    ServerPackConnection,
  ),
}));
