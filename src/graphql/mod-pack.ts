import { modPacks, type Source } from '../../drizzle/schema.ts';
import { permissionsOf } from '../access/permissions.ts';
import { manifestDifferences } from '../archive/manifests/index.ts';
import type { LauncherManifest } from '../archive/report.ts';
import { cutOf, type PageRequest, pageOfCut, requestOfCut } from '../core/lists/pages.ts';
import type { ModRow } from '../core/packs/inventory.ts';
import { guessLineName } from '../core/packs/line-rules.ts';
import {
  countModPacks,
  findModPackOfContent,
  listModPacks,
  type ModPack as ModPackRow,
  modPackOrders,
} from '../core/packs/mod-packs.ts';
import { titleOfModPack } from '../core/packs/titles.ts';
import { runsOf } from '../core/runs/runs.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Loaders } from './context.ts';
import { iconUrl, isOwner, modPackUrl } from './download-url.ts';
import { knownBy, numberOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import {
  DateOrder,
  DateRangeInput,
  isDescending,
  OrderDirection,
  toDateRange,
  toOrder,
} from './lists/order.ts';
import { ManifestType } from './mod-file.ts';
import {
  Event,
  EventConnection,
  hasColumns,
  Line,
  ModFileConnection,
  ModFileType,
  ModPack,
  ModPackConnection,
  Run,
  RunConfiguration,
  RunConfigurationConnection,
  RunConnection,
  ServerPack,
  ServerPackConnection,
} from './objects.ts';
import { type Warning, WarningConnection, WarningType } from './problem.ts';
import { QueuePlace } from './queue-place.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { Scan } from './scan.ts';
import { ServerPackOrder } from './server-pack.ts';
import { StatusEnum } from './status.ts';
import { Waiting } from './waiting.ts';

export const SourceEnum = builder.enumType('ModPackSource', {
  description: 'Where a modpack came from.',
  values: {
    ZIP: { description: 'Uploaded as a zip or an .mrpack.' },
    MODRINTH: { description: 'Fetched from Modrinth; projectID and versionID are its own ids.' },
    CURSEFORGE: { description: 'Fetched from CurseForge; projectID and versionID are its own numbers.' },
    FTB: { description: 'Fetched from FTB; projectID and versionID are its own numbers.' },
    LINK: { description: 'Fetched from a link.' },
  } satisfies Record<Source, { description: string }>,
});

builder.node(ModPack, {
  description: 'An uploaded archive of a game and its mods.',
  id: { resolve: (pack) => pack.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<ModPackRow>('projectID'),
  loadOne: (id, { loaders }) => loaders.modPack.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    name: t.exposeString('name', {
      description: 'File name as uploaded, or as its uploader has renamed it.',
    }),
    title: t.string({
      description:
        'What it is called: as its uploader has renamed it, else by the name and version in its manifest, else by its file name.',
      resolve: (pack) => titleOfModPack(pack),
    }),
    iconUrl: t.string({
      nullable: true,
      description:
        'Where the picture in its archive is: a PNG, JPEG or WebP of at most 256 KiB and 1,024 by 1,024 pixels, of any shape; signed and good for a while where reading needs a token. Null until its check has passed, where no picture is found, and for modpacks that an earlier release has checked.',
      resolve: (pack, _args, context) => iconUrl(context, pack),
    }),
    renamed: t.exposeBoolean('renamed', {
      description: 'Whether its uploader has named it; its manifest may call it something else.',
    }),
    hidden: t.exposeBoolean('hidden', { description: 'Whether it is left out of lists.' }),
    mayChange: t.boolean({
      description:
        'Whether whoever asks may rename, hide and delete it without an owner secret: operators, and the token or sign-in that uploaded it unless it is of the line of a project.',
      resolve: (pack, _args, context) => isOwner(context, pack),
    }),
    source: t.expose('source', { type: SourceEnum, description: 'Where it came from.' }),
    status: t.expose('status', {
      type: StatusEnum,
      description: 'Its state: that of its newest event.',
    }),
    waiting: t.field({
      type: Waiting,
      nullable: true,
      description: 'The run of it that waits although it has had its turn; null when there is none.',
      resolve: (pack, _args, { loaders }) => loaders.waitingRunOf.load(pack.id),
    }),
    queuePlace: t.field({
      type: QueuePlace,
      nullable: true,
      description: 'The place in line of its first run that waits for its turn; null when none does.',
      resolve: (pack, _args, { loaders }) => loaders.queuePlaceOf.load(pack.id),
    }),
    size: t.expose('size', { type: 'BigInt', description: 'Bytes.' }),
    sha256: t.exposeString('sha256', { description: 'Lower-case hexadecimal.' }),
    downloads: t.expose('downloads', {
      type: 'BigInt',
      description: 'How often its server packs were downloaded, all together.',
    }),
    confirmedWorking: t.expose('confirmedWorking', {
      type: 'BigInt',
      description:
        'How many votes say that its server packs work, minus those that say they fail; may be negative.',
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
      description: 'The line of which it is a version.',
      resolve: ({ lineId }, _args, { loaders }) => (lineId === null ? null : loaders.line.load(lineId)),
    }),
    proposedLine: t.string({
      nullable: true,
      description:
        'The name of a line that it may be a version of, by its projectID or its file name: a guess, from which nothing follows by itself. Null when it is in one.',
      resolve: async ({ lineId, projectID, name }, _args, { loaders }) => {
        if (lineId !== null) return null;
        return (projectID && (await loaders.lineOfProject.load(projectID))) || guessLineName(name);
      },
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was uploaded.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it was uploaded.',
      deprecationReason: 'Use `createdAt`.',
    }),
    archiveRemovedAt: t.expose('removed', {
      type: 'DateTime',
      nullable: true,
      description:
        'When its archive was removed, a while after its check had refused it: uploading it again takes it up again. Null while it is stored.',
    }),
    archiveRemoved: t.expose('removed', {
      type: 'DateTime',
      nullable: true,
      description: 'When its archive was removed; null while it is stored.',
      deprecationReason: 'Use `archiveRemovedAt`.',
    }),
    holdsAccounts: t.exposeBoolean('holdsAccounts', {
      nullable: true,
      description:
        'Whether account files were found in it: then only its uploader and operators can download it. Null until its check or its first download has looked.',
    }),
    scan: t.field({
      type: Scan,
      nullable: true,
      description: 'The newest scan for malware; null when it was never scanned.',
      resolve: ({ id }, _args, { loaders }) => loaders.scan.load(id),
    }),
    downloadUrl: t.string({
      description:
        'Where its bytes are; signed and good for a while where downloads need a token, and for its owner where it may hold account files.',
      args: {
        ownerSecret: t.arg.string({ description: 'The secret that its upload was answered with.' }),
      },
      resolve: (pack, { ownerSecret }, context) => modPackUrl(context, pack, ownerSecret ?? null),
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
        async resolve({ id }, args, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const report = await loaders.report.load(id);
          // Rows are written before the report and count only with it.
          if (!report) return toConnection(pageOfCut<ModRow>([], cutOf(0, request)), async () => 0);
          return toConnection(await loaders.modsOf.page(id, { request }), async () => report.modCount);
        },
      },
      ModFileConnection,
    ),
    warnings: t.connection(
      {
        type: WarningType,
        description:
          'What is worth telling though it fails nothing: of the archive itself, then for each of the newest 1,000 run configurations where it differs from the manifest and why its server pack may not start. Empty until it has passed its check.',
        async resolve({ id }, args, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          return warningConnection(loaders, id, request);
        },
      },
      WarningConnection,
    ),
    serverPacks: t.connection(
      {
        type: ServerPack,
        description: 'The server packs built from it, the oldest first unless ordered otherwise.',
        args: {
          order: t.arg({ type: ServerPackOrder, description: 'The order of the list.' }),
          orderBy: t.arg({
            type: DateOrder,
            description: 'Deprecated, use `order`: the order of the list by date.',
          }),
        },
        async resolve({ id }, { order, orderBy, ...args }, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const descending = isDescending(order ?? orderBy, false);
          const field = order?.field ?? 'DATE_CREATED';
          const page = await (field === 'DATE_CREATED'
            ? loaders.serverPacksOf.page(id, { request, descending })
            : loaders.orderedServerPacksOf.page(id, { request, descending, field }));
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
    runs: t.connection(
      {
        type: Run,
        description: 'Its runs, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ id }, { orderBy, ...args }, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const descending = isDescending(orderBy, false);
          const page = await loaders.runConfigurationsOf.page(id, { request, descending });
          return toConnection(runsOf(page), () => loaders.runConfigurationsOf.count(id));
        },
      },
      RunConnection,
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

/** The warnings of the check by page, then those of the runs, of which only the versions are read for all of them. */
async function warningConnection(loaders: Loaders, id: number, request: PageRequest) {
  const report = await loaders.report.load(id);
  const ofArchive = report?.warningCount ?? 0;
  const ofRuns = report === null ? [] : await warningsOfRuns(loaders, id, report.manifest);
  const cut = cutOf(ofArchive + ofRuns.length, request);
  const stored = { start: cut.start, end: Math.min(cut.end, ofArchive) };
  const page =
    stored.start < stored.end ? await loaders.warningsOf.page(id, { request: requestOfCut(stored) }) : null;
  const wanted = ofRuns.slice(Math.max(0, cut.start - ofArchive), Math.max(0, cut.end - ofArchive));
  const rows: Warning[] = [
    ...(page?.rows ?? []).map((warning) => ({ ...warning, runId: null })),
    ...(await Promise.all(wanted.map((read) => read()))),
  ];
  return toConnection(pageOfCut(rows, cut), async () => cut.length);
}

/**
 * One entry for each warning, in order. Differences are computed here; a server pack's own facts are read on first
 * use.
 */
async function warningsOfRuns(
  loaders: Loaders,
  id: number,
  manifest: LauncherManifest | null,
): Promise<(() => Promise<Warning>)[]> {
  const runs = await loaders.runVersions.load(id);
  return runs.flatMap((run) => {
    const differences = manifest === null ? [] : manifestDifferences(manifest, run);
    const ofStart = Array.from({ length: run.startWarningCount }, (_, place) => async () => {
      const pack = run.serverPackId === null ? null : await loaders.startWarnings.load(run.serverPackId);
      const problem = pack?.warnings[place];
      if (problem === undefined) throw new AppError('NOT_FOUND', 'A server pack has been deleted meanwhile.');
      return { ...problem, runId: run.id };
    });
    return [...differences.map((problem) => async () => ({ ...problem, runId: run.id })), ...ofStart];
  });
}

const ModPackFilter = builder.inputType('ModPackFilter', {
  description: 'Which modpacks are meant; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only those in one of these states.' }),
    nameContains: t.string({
      description: 'Words of the title or the file name, or parts of them, in their order and in any case.',
    }),
    modloader: t.field({
      type: ModloaderEnum,
      description: 'Only those that something was asked for with this modloader.',
    }),
    gameVersion: t.string({
      description: 'Only those that something was asked for with exactly this game version.',
    }),
    dateCreated: t.field({ type: DateRangeInput, description: 'When it was uploaded.' }),
    sha256: t.string({ description: 'Only the one with this content, in hexadecimal.' }),
    quarantined: t.boolean({
      description: 'True: only those in quarantine, for operators the hidden ones, too; false: only others.',
    }),
  }),
});

const ModPackOrderField = builder.enumType('ModPackOrderField', {
  description: 'What modpacks can be ordered by.',
  values: {
    DATE_CREATED: { description: 'When it was uploaded.' },
    NAME: { description: 'Its file name, in any case.' },
    TITLE: { description: 'Its title, in any case.' },
    SIZE: { description: 'Bytes.' },
    DOWNLOADS: { description: 'How often its server packs were downloaded, all together.' },
    VOTES: { description: 'By votes that its server packs work, minus those that they fail.' },
  },
});

const ModPackOrder = builder.inputType('ModPackOrder', {
  description: 'The order of a list of modpacks.',
  fields: (t) => ({
    field: t.field({ type: ModPackOrderField, required: true, description: 'What to order by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end comes first.' }),
  }),
});

const ModPackBy = builder.inputType('ModPackBy', {
  description: 'By what a modpack is known.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'Its id.' }),
    databaseId: t.int({ description: 'The number that REST uses.' }),
    sha256: t.string({ description: 'The SHA-256 of its archive, in hexadecimal.' }),
  }),
});

builder.queryFields((t) => ({
  modPack: t.field({
    type: ModPack,
    nullable: true,
    description: 'The modpack, or null when there is none.',
    args: {
      by: t.arg({ type: ModPackBy, description: 'By what it is known.' }),
      databaseId: t.arg.int({ description: 'In place of `by`: the number that REST uses.' }),
    },
    resolve(_root, args, { database, loaders }) {
      const by = knownBy(args);
      const sha256 = args.by?.sha256;
      if (sha256 != null) return findModPackOfContent(database, sha256);
      return loaders.modPack.load(numberOf('ModPack', by));
    },
  }),
  modPacks: t.connection(
    {
      type: ModPack,
      description: 'All modpacks, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: ModPackFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: ModPackOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, context) {
        const { database, config, maxPageSize, access, viewer } = context;
        const mayOperate = permissionsOf(access.mode, viewer).has('operate');
        const filter = {
          status: given?.status ?? undefined,
          nameContains: given?.nameContains ?? undefined,
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          dateCreated: toDateRange(given?.dateCreated),
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
