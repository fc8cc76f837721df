import { modPacks, type Source } from '../../drizzle/schema.ts';
import { permissionsOf } from '../access/permissions.ts';
import { countEventsOf, listEventsOf } from '../core/events/events.ts';
import { guessLineName } from '../core/lines/line-rules.ts';
import { findLinesOfProjects } from '../core/lines/lines.ts';
import { cutOf, type PageRequest, pageOfCut } from '../core/lists/pages.ts';
import { listModsOf, listWarningsOf, type ModRow } from '../core/packs/inventory.ts';
import {
  countModPacks,
  findModPackOfContent,
  listModPacks,
  type ModPack as ModPackRow,
  modPackOrders,
} from '../core/packs/mod-packs.ts';
import {
  countServerPacksOf,
  listOrderedServerPacksOf,
  listServerPacksOf,
  serverPackOrders,
} from '../core/packs/server-packs.ts';
import { titleOfModPack } from '../core/packs/titles.ts';
import { countRunConfigurationsOf, listRunConfigurationsOf } from '../core/runs/run-configurations.ts';
import { runsOf } from '../core/runs/runs.ts';
import { builder } from './builder.ts';
import { iconUrl, isOwner, modPackUrl } from './download-url.ts';
import { filterTexts } from './execution/value-sizes.ts';
import { numberOf, parseDatabaseId } from './global-id.ts';
import { ModPackBy } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, DateRangeInput, fieldOf, isDescending, toDateRange, toOrder } from './lists/order.ts';
import { loaderOf, type PageOptions, pageLoader, valueLoader } from './loaders.ts';
import { ManifestType } from './mod-file.ts';
import { Notice } from './notice.ts';
import {
  Event,
  EventConnection,
  hasColumns,
  Line,
  lineLoader,
  ModFileConnection,
  ModFileType,
  ModPack,
  ModPackConnection,
  modPackLoader,
  Run,
  RunConnection,
  reportLoader,
  ServerPack,
  ServerPackConnection,
} from './objects.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { Scan, scanLoader } from './scan.ts';
import { ServerPackOrder } from './server-pack.ts';
import { StatusEnum } from './status.ts';

export const SourceEnum = builder.enumType('ModPackSource', {
  description: 'Where a modpack came from.',
  values: {
    ZIP: { description: 'Uploaded as a zip or an .mrpack.' },
    MODRINTH: { description: "Fetched from Modrinth; projectID and versionID are Modrinth's ids." },
    CURSEFORGE: { description: "Fetched from CurseForge; projectID and versionID are CurseForge's numbers." },
    FTB: { description: "Fetched from FTB; projectID and versionID are FTB's numbers." },
    LINK: { description: 'Fetched from a link.' },
  } satisfies Record<Source, { description: string }>,
});

const lineOfProjectLoader = valueLoader(
  findLinesOfProjects,
  ({ projectID }) => projectID,
  ({ name }) => name,
);
const modPages = pageLoader((database, ids, { request }: PageOptions) => listModsOf(database, ids, request));
const warningPages = pageLoader((database, ids, { request }: PageOptions) =>
  listWarningsOf(database, ids, request),
);
/** The warnings of a modpack that are shown, and the cost of reading them. */
const firstWarnings: PageRequest = { limit: 100, after: null, before: null, fromEnd: false };
const weightOfWarnings = 20;
const serverPackPages = pageLoader(listServerPacksOf);
const orderedServerPackPages = pageLoader(listOrderedServerPacksOf);
const serverPackCounts = loaderOf(countServerPacksOf);
const runConfigurationPages = pageLoader(listRunConfigurationsOf);
const runConfigurationCounts = loaderOf(countRunConfigurationsOf);
const eventPages = pageLoader(listEventsOf);
const eventCounts = loaderOf(countEventsOf);

builder.node(ModPack, {
  description: 'An uploaded archive of a game and its mods.',
  id: { resolve: (pack) => pack.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<ModPackRow>('projectID'),
  loadOne: (id, context) => modPackLoader(context).load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number in REST.' }),
    name: t.exposeString('name', {
      description: 'The file name as uploaded, or the name that the uploader has given since.',
    }),
    title: t.string({
      description:
        'The name that the uploader has given, else name and version in the manifest, else the file name.',
      resolve: (pack) => titleOfModPack(pack),
    }),
    iconUrl: t.string({
      nullable: true,
      description:
        'The address of the icon: a PNG, JPEG or WebP of at most 256 KiB and 1,024 by 1,024 pixels; signed ' +
        'and valid for a while where reading needs a token. Null until the check has passed, and where there ' +
        'is no icon.',
      resolve: (pack, _args, context) => iconUrl(context, pack),
    }),
    renamed: t.exposeBoolean('renamed', {
      description: 'Whether the uploader has renamed the modpack.',
    }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether lists leave the modpack out.' }),
    mayChange: t.boolean({
      description: 'Whether the caller may rename, hide and delete the modpack without an owner secret.',
      resolve: (pack, _args, context) => isOwner(context, pack),
    }),
    source: t.expose('source', { type: SourceEnum, description: 'Where the modpack came from.' }),
    status: t.expose('status', {
      type: StatusEnum,
      description: 'The state of the modpack: the status of its newest event.',
    }),
    size: t.expose('size', { type: 'BigInt', description: 'Bytes.' }),
    sha256: t.exposeString('sha256', {
      description: 'The SHA-256 of the archive, in lower-case hexadecimal.',
    }),
    downloads: t.expose('downloads', {
      type: 'BigInt',
      description: "How often the modpack's server packs were downloaded.",
    }),
    confirmedWorking: t.expose('confirmedWorking', {
      type: 'BigInt',
      description: "Votes that the modpack's server packs work, minus votes that they fail.",
    }),
    projectID: t.exposeString('projectID', {
      description: "The platform's own id of the project; empty if unknown.",
    }),
    versionID: t.exposeString('versionID', {
      description: "The platform's own id of the version; empty if unknown.",
    }),
    line: t.field({
      type: Line,
      nullable: true,
      description: 'The line that the modpack is a version of. Null where there is none.',
      resolve: ({ lineId }, _args, context) => (lineId === null ? null : lineLoader(context).load(lineId)),
    }),
    proposedLine: t.string({
      nullable: true,
      description: 'A guess of a line that the modpack may belong to. Null where it is in a line.',
      resolve: async ({ lineId, projectID, name }, _args, context) => {
        if (lineId !== null) return null;
        return (projectID && (await lineOfProjectLoader(context).load(projectID))) || guessLineName(name);
      },
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the modpack was uploaded.' }),
    archiveRemovedAt: t.expose('removed', {
      type: 'DateTime',
      nullable: true,
      description: 'When a refused archive was removed. Null where it is stored.',
    }),
    holdsAccounts: t.exposeBoolean('holdsAccounts', {
      nullable: true,
      description:
        'Whether account files were found in the archive: then only its uploader and operators can download ' +
        'it. Null until it was searched.',
    }),
    scan: t.field({
      type: Scan,
      nullable: true,
      description: 'The newest scan for malware. Null where there was none.',
      resolve: ({ id }, _args, context) => scanLoader(context).load(id),
    }),
    downloadUrl: t.string({
      description:
        'The download link of the archive; signed and valid for a while where downloads need a right.',
      args: {
        ownerSecret: t.arg.string({ description: 'The `ownerSecret` of the upload.' }),
      },
      resolve: (pack, { ownerSecret }, context) => modPackUrl(context, pack, ownerSecret ?? null),
    }),
    manifest: t.field({
      type: ManifestType,
      nullable: true,
      description: 'Null until the check has passed, and where the modpack has none.',
      resolve: async (pack, _args, context) => (await reportLoader(context).load(pack.id))?.manifest ?? null,
    }),
    startArgs: t.stringList({
      description:
        "The arguments for Java with which the modpack's author starts it, as far as they suit a server: a run may " +
        'take them. Empty until the check has passed.',
      resolve: async ({ id }, _args, context) => (await reportLoader(context).load(id))?.startArgs ?? [],
    }),
    recommendedMemory: t.int({
      nullable: true,
      description:
        'MiB of memory that the author, or the launcher, gives the modpack. Null where neither says.',
      resolve: async ({ id }, _args, context) =>
        (await reportLoader(context).load(id))?.recommendedMemory ?? null,
    }),
    mods: t.connection(
      {
        type: ModFileType,
        description: 'The inventory: every jar in mods/. Empty until the modpack has passed its check.',
        async resolve({ id }, args, context) {
          const request = pageRequest(args, context.operation.maxPageSize);
          const report = await reportLoader(context).load(id);
          // The check writes rows before its report, and they are valid only with the report.
          if (!report) return toConnection(pageOfCut<ModRow>([], cutOf(0, request)), async () => 0);
          return toConnection(await modPages(context).load(id, { request }), async () => report.modCount);
        },
      },
      ModFileConnection,
    ),
    warnings: t.field({
      type: [Notice],
      extensions: { weight: weightOfWarnings },
      description: 'Warnings about the archive itself; at most 100. Empty until the check has passed.',
      resolve: async ({ id }, _args, context) =>
        (await warningPages(context).load(id, { request: firstWarnings })).rows,
    }),
    serverPacks: t.connection(
      {
        type: ServerPack,
        description: 'The server packs built from the modpack, the oldest first unless ordered otherwise.',
        args: {
          orderBy: t.arg({ type: ServerPackOrder, description: 'The order of the list.' }),
        },
        async resolve({ id }, { orderBy, ...args }, context) {
          const request = pageRequest(args, context.operation.maxPageSize);
          const descending = isDescending(orderBy, false);
          const field = orderBy ? fieldOf(orderBy, serverPackOrders) : 'CREATED_AT';
          const page = await (field === 'CREATED_AT'
            ? serverPackPages(context).load(id, { request, descending })
            : orderedServerPackPages(context).load(id, { request, descending, field }));
          return toConnection(page, () => serverPackCounts(context).load(id));
        },
      },
      ServerPackConnection,
    ),
    runs: t.connection(
      {
        type: Run,
        description: 'The runs of the modpack, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ id }, { orderBy, ...args }, context) {
          const request = pageRequest(args, context.operation.maxPageSize);
          const descending = isDescending(orderBy, false);
          const page = await runConfigurationPages(context).load(id, { request, descending });
          return toConnection(runsOf(page), () => runConfigurationCounts(context).load(id));
        },
      },
      RunConnection,
    ),
    events: t.connection(
      {
        type: Event,
        description: 'The events of the modpack, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ id }, { orderBy, ...args }, context) {
          const request = pageRequest(args, context.operation.maxPageSize);
          const page = await eventPages(context).load(id, {
            request,
            descending: isDescending(orderBy, false),
          });
          return toConnection(page, () => eventCounts(context).load(id));
        },
      },
      EventConnection,
    ),
  }),
});

const ModPackFilter = builder.inputType('ModPackFilter', {
  description: 'Which modpacks to include; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only modpacks in one of these states.' }),
    nameContains: t.string({
      description: `Words of the title or the file name, or parts of them, in their order and in any case; at most ${filterTexts.words} words.`,
    }),
    modloader: t.field({
      type: ModloaderEnum,
      description: 'Only modpacks with a run configuration for this modloader.',
    }),
    gameVersion: t.string({
      description: 'Only modpacks with a run configuration for exactly this game version.',
    }),
    createdAt: t.field({ type: DateRangeInput, description: 'When the modpack was uploaded.' }),
    sha256: t.string({ description: 'Only the modpack with this SHA-256, in hexadecimal.' }),
    quarantined: t.boolean({
      description: 'True: only modpacks in quarantine, for operators also hidden ones; false: only others.',
    }),
  }),
});

const ModPackOrder = builder.enumType('ModPackOrder', {
  description: 'The order of a list of modpacks.',
  values: {
    CREATED_AT_ASC: { description: 'The oldest upload first.' },
    CREATED_AT_DESC: { description: 'The newest upload first.' },
    NAME_ASC: { description: 'By file name, in any case.' },
    NAME_DESC: { description: 'By file name backwards, in any case.' },
    TITLE_ASC: { description: 'By title, in any case.' },
    TITLE_DESC: { description: 'By title backwards, in any case.' },
    SIZE_ASC: { description: 'The smallest first.' },
    SIZE_DESC: { description: 'The largest first.' },
    DOWNLOADS_ASC: { description: 'The least downloaded first, by all its server packs.' },
    DOWNLOADS_DESC: { description: 'The most downloaded first, by all its server packs.' },
    VOTES_ASC: { description: 'The smallest `confirmedWorking` first.' },
    VOTES_DESC: { description: 'The largest `confirmedWorking` first.' },
  },
});

builder.queryFields((t) => ({
  modPack: t.field({
    type: ModPack,
    nullable: true,
    description: 'Null where there is none.',
    args: { by: t.arg({ type: ModPackBy, required: true, description: 'The key of the modpack.' }) },
    resolve: (_root, { by: { sha256, ...by } }, context) =>
      sha256 == null
        ? modPackLoader(context).load(numberOf('by', 'ModPack', by))
        : findModPackOfContent(context.operation.database, sha256),
  }),
  modPacks: t.connection(
    {
      type: ModPack,
      description: 'All modpacks, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: ModPackFilter, description: 'Which modpacks to include.' }),
        orderBy: t.arg({ type: ModPackOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, context) {
        const { viewer } = context;
        const { config, access } = context.parts;
        const { database, maxPageSize } = context.operation;
        const mayOperate = permissionsOf(access.mode, viewer).has('operate');
        const filter = {
          status: given?.status ?? undefined,
          nameContains: given?.nameContains ?? undefined,
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          dateCreated: toDateRange(given?.createdAt),
          sha256: given?.sha256 ?? undefined,
          quarantined: given?.quarantined ?? undefined,
          withHidden: given?.quarantined === true && mayOperate,
        };
        const order = toOrder(orderBy, modPackOrders, modPacks.id);
        const request = pageRequest(args, maxPageSize);
        const count = () => countModPacks(database, filter, config.totalLimits);
        return toConnection(await listModPacks(database, { filter, order, request }), count);
      },
    },
    ModPackConnection,
  ),
}));
