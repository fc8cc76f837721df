import { limitKey } from '../access/rate-limits.ts';
import type { LeftOut } from '../archive/left-out.ts';
import { manifestDifferences } from '../archive/manifests/index.ts';
import type { Problem } from '../archive/report.ts';
import type { RunConfiguration } from '../archive/run-configuration.ts';
import { type LeftOutReason, leftOutReasons } from '../archive/selection-rules.ts';
import { decidedFor } from '../core/packs/decisions.ts';
import type { ModPack as ModPackRow } from '../core/packs/mod-packs.ts';
import type { Preview } from '../core/packs/previews.ts';
import { completeRun, parseRunRequest } from '../core/runs/run-request.ts';
import { AppError } from '../errors.ts';
import { javaVersionFor } from '../modloaders/java-version.ts';
import { newestJavaFor } from '../modloaders/newest-java.ts';
import { builder } from './builder.ts';
import { InvalidInputError, NotFoundError, resultType, UnavailableError } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { ModDecisionFilter, toDecisionFilter } from './mod-decision.ts';
import { ModDecisionConnection, ModDecisionType, ModPack } from './objects.ts';
import { ProblemType } from './problem.ts';
import { RunConfigurationInput } from './run-configuration.ts';

/** Decisions of one page at most, where MAX_PAGE_SIZE is less: they are small, and who asks for a preview wants all of it. */
const largestPage = 1_000;

interface ServerPackPreviewRow {
  modPack: ModPackRow;
  preview: Preview;
  run: RunConfiguration;
  warnings: Problem[];
}

const described = (description: string) => ({ description });
const reasonValues: Record<LeftOutReason, { description: string }> = {
  EXCLUDED: described(leftOutReasons.EXCLUDED),
  WORLD: described(leftOutReasons.WORLD),
  MAP: described(leftOutReasons.MAP),
  SECRET: described(leftOutReasons.SECRET),
  BACKUP: described(leftOutReasons.BACKUP),
  ADMIN: described(leftOutReasons.ADMIN),
  PROGRAM: described(leftOutReasons.PROGRAM),
  SCRIPTS: described(leftOutReasons.SCRIPTS),
  NOT_LOOKED_AT: described(leftOutReasons.NOT_LOOKED_AT),
  PROJECT: described(leftOutReasons.PROJECT),
  CACHE: described(leftOutReasons.CACHE),
  OLD_COPY: described(leftOutReasons.OLD_COPY),
  CLIENT: described(leftOutReasons.CLIENT),
  ROOT_FILE: described(leftOutReasons.ROOT_FILE),
  BY_PRODUCT: described(leftOutReasons.BY_PRODUCT),
  GAME_JAR: described(leftOutReasons.GAME_JAR),
};

const LeftOutReasonEnum = builder.enumType('LeftOutReason', {
  description: 'Why files of a modpack stay out of a server pack.',
  values: reasonValues,
});

const LeftOutFiles = builder.objectRef<LeftOut>('LeftOutFiles').implement({
  description: 'A file that stays out of a server pack, or a folder with all that does.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'Its path in the pack; the path of a folder ends in a slash. When it is EXCLUDED, the pattern that names it.',
    }),
    reason: t.field({ type: LeftOutReasonEnum, description: 'Why.', resolve: ({ reason }) => reason }),
    files: t.exposeInt('files', { description: 'How many files that are.' }),
    bytes: t.field({
      type: 'BigInt',
      description: 'Bytes of these files, not compressed.',
      resolve: ({ bytes }) => bytes,
    }),
  }),
});

const FactsUsed = builder.objectRef<Preview['facts']>('FactsUsed').implement({
  description: 'The facts about mods by which mods are judged.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Goes up by each change of them.' }),
    date: t.exposeString('date', { description: 'The day of their last change, as YYYY-MM-DD.' }),
  }),
});

const ServerPackPreview = builder.objectRef<ServerPackPreviewRow>('ServerPackPreview').implement({
  description: 'What a server pack would be. Nothing is built or stored for it.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      resolve: ({ modPack }) => modPack,
    }),
    decisions: t.connection(
      {
        type: ModDecisionType,
        description: `What would become of every mod of the modpack, and why. Up to ${largestPage} may be asked for at once.`,
        args: { filter: t.arg({ type: ModDecisionFilter, description: 'Which are meant.' }) },
        async resolve({ preview, modPack, run }, { filter: given, ...args }, { maxPageSize }) {
          const filter = toDecisionFilter(given);
          const request = pageRequest(args, Math.max(maxPageSize, largestPage));
          const page = await preview.decisions({ request, filter });
          const about = { modPackId: modPack.id, run };
          return toConnection(decidedFor(page, about), () => preview.count(filter));
        },
      },
      ModDecisionConnection,
    ),
    facts: t.field({
      type: FactsUsed,
      description: 'The facts about mods that it was worked out with.',
      resolve: ({ preview }) => preview.facts,
    }),
    keptCount: t.int({
      description: 'How many mods would be in it.',
      resolve: async ({ preview }) => (await preview.sum()).keptCount,
    }),
    droppedCount: t.int({
      description: 'How many mods would be left out.',
      resolve: async ({ preview }) => (await preview.sum()).droppedCount,
    }),
    keptModBytes: t.field({
      type: 'BigInt',
      description: 'Bytes of the jars of the mods that would be in it.',
      resolve: async ({ preview }) => (await preview.sum()).keptModBytes,
    }),
    fileCount: t.int({
      description: 'How many files of the modpack would be in it, mods among them.',
      resolve: async ({ preview }) => (await preview.sum()).fileCount,
    }),
    fileBytes: t.field({
      type: 'BigInt',
      description: 'Bytes of these files, not compressed.',
      resolve: async ({ preview }) => (await preview.sum()).fileBytes,
    }),
    leftOut: t.field({
      type: [LeftOutFiles],
      description:
        'What would stay out beside mods, folders as one: worlds, maps, accounts and backups first; at most 100.',
      resolve: async ({ preview }) => (await preview.sum()).leftOut,
    }),
    leftOutCount: t.int({
      description: 'How many files would stay out beside mods, whatever `leftOut` shows of them.',
      resolve: async ({ preview }) => (await preview.sum()).leftOutCount,
    }),
    leftOutBytes: t.field({
      type: 'BigInt',
      description: 'Bytes of these files, not compressed.',
      resolve: async ({ preview }) => (await preview.sum()).leftOutBytes,
    }),
    javaVersion: t.int({
      nullable: true,
      description: 'The Java that its game version is made for; null where that is not known.',
      resolve: ({ run }) => javaVersionFor(run.gameVersion),
    }),
    newestJavaVersion: t.int({
      nullable: true,
      description:
        'The newest Java that starts it: newer ones fail, or are reported to; null while none is known to.',
      resolve: ({ run }) => newestJavaFor(run.modloader, run.gameVersion)?.version ?? null,
    }),
    warnings: t.field({
      type: [ProblemType],
      description:
        "Where the run configuration differs from the launcher's manifest, why the server pack might not start, and what stays out of it that somebody may miss.",
      resolve: async ({ preview, warnings }) => [...warnings, ...(await preview.sum()).warnings],
    }),
  }),
});

/**
 * The cost of a preview, kept or not: it reads the inventory and decides about it in a thread. A preview of 20,000
 * jars takes about as long as 5,000 fields of rows.
 */
const weight = 5_000;

const PreviewResult = builder.unionType('PreviewServerPackResult', {
  description: 'The preview, or why there is none.',
  types: [ServerPackPreview, InvalidInputError, NotFoundError, UnavailableError],
  resolveType: (value) => resultType(value, 'ServerPackPreview'),
});

builder.queryField('previewServerPack', (t) =>
  t.field({
    type: PreviewResult,
    extensions: { weight },
    description:
      'What would become of every mod and file if a server pack were built for this run configuration. Only once the modpack has passed its check; until then NOT_READY.',
    args: {
      modPack: t.arg.globalID({ required: true, description: 'The modpack.' }),
      runConfiguration: t.arg({
        type: RunConfigurationInput,
        required: true,
        description: 'What the server pack would be built for.',
      }),
    },
    resolve: (_root, args, { loaders, config, viewer, aside, work }) =>
      orExpectedError<ServerPackPreviewRow>(async () => {
        const request = parseRunRequest(args.runConfiguration, config);
        const id = databaseIdOf('modPack', 'ModPack', args.modPack);
        const modPack = await loaders.modPack.load(id);
        if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${id}.`);
        const report = await loaders.report.load(id);
        if (!report) throw new AppError('NOT_READY', `Modpack ${id} has not passed its check.`);
        const run = await completeRun(request, async () => report.manifest);
        const warnings = report.manifest ? manifestDifferences(report.manifest, run) : [];
        const signal = work?.signal ?? new AbortController().signal;
        const { baseFolder, names, accountArchives, unasked } = report;
        return {
          modPack,
          run,
          preview: loaders.preview({
            modPack,
            baseFolder,
            names,
            accountArchives,
            unasked,
            run,
            caller: limitKey(viewer),
            signal,
            aside,
          }),
          warnings,
        };
      }),
  }),
);
