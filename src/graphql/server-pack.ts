import { serverPacks } from '../../drizzle/schema.ts';
import { howToRun } from '../archive/build/how-to.ts';
import { titleIn } from '../archive/pack-title.ts';
import { hostedPack } from '../core/packs/hosted-pack.ts';
import { refuseByScan } from '../core/packs/scans.ts';
import {
  countServerPacks,
  findStartWarnings,
  haveFactsChanged,
  javaOf,
  listServerPacks,
  newestServerPacks,
  type ServerPack as ServerPackRow,
  serverPackOrders,
} from '../core/packs/server-packs.ts';
import {
  countByKept,
  countDecisionsOf,
  decidedFor,
  isCounted,
  listDecisionsOf,
} from '../core/previews/decisions.ts';
import { mostAddedJars } from '../core/runs/find-added-mods.ts';
import { AppError } from '../errors.ts';
import { hostFilesOf } from '../hosting/host-files.ts';
import { modloaderServers } from '../modloaders/servers/index.ts';
import { builder } from './builder.ts';
import { linksTo, serverPackUrl } from './download-url.ts';
import { filterTexts } from './execution/value-sizes.ts';
import { numberOf, parseDatabaseId } from './global-id.ts';
import { HostFileType } from './host-file.ts';
import { ModPackBy, modPackNumber, ServerPackBy } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateRangeInput, toDateRange, toOrder } from './lists/order.ts';
import { countLoader, loaderById, pageLoader } from './loaders.ts';
import { ModDecisionFilter, toDecisionFilter } from './mod-decision.ts';
import { Notice } from './notice.ts';
import {
  hasColumns,
  lineLoader,
  ModDecisionConnection,
  ModDecisionType,
  ModPack,
  modPackLoader,
  Run,
  reportLoader,
  ServerPack,
  ServerPackConnection,
  serverPackLoader,
  serverPackOfRunLoader,
} from './objects.ts';
import { ModloaderEnum, ServerPackFormatEnum } from './run-configuration.ts';
import { scanLoader } from './scan.ts';

/** Why a server pack may not start, by its number. */
export const startWarningsLoader = loaderById(findStartWarnings);
/** The first page of what a run adds, which has no other. */
const allAdded = { limit: mostAddedJars, after: null, before: null, fromEnd: false };
const decisionPages = pageLoader(listDecisionsOf);
const decisionCounts = countLoader(countDecisionsOf);

builder.node(ServerPack, {
  description: 'The files that a dedicated server needs from a modpack, built for one run configuration.',
  id: { resolve: (pack) => pack.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<ServerPackRow>('fileId', 'runConfigurationId'),
  loadOne: (id, context) => serverPackLoader(context).load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number in REST.' }),
    fileDatabaseId: t.exposeInt('fileId', { description: 'The number of the stored content.' }),
    size: t.expose('size', { type: 'BigInt', description: 'Bytes.' }),
    sha256: t.exposeString('sha256', { description: 'The SHA-256 in lower-case hexadecimal.' }),
    downloads: t.exposeInt('downloads', { description: 'How often the server pack was downloaded.' }),
    confirmedWorking: t.exposeInt('confirmedWorking', {
      description: 'Votes that the server pack works, minus votes that it fails.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the server pack was built.' }),
    downloadUrl: t.string({
      description: 'The download link; signed and valid for a while where downloads need a token.',
      resolve: (pack, _args, context) => serverPackUrl(context, pack),
    }),
    hostFiles: t.field({
      type: [HostFileType],
      description:
        'Files that set the server pack up, with download links, which are valid for a while where downloads ' +
        'need a token. GONE while the modpack is in quarantine.',
      resolve: async (pack, _args, context) => {
        const modPack = await modPackLoader(context).load(pack.modPackId);
        if (!modPack) throw deleted();
        refuseByScan(await scanLoader(context).load(pack.modPackId));
        return hostFilesOf(hostedPack(pack, modPack, linksTo(context, pack)));
      },
    }),
    howToRun: t.string({
      nullable: true,
      description:
        'How to run the server pack, in Markdown. Null where it is an .mrpack, or the modpack is in ' +
        'quarantine.',
      async resolve(serverPack, _args, context) {
        const { id, modPackId, runConfiguration: run } = serverPack;
        if (run.format !== 'ZIP') return null;
        const added = { request: allAdded, filter: { kept: true, reason: ['ADDED' as const] } };
        const [modPack, report, scan, found, line, addedMods] = await Promise.all([
          modPackLoader(context).load(modPackId),
          reportLoader(context).load(modPackId),
          scanLoader(context).load(modPackId),
          startWarningsLoader(context).load(id),
          run.lineId === null ? null : lineLoader(context).load(run.lineId),
          run.addedMods.length === 0 ? null : decisionPages(context).load(id, added),
        ]);
        if (!modPack) throw deleted();
        if (scan?.quarantined) return null;
        const server = modloaderServers[run.modloader](run.gameVersion);
        const updatesItself = line !== null && context.parts.access.updateLinks.sourceOf(line) !== null;
        const java = javaOf(serverPack);
        return howToRun(
          {
            title: report?.manifest ? titleIn(report.manifest) : null,
            modPackName: modPack.name,
            run,
            dropLists: run.dropLists,
            java,
            added: addedMods?.rows.map(({ file }) => file) ?? [],
          },
          server,
          found?.warnings ?? [],
          updatesItself,
        );
      },
    }),
    run: t.field({
      type: Run,
      description: 'The run that built the server pack.',
      resolve: ({ runConfiguration: configuration }) => ({ configuration }),
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack that the server pack was built from.',
      resolve: async (pack, _args, context) => {
        const modPack = await modPackLoader(context).load(pack.modPackId);
        if (!modPack) throw deleted();
        return modPack;
      },
    }),
    decisions: t.connection(
      {
        type: ModDecisionType,
        description: 'The decision on every mod of the modpack, and why.',
        args: { filter: t.arg({ type: ModDecisionFilter, description: 'Which decisions to include.' }) },
        async resolve(pack, { filter: given, ...args }, context) {
          const filter = toDecisionFilter(given);
          const page = await decisionPages(context).load(pack.id, {
            request: pageRequest(args, context.operation.maxPageSize),
            filter,
          });
          const { modPackId, runConfiguration: run } = pack;
          const count = async () =>
            isCounted(filter) ? countByKept(pack, filter) : decisionCounts(context).load(pack.id, filter);
          return toConnection(decidedFor(page, { modPackId, run, runConfigurationId: run.id }), count);
        },
      },
      ModDecisionConnection,
    ),
    warnings: t.field({
      type: [Notice],
      description: 'Why the server pack may not start, and which excluded files may be missed; at most 50.',
      resolve: async ({ id }, _args, context) =>
        (await startWarningsLoader(context).load(id))?.warnings ?? [],
    }),
    javaVersion: t.int({
      nullable: true,
      description: 'The Java that the server pack needs. Null where that is unknown.',
      resolve: javaOf,
    }),
    factsNumber: t.exposeInt('factsNumber', {
      nullable: true,
      description: "The number of the service's facts about mods. Null where it was not recorded.",
    }),
    factsChanged: t.boolean({
      description:
        "Whether the service's facts about mods have changed since, so that building again may change the " +
        'mods. False without automaticSides or factsNumber.',
      resolve: ({ factsNumber, runConfiguration }, _args, { parts }) =>
        haveFactsChanged(factsNumber, runConfiguration, parts.facts.current()),
    }),
    keptCount: t.exposeInt('keptCount', { description: 'How many mods are in the server pack.' }),
    droppedCount: t.exposeInt('droppedCount', { description: 'How many mods of the modpack were dropped.' }),
  }),
});

function deleted(): AppError {
  return new AppError('NOT_FOUND', 'This server pack has been deleted meanwhile.');
}

const ServerPackFilter = builder.inputType('ServerPackFilter', {
  description: 'Which server packs to include; an absent field means all.',
  fields: (t) => ({
    modPack: t.field({ type: ModPackBy, description: 'Only server packs of this modpack.' }),
    modloader: t.field({ type: ModloaderEnum, description: 'Only server packs for this modloader.' }),
    gameVersion: t.string({ description: 'Only server packs for exactly this game version.' }),
    format: t.field({ type: ServerPackFormatEnum, description: 'Only server packs of this format.' }),
    nameContains: t.string({
      description: `Words of the modpack's title or file name, or parts of them, in their order and in any case; at most ${filterTexts.words} words.`,
    }),
    createdAt: t.field({ type: DateRangeInput, description: 'When the server pack was built.' }),
    started: t.boolean({
      description: 'True: only server packs whose newest boot showed that they start; false: only others.',
    }),
  }),
});

export const ServerPackOrder = builder.enumType('ServerPackOrder', {
  description: 'The order of a list of server packs.',
  values: {
    CREATED_AT_ASC: { description: 'The oldest first.' },
    CREATED_AT_DESC: { description: 'The newest first.' },
    SIZE_ASC: { description: 'The smallest first.' },
    SIZE_DESC: { description: 'The largest first.' },
    DOWNLOADS_ASC: { description: 'The least downloaded first.' },
    DOWNLOADS_DESC: { description: 'The most downloaded first.' },
    VOTES_ASC: { description: 'The smallest `confirmedWorking` first.' },
    VOTES_DESC: { description: 'The largest `confirmedWorking` first.' },
  },
});

builder.queryFields((t) => ({
  serverPack: t.field({
    type: ServerPack,
    nullable: true,
    description: 'Null where there is none.',
    args: { by: t.arg({ type: ServerPackBy, required: true, description: 'The key of the server pack.' }) },
    resolve: (_root, { by: { run, ...by } }, context) =>
      run
        ? serverPackOfRunLoader(context).load(numberOf('by', 'Run', run))
        : serverPackLoader(context).load(numberOf('by', 'ServerPack', by)),
  }),
  newestServerPacks: t.field({
    type: [ServerPack],
    description: 'At most eight: the newest of each caller, then further new ones.',
    resolve: (_root, _args, { operation: { database } }) => newestServerPacks(database, 8),
  }),
  serverPacks: t.connection(
    {
      type: ServerPack,
      description: 'All server packs, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: ServerPackFilter, description: 'Which server packs to include.' }),
        orderBy: t.arg({ type: ServerPackOrder, description: 'The order of the list.' }),
      },
      async resolve(
        _root,
        { filter: given, orderBy, ...args },
        { parts: { config }, operation: { database, maxPageSize } },
      ) {
        const filter = {
          modPackId: given?.modPack ? await modPackNumber(database, 'modPack', given.modPack) : undefined,
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          format: given?.format ?? undefined,
          started: given?.started ?? undefined,
          nameContains: given?.nameContains ?? undefined,
          dateCreated: toDateRange(given?.createdAt),
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
