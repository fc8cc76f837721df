import { accountOf } from '../access/accounts.ts';
import { manifestDifferences } from '../archive/manifests/index.ts';
import type { Problem } from '../archive/report.ts';
import { countEventsOfRuns, listEventsOfRuns } from '../core/events/events.ts';
import { retryRun } from '../core/packs/mod-packs.ts';
import { findQueuePlaces } from '../core/runs/queue-places.ts';
import { cancelRun } from '../core/runs/run-control.ts';
import {
  countRuns,
  findRunStates,
  listRuns,
  outcomeOf,
  type RunOutcome,
  type RunRow,
  type RunState,
} from '../core/runs/runs.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { resultOf } from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, numberOf, parseDatabaseId } from './global-id.ts';
import { RunInput } from './inputs.ts';
import { IdOrNumber, ModPackBy, modPackNumber } from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, DateRangeInput, isDescending, toDateRange } from './lists/order.ts';
import { loaderByKey, loaderOf, pageLoader } from './loaders.ts';
import { Notice } from './notice.ts';
import {
  Event,
  EventConnection,
  hasColumns,
  ModPack,
  modPackLoader,
  Run,
  RunConfiguration,
  RunConnection,
  reportLoader,
  runConfigurationLoader,
  ServerPack,
  serverPackOfRunLoader,
} from './objects.ts';
import { Progress } from './progress.ts';
import { RunStartedResult } from './run.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { startWarningsLoader } from './server-pack.ts';
import { StatusEnum } from './status.ts';
import { followRun } from './subscriptions/follow-run.ts';
import { selects } from './subscriptions/selects.ts';
import { Waiting, waitingRunLoader } from './waiting.ts';

const outcomeWords: Record<RunOutcome, { description: string }> = {
  SUCCEEDED: { description: 'The run has built a server pack.' },
  FAILED: { description: '`errors` says why there is no server pack.' },
  CANCELLED: { description: 'The run was cancelled.' },
};

const RunOutcomeEnum = builder.enumType('RunOutcome', {
  description: 'How a run ended.',
  values: outcomeWords,
});

const statusOfPhase = { CHECKING: 'CHECKING', FETCHING: 'CHECKING', GENERATING: 'GENERATING' } as const;

/** Loads queue positions by run. */
const queuePositionLoader = loaderOf(async (database, ids: readonly number[]) => {
  const positions = await findQueuePlaces(database, ids);
  return ids.map((id) => positions.get(id) ?? null);
});
const runStateLoader = loaderByKey(findRunStates, (state) => state.runConfigurationId);
const eventPagesOfRun = pageLoader(listEventsOfRuns);
const eventCountsOfRun = loaderOf(countEventsOfRuns);

async function stateOf({ configuration }: RunRow, context: Context): Promise<RunState> {
  const state = await runStateLoader(context).load(configuration.id);
  if (!state) throw new AppError('NOT_FOUND', 'This run has been deleted meanwhile.');
  return state;
}

/** Where the configuration differs from the manifest, and the warnings of the server pack once it is built. */
async function warningsOf({ configuration }: RunRow, _args: object, context: Context): Promise<Problem[]> {
  const [report, serverPack] = await Promise.all([
    reportLoader(context).load(configuration.modPackId),
    serverPackOfRunLoader(context).load(configuration.id),
  ]);
  const found = serverPack && (await startWarningsLoader(context).load(serverPack.id));
  const differences = report?.manifest ? manifestDifferences(report.manifest, configuration) : [];
  return [...differences, ...(found?.warnings ?? [])];
}

builder.node(Run, {
  description:
    'One pass of a modpack through check and building; every upload and every generate request starts one.',
  id: {
    resolve: ({ configuration }) => configuration.id,
    parse: parseDatabaseId,
    description: 'The global id.',
  },
  isTypeOf: hasColumns<RunRow>('configuration'),
  loadOne: findRun,
  fields: (t) => ({
    databaseId: t.int({
      description: 'The number, which REST calls that of the run configuration.',
      resolve: ({ configuration }) => configuration.id,
    }),
    status: t.field({
      type: StatusEnum,
      description: 'How far the run has come: the status of its newest event.',
      resolve: async (run, _args, context) => (await stateOf(run, context)).status,
    }),
    outcome: t.field({
      type: RunOutcomeEnum,
      nullable: true,
      description: 'Null until the run has ended.',
      resolve: async (run, _args, context) => outcomeOf(await stateOf(run, context)),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the run was requested.',
      resolve: ({ configuration }) => configuration.dateCreated,
    }),
    startedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the check began. Null until then.',
      resolve: async (run, _args, context) => (await stateOf(run, context)).started,
    }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the run ended. Null until then.',
      resolve: async (run, _args, context) => (await stateOf(run, context)).ended,
    }),
    errors: t.field({
      type: [Notice],
      description: 'Why the run failed; empty unless it did.',
      resolve: async (run, _args, context) => (await stateOf(run, context)).errors,
    }),
    warnings: t.field({
      type: [Notice],
      description:
        "Where the configuration differs from the launcher's manifest, then why the server pack may not " +
        'start; at most 52. Empty until the modpack has passed its check.',
      resolve: warningsOf,
    }),
    progress: t.field({
      type: Progress,
      nullable: true,
      description: 'How far the current work has come. Null where no work is done.',
      async resolve(run, _args, context) {
        const { status } = await stateOf(run, context);
        // The last progress of a step may arrive after its end.
        const now = context.parts.progress.newestOf(run.configuration.id);
        return now !== null && statusOfPhase[now.phase] === status ? now : null;
      },
    }),
    queuePlace: t.int({
      nullable: true,
      description:
        'The position in the queue, from 1; runs of callers with fewer waiting runs may overtake. Null where ' +
        'the run has left the queue.',
      resolve: async ({ configuration }, _args, context) =>
        (await queuePositionLoader(context).load(configuration.id))?.place ?? null,
    }),
    queueLength: t.int({
      nullable: true,
      description: 'The number of runs in the queue. Null where this one has left it.',
      resolve: async ({ configuration }, _args, context) =>
        (await queuePositionLoader(context).load(configuration.id))?.waiting ?? null,
    }),
    waiting: t.field({
      type: Waiting,
      nullable: true,
      description: 'Why the run waits although it has left the queue. Null where it does not.',
      resolve: ({ configuration }, _args, context) => waitingRunLoader(context).load(configuration.id),
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      async resolve({ configuration }, _args, context) {
        const modPack = await modPackLoader(context).load(configuration.modPackId);
        if (!modPack) throw new AppError('NOT_FOUND', 'This run has been deleted meanwhile.');
        return modPack;
      },
    }),
    configuration: t.field({
      type: RunConfiguration,
      description: 'The values that the run builds its server pack with.',
      resolve: ({ configuration }) => configuration,
    }),
    events: t.connection(
      {
        type: Event,
        description: 'The events of the run, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ configuration: { id } }, { orderBy, ...args }, context) {
          const request = pageRequest(args, context.operation.maxPageSize);
          const page = await eventPagesOfRun(context).load(id, {
            request,
            descending: isDescending(orderBy, false),
          });
          return toConnection(page, () => eventCountsOfRun(context).load(id));
        },
      },
      EventConnection,
    ),
    serverPack: t.field({
      type: ServerPack,
      nullable: true,
      description: 'The server pack that the run built. Null until then, and where it was deleted.',
      resolve: ({ configuration }, _args, context) => serverPackOfRunLoader(context).load(configuration.id),
    }),
  }),
});

async function findRun(id: number, context: Context): Promise<RunRow | null> {
  const configuration = await runConfigurationLoader(context).load(id);
  return configuration && { configuration };
}

/** The run. Fails with NOT_FOUND. */
async function demandRun(id: number, context: Context): Promise<RunRow> {
  const run = await findRun(id, context);
  if (run) return run;
  throw new AppError('NOT_FOUND', `There is no run ${id}.`);
}

const RunFilter = builder.inputType('RunFilter', {
  description: 'Which runs to include; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only runs with one of these statuses.' }),
    modPack: t.field({ type: ModPackBy, description: 'Only runs of this modpack.' }),
    modloader: t.field({ type: ModloaderEnum, description: 'Only runs for this modloader.' }),
    gameVersion: t.string({ description: 'Only runs for exactly this game version.' }),
    createdAt: t.field({ type: DateRangeInput, description: 'When the run was requested.' }),
  }),
});

builder.queryFields((t) => ({
  run: t.field({
    type: Run,
    nullable: true,
    description: 'Null where there is none.',
    args: { by: t.arg({ type: IdOrNumber, required: true, description: 'The key of the run.' }) },
    resolve: (_root, { by }, context) => findRun(numberOf('by', 'Run', by), context),
  }),
  runs: t.connection(
    {
      type: Run,
      description: 'All runs, the newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: RunFilter, description: 'Which runs to include.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      async resolve(
        _root,
        { filter: given, orderBy, ...args },
        { parts: { config }, operation: { database, maxPageSize } },
      ) {
        const filter = {
          status: given?.status ?? undefined,
          modPackId: given?.modPack ? await modPackNumber(database, 'modPack', given.modPack) : undefined,
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          dateCreated: toDateRange(given?.createdAt),
        };
        const page = { request: pageRequest(args, maxPageSize), descending: isDescending(orderBy, true) };
        const count = () => countRuns(database, filter, config.totalLimits);
        return toConnection(await listRuns(database, filter, page), count);
      },
    },
    RunConnection,
  ),
}));

builder.subscriptionField('run', (t) =>
  t.field({
    type: Run,
    description:
      'A run: its current state, then each change of a selected field, of the queue once a second at most. ' +
      'Ends after the state with `endedAt`.',
    extensions: { tellsStates: true },
    args: { by: t.arg({ type: IdOrNumber, required: true, description: 'The key of the run.' }) },
    subscribe: (_root, { by }, { parts, operation: { database } }, info) =>
      followRun({ ...parts, database }, numberOf('by', 'Run', by), (...names) => selects(info, names)),
    async resolve({ runConfigurationId }, _args, context) {
      return demandRun(runConfigurationId, context);
    },
  }),
);

const RunResult = resultOf(Run, 'The run, or why it was not changed.');

builder.mutationFields((t) => ({
  cancelRun: t.field({
    type: RunResult,
    description: 'Ends a run that waits or is under way. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: RunInput, required: true, description: 'The run.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const runConfigurationId = databaseIdOf('run', 'Run', input.run);
        await cancelRun(context.operation.database, runConfigurationId);
        // An earlier mutation of the request may have read the run.
        for (const loader of [runStateLoader, queuePositionLoader, waitingRunLoader])
          loader(context).clear(runConfigurationId);
        return demandRun(runConfigurationId, context);
      }),
  }),
  retryRun: t.field({
    type: RunStartedResult,
    description: 'Starts a new run like one that failed or was cancelled. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: RunInput, required: true, description: 'The run.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const { caller } = accountOf(context.viewer);
        return retryRun(context.parts, databaseIdOf('run', 'Run', input.run), { tokenId: null, caller });
      }),
  }),
}));
