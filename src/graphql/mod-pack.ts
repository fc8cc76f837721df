import { modPacks } from '../../drizzle/schema.ts';
import { manifestDifferences } from '../archive/manifests/index.ts';
import { countModPacks, listModPacks, type ModPack as ModPackRow, modPackOrders } from '../core/mod-packs.ts';
import { pageOfList } from '../core/pages.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection } from './connection.ts';
import type { Loaders } from './context.ts';
import { downloadUrl } from './download-url.ts';
import { parseDatabaseId } from './global-id.ts';
import { ManifestType } from './mod-file.ts';
import {
  Event,
  EventConnection,
  ModFileConnection,
  ModFileType,
  ModPack,
  ModPackConnection,
  RunConfiguration,
  RunConfigurationConnection,
  ServerPack,
  ServerPackConnection,
} from './objects.ts';
import { DateOrder, DateRangeInput, isDescending, OrderDirection, toDateRange, toOrder } from './order.ts';
import { type Warning, WarningConnection, WarningType } from './problem.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { StatusEnum } from './status.ts';

const SourceEnum = builder.enumType('ModPackSource', {
  description: 'Where a modpack came from.',
  values: { ZIP: { description: 'Uploaded as a zip.' } },
});

/** Newest run configurations of one modpack whose differences from the manifest are told. */
const mostRunsWithWarnings = 1_000;

builder.node(ModPack, {
  description: 'An uploaded archive of a game and its mods.',
  id: { resolve: (pack) => pack.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  loadOne: (id, { loaders }) => loaders.modPack.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    name: t.exposeString('name', { description: 'File name as uploaded.' }),
    source: t.field({ type: SourceEnum, description: 'Where it came from.', resolve: (pack) => pack.source }),
    status: t.field({
      type: StatusEnum,
      description: 'Its state: that of its newest event.',
      resolve: (pack) => pack.status,
    }),
    size: t.field({ type: 'BigInt', description: 'Bytes.', resolve: (pack) => pack.size }),
    sha256: t.exposeString('sha256', { description: 'Lower-case hexadecimal.' }),
    downloads: t.field({
      type: 'BigInt',
      description: 'How often its server packs were downloaded, all together.',
      resolve: (pack) => pack.downloads,
    }),
    confirmedWorking: t.field({
      type: 'BigInt',
      description: 'Votes up less votes down, of all its server packs together; may be negative.',
      resolve: (pack) => pack.confirmedWorking,
    }),
    projectID: t.exposeString('projectID', {
      description: "The platform's own id of the project; empty if unknown.",
    }),
    versionID: t.exposeString('versionID', {
      description: "The platform's own id of the version; empty if unknown.",
    }),
    dateCreated: t.field({
      type: 'DateTime',
      description: 'When it was uploaded.',
      resolve: (pack) => pack.dateCreated,
    }),
    downloadUrl: t.string({
      description: 'Where its bytes are; signed and good for a while where downloads need a token.',
      resolve: (pack, _args, context) => downloadUrl(context, `/api/v2/modpacks/download/${pack.id}`),
    }),
    manifest: t.field({
      type: ManifestType,
      nullable: true,
      description: 'What its launcher says of it; null if it has none, or until it has passed its check.',
      resolve: async (pack, _args, { loaders }) => (await loaders.report.load(pack.id))?.manifest ?? null,
    }),
    mods: t.connection(
      {
        type: ModFileType,
        description: 'Its inventory: every jar in mods/. Empty until it has passed its check.',
        async resolve(pack, args, { loaders, maxPageSize }) {
          const mods = (await loaders.report.load(pack.id))?.mods ?? [];
          return toConnection(pageOfList(mods, pageRequest(args, maxPageSize)), async () => mods.length);
        },
      },
      ModFileConnection,
    ),
    warnings: t.connection(
      {
        type: WarningType,
        description:
          'What is worth telling though it fails nothing: of the archive itself, then where run configurations differ from the manifest. Empty until it has passed its check.',
        async resolve(pack, args, { loaders, maxPageSize }) {
          const warnings = await warningsOf(loaders, pack);
          const page = pageOfList(warnings, pageRequest(args, maxPageSize));
          return toConnection(page, async () => warnings.length);
        },
      },
      WarningConnection,
    ),
    serverPacks: t.connection(
      {
        type: ServerPack,
        description: 'The server packs built from it, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ id }, { orderBy, ...args }, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const page = await loaders.serverPacksOf.page(id, {
            request,
            descending: isDescending(orderBy, false),
          });
          return toConnection(page, () => loaders.serverPacksOf.count(id));
        },
      },
      ServerPackConnection,
    ),
    runConfigurations: t.connection(
      {
        type: RunConfiguration,
        description: 'All that was asked for it, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ id }, { orderBy, ...args }, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const page = await loaders.runConfigurationsOf.page(id, {
            request,
            descending: isDescending(orderBy, false),
          });
          return toConnection(page, () => loaders.runConfigurationsOf.count(id));
        },
      },
      RunConfigurationConnection,
    ),
    events: t.connection(
      {
        type: Event,
        description: 'Its events, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ id }, { orderBy, ...args }, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const page = await loaders.eventsOf.page(id, { request, descending: isDescending(orderBy, false) });
          return toConnection(page, () => loaders.eventsOf.count(id));
        },
      },
      EventConnection,
    ),
  }),
});

async function warningsOf(loaders: Loaders, { id }: ModPackRow): Promise<Warning[]> {
  const report = await loaders.report.load(id);
  if (!report) return [];
  const ofArchive = report.warnings.map((problem) => ({ ...problem, runConfiguration: null }));
  const { manifest } = report;
  if (!manifest) return ofArchive;
  const request = { limit: mostRunsWithWarnings, after: null, before: null, fromEnd: true };
  const { rows: runs } = await loaders.runConfigurationsOf.page(id, { request, descending: false });
  const ofRuns = runs.flatMap((runConfiguration) =>
    manifestDifferences(manifest, runConfiguration).map((problem) => ({ ...problem, runConfiguration })),
  );
  return [...ofArchive, ...ofRuns];
}

const ModPackFilter = builder.inputType('ModPackFilter', {
  description: 'Which modpacks are meant; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only those in one of these states.' }),
    nameContains: t.string({ description: 'Part of the name, in any case.' }),
    modloader: t.field({
      type: ModloaderEnum,
      description: 'Only those that something was asked for with this modloader.',
    }),
    gameVersion: t.string({
      description: 'Only those that something was asked for with exactly this game version.',
    }),
    dateCreated: t.field({ type: DateRangeInput, description: 'When it was uploaded.' }),
    sha256: t.string({ description: 'Only the one with this content, in hexadecimal.' }),
  }),
});

const ModPackOrderField = builder.enumType('ModPackOrderField', {
  description: 'What modpacks can be ordered by.',
  values: {
    DATE_CREATED: { description: 'When it was uploaded.' },
    NAME: { description: 'Its name, in any case.' },
    SIZE: { description: 'Bytes.' },
    DOWNLOADS: { description: 'How often its server packs were downloaded, all together.' },
    VOTES: { description: 'Votes up less votes down, of all its server packs together.' },
  },
});

const ModPackOrder = builder.inputType('ModPackOrder', {
  description: 'The order of a list of modpacks.',
  fields: (t) => ({
    field: t.field({ type: ModPackOrderField, required: true, description: 'What to order by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end comes first.' }),
  }),
});

builder.queryFields((t) => ({
  modPack: t.field({
    type: ModPack,
    nullable: true,
    description: 'The modpack with this number, or null.',
    args: { databaseId: t.arg.int({ required: true, description: 'The number that REST uses.' }) },
    resolve: (_root, { databaseId }, { loaders }) => loaders.modPack.load(databaseId),
  }),
  modPacks: t.connection(
    {
      type: ModPack,
      description: 'All modpacks, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: ModPackFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: ModPackOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, { database, maxPageSize }) {
        const filter = {
          status: given?.status ?? undefined,
          nameContains: given?.nameContains ?? undefined,
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          dateCreated: toDateRange(given?.dateCreated),
          sha256: given?.sha256 ?? undefined,
        };
        const order = toOrder(orderBy, modPackOrders, modPacks.id);
        const page = await listModPacks(database, { filter, order, request: pageRequest(args, maxPageSize) });
        return toConnection(page, () => countModPacks(database, filter));
      },
    },
    ModPackConnection,
  ),
}));
