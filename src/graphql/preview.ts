import { manifestDifferences } from '../archive/manifests/index.ts';
import type { Problem } from '../archive/report.ts';
import type { RunConfiguration } from '../archive/run-configuration.ts';
import type { ExcludedFiles } from '../archive/selection/excluded-files.ts';
import { type ExclusionReason, exclusionReasons } from '../archive/selection/selection-rules.ts';
import { withDropLists } from '../core/drop-lists/drop-lists.ts';
import type { ModPack as ModPackRow } from '../core/packs/mod-packs.ts';
import { decidedFor } from '../core/previews/decisions.ts';
import type { Preview, PreviewWanted } from '../core/previews/previews.ts';
import { completeRun, parseRunRequest } from '../core/runs/run-request.ts';
import { AppError } from '../errors.ts';
import { limitKey } from '../limits/rate-limits.ts';
import { newestJavaFor } from '../modloaders/java-facts.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { ModPackBy, modPackNumber, noSuch } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { perOperation } from './loaders.ts';
import { ModDecisionFilter, toDecisionFilter } from './mod-decision.ts';
import { Notice } from './notice.ts';
import { ModDecisionConnection, ModDecisionType, ModPack, modPackLoader, reportLoader } from './objects.ts';
import { RunConfigurationInput } from './run-configuration.ts';

/**
 * Most decisions of one page, even where pages of other lists have fewer nodes: decisions are small, and a preview's
 * caller wants all of them.
 */
const largestPage = 1_000;

interface ServerPackPreviewRow {
  modPack: ModPackRow;
  preview: Preview;
  run: RunConfiguration;
  warnings: Problem[];
}

const described = (description: string) => ({ description });
const reasonValues: Record<ExclusionReason, { description: string }> = {
  EXCLUDED: described(exclusionReasons.EXCLUDED),
  WORLD: described(exclusionReasons.WORLD),
  MAP: described(exclusionReasons.MAP),
  SECRET: described(exclusionReasons.SECRET),
  BACKUP: described(exclusionReasons.BACKUP),
  ADMIN: described(exclusionReasons.ADMIN),
  PROGRAM: described(exclusionReasons.PROGRAM),
  SCRIPTS: described(exclusionReasons.SCRIPTS),
  NOT_LOOKED_AT: described(exclusionReasons.NOT_LOOKED_AT),
  PROJECT: described(exclusionReasons.PROJECT),
  CACHE: described(exclusionReasons.CACHE),
  OLD_COPY: described(exclusionReasons.OLD_COPY),
  CLIENT: described(exclusionReasons.CLIENT),
  ROOT_FILE: described(exclusionReasons.ROOT_FILE),
  BY_PRODUCT: described(exclusionReasons.BY_PRODUCT),
  GAME_JAR: described(exclusionReasons.GAME_JAR),
};

const LeftOutReasonEnum = builder.enumType('LeftOutReason', {
  description: 'Why files of a modpack stay out of a server pack.',
  values: reasonValues,
});

const LeftOutFiles = builder.objectRef<ExcludedFiles>('LeftOutFiles').implement({
  description: 'A file that stays out of a server pack, or a folder of such files.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'The path in the pack, of a folder with a slash at its end; for EXCLUDED, the pattern.',
    }),
    reason: t.field({ type: LeftOutReasonEnum, description: 'Why.', resolve: ({ reason }) => reason }),
    files: t.exposeInt('files', { description: 'The number of files.' }),
    bytes: t.field({
      type: 'BigInt',
      description: 'The uncompressed size of these files in bytes.',
      resolve: ({ bytes }) => bytes,
    }),
  }),
});

const ServerPackPreview = builder.objectRef<ServerPackPreviewRow>('ServerPackPreview').implement({
  description: 'The content of a server pack before it is built. Nothing is built or stored.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      resolve: ({ modPack }) => modPack,
    }),
    decisions: t.connection(
      {
        type: ModDecisionType,
        description: `The decision on every mod of the modpack, and why. Up to ${largestPage} can be requested at once.`,
        args: { filter: t.arg({ type: ModDecisionFilter, description: 'Which decisions to include.' }) },
        async resolve({ preview, modPack, run }, { filter: given, ...args }, { operation: { maxPageSize } }) {
          const filter = toDecisionFilter(given);
          const request = pageRequest(args, Math.max(maxPageSize, largestPage));
          const page = await preview.decisions({ request, filter });
          const about = { modPackId: modPack.id, run, runConfigurationId: null };
          return toConnection(decidedFor(page, about), () => preview.count(filter));
        },
      },
      ModDecisionConnection,
    ),
    factsNumber: t.int({
      description: "The number of the service's facts about mods; it rises with each change.",
      resolve: ({ preview }) => preview.facts.number,
    }),
    factsDate: t.string({
      description: 'The day of the last change of these facts, as YYYY-MM-DD.',
      resolve: ({ preview }) => preview.facts.date,
    }),
    keptCount: t.int({
      description: 'How many mods would be in the server pack.',
      resolve: async ({ preview }) => (await preview.sum()).keptCount,
    }),
    droppedCount: t.int({
      description: 'How many mods would be dropped.',
      resolve: async ({ preview }) => (await preview.sum()).droppedCount,
    }),
    keptModBytes: t.field({
      type: 'BigInt',
      description: 'Bytes of the jars of the mods that would be in the server pack.',
      resolve: async ({ preview }) => (await preview.sum()).keptModBytes,
    }),
    fileCount: t.int({
      description: 'How many files of the modpack would be in the server pack, including mods.',
      resolve: async ({ preview }) => (await preview.sum()).fileCount,
    }),
    fileBytes: t.field({
      type: 'BigInt',
      description: 'The uncompressed size of these files in bytes.',
      resolve: async ({ preview }) => (await preview.sum()).fileBytes,
    }),
    leftOut: t.field({
      type: [LeftOutFiles],
      description: 'The files other than mods that would stay out, each folder as one; at most 100.',
      resolve: async ({ preview }) => (await preview.sum()).leftOut,
    }),
    leftOutCount: t.int({
      description: 'How many files other than mods would stay out.',
      resolve: async ({ preview }) => (await preview.sum()).leftOutCount,
    }),
    leftOutBytes: t.field({
      type: 'BigInt',
      description: 'The uncompressed size of these files in bytes.',
      resolve: async ({ preview }) => (await preview.sum()).leftOutBytes,
    }),
    javaVersion: t.int({
      nullable: true,
      description: 'The Java that the server pack needs. Null where that is unknown.',
      resolve: async ({ preview }) => (await preview.sum()).javaVersion,
    }),
    newestJavaVersion: t.int({
      nullable: true,
      description: 'The newest Java with which the server pack starts. Null where no limit is known.',
      resolve: ({ run }) => newestJavaFor(run.modloader, run.gameVersion)?.version ?? null,
    }),
    warnings: t.field({
      type: [Notice],
      description:
        "Where the run configuration differs from the launcher's manifest, why the server pack might not " +
        'start, and which excluded files may be missed.',
      resolve: async ({ preview, warnings }) => [...warnings, ...(await preview.sum()).warnings],
    }),
  }),
});

/**
 * The cost of a preview, cached or not: it reads the inventory and judges it in a thread. A preview of 20,000 jars
 * takes about as long as 5,000 fields of rows.
 */
const weight = 5_000;

const PreviewResult = resultOf(ServerPackPreview, 'The preview, or why there is none.');

const openedPreviews = perOperation(() => new Map<string, Preview>());

/** Opens a preview, once for each operation. */
function openPreview(context: Context, wanted: PreviewWanted): Preview {
  const opened = openedPreviews(context);
  const key = JSON.stringify([wanted.modPack.id, wanted.run]);
  const preview = opened.get(key) ?? context.parts.previews.open(wanted);
  opened.set(key, preview);
  return preview;
}

builder.queryField('previewServerPack', (t) =>
  t.field({
    type: PreviewResult,
    extensions: { weight },
    description:
      'What a server pack for this run configuration would hold. NOT_READY until the modpack has passed ' +
      'its check.',
    args: {
      modPack: t.arg({ type: ModPackBy, required: true, description: 'The modpack.' }),
      runConfiguration: t.arg({
        type: RunConfigurationInput,
        required: true,
        description: 'The run configuration of the server pack.',
      }),
    },
    resolve: (_root, args, context) =>
      orExpectedError<ServerPackPreviewRow>(async () => {
        const request = parseRunRequest(args.runConfiguration, context.parts.config);
        const id = await modPackNumber(context.operation.database, 'modPack', args.modPack);
        const modPack = await modPackLoader(context).load(id);
        if (!modPack) throw noSuch('modpack', id);
        const report = await reportLoader(context).load(id);
        if (!report) throw new AppError('NOT_READY', `Modpack ${id} has not passed its check.`);
        const complete = await completeRun(request, async () => report.manifest);
        const run = await withDropLists(context.operation.database, complete);
        const warnings = report.manifest ? manifestDifferences(report.manifest, run) : [];
        const signal = context.operation.work?.signal ?? new AbortController().signal;
        const { baseFolder, names, accountArchives, unasked, startArgs } = report;
        return {
          modPack,
          run,
          preview: openPreview(context, {
            modPack,
            baseFolder,
            names,
            accountArchives,
            unasked,
            startArgs,
            run,
            caller: limitKey(context.viewer),
            signal,
            aside: context.operation.aside,
          }),
          warnings,
        };
      }),
  }),
);
