import { accountOf } from '../access/accounts.ts';
import { retryRun } from '../core/packs/mod-packs.ts';
import { cancelRun } from '../core/runs/run-control.ts';
import {
  countRuns,
  listRuns,
  outcomeOf,
  type RunOutcome,
  type RunRow,
  type RunState,
} from '../core/runs/runs.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Loaders } from './context.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf, numberOf, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, DateRangeInput, isDescending, toDateRange } from './lists/order.ts';
import {
  Event,
  EventConnection,
  hasColumns,
  ModPack,
  Run,
  RunConfiguration,
  RunConnection,
  ServerPack,
} from './objects.ts';
import { ProblemType } from './problem.ts';
import { Progress } from './progress.ts';
import { QueuePlace } from './queue-place.ts';
import { RunResult } from './run.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { StatusEnum } from './status.ts';
import { startingWith } from './subscriptions/starting-with.ts';
import { Waiting } from './waiting.ts';

const outcomeWords: Record<RunOutcome, { description: string }> = {
  SUCCEEDED: { description: 'It has built a server pack.' },
  FAILED: { description: '`errors` says why there is no server pack.' },
  CANCELLED: { description: 'It was cancelled.' },
};

const RunOutcomeEnum = builder.enumType('RunOutcome', {
  description: 'How a run has ended.',
  values: outcomeWords,
});

async function stateOf({ configuration }: RunRow, loaders: Loaders): Promise<RunState> {
  const state = await loaders.runState.load(configuration.id);
  if (!state) throw new AppError('NOT_FOUND', 'This run has been deleted meanwhile.');
  return state;
}

builder.node(Run, {
  description:
    'One pass of a modpack through check and building. Every upload and every generate request starts one.',
  id: {
    resolve: ({ configuration }) => configuration.id,
    parse: parseDatabaseId,
    description: 'Its id among all objects.',
  },
  isTypeOf: hasColumns<RunRow>('configuration'),
  loadOne: findRun,
  fields: (t) => ({
    databaseId: t.int({
      description: 'Its number, which is that of its run configuration.',
      resolve: ({ configuration }) => configuration.id,
    }),
    status: t.field({
      type: StatusEnum,
      description: 'How far it has come: the status of its newest event.',
      resolve: async (run, _args, { loaders }) => (await stateOf(run, loaders)).status,
    }),
    outcome: t.field({
      type: RunOutcomeEnum,
      nullable: true,
      description: 'How it has ended; null while it has not.',
      resolve: async (run, _args, { loaders }) => outcomeOf(await stateOf(run, loaders)),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was asked for.',
      resolve: ({ configuration }) => configuration.dateCreated,
    }),
    startedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its check began; null until then.',
      resolve: async (run, _args, { loaders }) => (await stateOf(run, loaders)).started,
    }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null until then.',
      resolve: async (run, _args, { loaders }) => (await stateOf(run, loaders)).ended,
    }),
    errors: t.field({
      type: [ProblemType],
      description: 'Why it failed; empty unless it did.',
      resolve: async (run, _args, { loaders }) => (await stateOf(run, loaders)).errors,
    }),
    progress: t.field({
      type: Progress,
      nullable: true,
      description: 'How far the work on it has come; null while nothing is worked on.',
      async resolve(run, _args, { loaders, progress }) {
        const { started, ended } = await stateOf(run, loaders);
        // The runs of one modpack are worked on one after the other.
        return started !== null && ended === null ? progress.newestOf(run.configuration.modPackId) : null;
      },
    }),
    queuePlace: t.field({
      type: QueuePlace,
      nullable: true,
      description: 'Its place in line; null once a worker has begun with it.',
      resolve: ({ configuration }, _args, { loaders }) => loaders.queuePlace.load(configuration.id),
    }),
    waiting: t.field({
      type: Waiting,
      nullable: true,
      description: 'What it waits for although it has had its turn; null when it does not.',
      resolve: ({ configuration }, _args, { loaders }) => loaders.waitingRun.load(configuration.id),
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      async resolve({ configuration }, _args, { loaders }) {
        const modPack = await loaders.modPack.load(configuration.modPackId);
        if (!modPack) throw new AppError('NOT_FOUND', 'This run has been deleted meanwhile.');
        return modPack;
      },
    }),
    runConfiguration: t.field({
      type: RunConfiguration,
      description: 'What the server pack is built for.',
      resolve: ({ configuration }) => configuration,
    }),
    events: t.connection(
      {
        type: Event,
        description: 'Its events, the oldest first unless ordered otherwise.',
        args: { orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }) },
        async resolve({ configuration: { id } }, { orderBy, ...args }, { loaders, maxPageSize }) {
          const request = pageRequest(args, maxPageSize);
          const page = await loaders.eventsOfRun.page(id, {
            request,
            descending: isDescending(orderBy, false),
          });
          return toConnection(page, () => loaders.eventsOfRun.count(id));
        },
      },
      EventConnection,
    ),
    serverPack: t.field({
      type: ServerPack,
      nullable: true,
      description: 'What it has built; null until then, if it failed, or when that was deleted.',
      resolve: ({ configuration }, _args, { loaders }) => loaders.serverPackOfRun.load(configuration.id),
    }),
  }),
});

async function findRun(id: number, { loaders }: { loaders: Loaders }): Promise<RunRow | null> {
  const configuration = await loaders.runConfiguration.load(id);
  return configuration && { configuration };
}

const RunFilter = builder.inputType('RunFilter', {
  description: 'Which runs are meant; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only those with one of these statuses.' }),
    modPack: t.globalID({ description: 'Only those of this modpack.' }),
    modloader: t.field({ type: ModloaderEnum, description: 'Only those for this modloader.' }),
    gameVersion: t.string({ description: 'Only those for exactly this game version.' }),
    dateCreated: t.field({ type: DateRangeInput, description: 'When it was asked for.' }),
  }),
});

const RunBy = builder.inputType('RunBy', {
  description: 'By what a run is known.',
  isOneOf: true,
  fields: (t) => ({
    id: t.globalID({ description: 'Its id.' }),
    databaseId: t.int({ description: 'Its number.' }),
  }),
});

builder.queryFields((t) => ({
  run: t.field({
    type: Run,
    nullable: true,
    description: 'The run, or null when there is none.',
    args: { by: t.arg({ type: RunBy, required: true, description: 'By what it is known.' }) },
    resolve: (_root, { by }, context) => findRun(numberOf('Run', by), context),
  }),
  runs: t.connection(
    {
      type: Run,
      description: 'All runs, those that were asked for last first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: RunFilter, description: 'Which are meant.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, { database, config, maxPageSize }) {
        const filter = {
          status: given?.status ?? undefined,
          modPackId: given?.modPack ? databaseIdOf('modPack', 'ModPack', given.modPack) : undefined,
          modloader: given?.modloader ?? undefined,
          gameVersion: given?.gameVersion ?? undefined,
          dateCreated: toDateRange(given?.dateCreated),
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
    description: 'A run: at once, and again after each of its events.',
    args: { id: t.arg.globalID({ required: true, description: 'The run.' }) },
    subscribe: (_root, { id }, { feed }) => {
      const runConfigurationId = databaseIdOf('id', 'Run', id);
      const events = feed.subscribe({ runConfigurationId });
      return startingWith<{ runConfigurationId: number }>({ runConfigurationId }, events);
    },
    async resolve({ runConfigurationId }, _args, context) {
      const run = await findRun(runConfigurationId, context);
      if (!run) throw new AppError('NOT_FOUND', `There is no run ${runConfigurationId}.`);
      return run;
    },
  }),
);

const CancelInput = builder.inputType('CancelRunInput', {
  description: 'A run that waits or is under way.',
  fields: (t) => ({
    run: t.globalID({ description: 'The run; it has to be given.' }),
    runConfiguration: t.globalID({
      description: 'Deprecated, use `run`: its run configuration.',
    }),
  }),
});

type GlobalId = { typename: string; id: string } | null | undefined;

/** The number of the run. Fails with INVALID_INPUT unless it is given exactly once. */
function runToCancel(run: GlobalId, runConfiguration: GlobalId): number {
  if (run && !runConfiguration) return databaseIdOf('run', 'Run', run);
  if (runConfiguration && !run) return databaseIdOf('runConfiguration', 'RunConfiguration', runConfiguration);
  throw new AppError('INVALID_INPUT', 'run must be given, and nothing else.', { field: 'run' });
}

const RetryRunInput = builder.inputType('RetryRunInput', {
  description: 'A run that failed or was cancelled.',
  fields: (t) => ({ run: t.globalID({ required: true, description: 'The run.' }) }),
});

interface Cancelled {
  modPackId: number;
  runConfigurationId: number;
}

const RunCancelled = builder.objectRef<Cancelled>('RunCancelled').implement({
  description: 'The run has ended with the event ERROR and the code CANCELLED.',
  fields: (t) => ({
    run: t.field({
      type: Run,
      nullable: true,
      description: 'The run; null if its modpack has been deleted meanwhile.',
      resolve: ({ runConfigurationId }, _args, context) => findRun(runConfigurationId, context),
    }),
    modPack: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack; null if it has been deleted meanwhile.',
      resolve: ({ modPackId }, _args, { loaders }) => loaders.modPack.load(modPackId),
    }),
  }),
});

const CancelResult = builder.unionType('CancelRunResult', {
  description: 'The cancelled run, or why it was not cancelled.',
  types: [RunCancelled, InvalidInputError, NotFoundError, ConflictError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'RunCancelled'),
});

builder.mutationFields((t) => ({
  cancelRun: t.field({
    type: CancelResult,
    description: 'Ends a run that waits or is under way. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: CancelInput, required: true, description: 'The run.' }) },
    resolve: (_root, { input: { run, runConfiguration } }, { database }) =>
      orExpectedError<Cancelled>(async () => {
        const runConfigurationId = runToCancel(run, runConfiguration);
        return { ...(await cancelRun(database, runConfigurationId)), runConfigurationId };
      }),
  }),
  retryRun: t.field({
    type: RunResult,
    description:
      'Starts another run for the run configuration of one that failed or was cancelled, with a copy of it. For operators.',
    needs: 'operate',
    args: { input: t.arg({ type: RetryRunInput, required: true, description: 'The run.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const { caller } = accountOf(context.viewer);
        return retryRun(context, databaseIdOf('run', 'Run', input.run), { tokenId: null, caller });
      }),
  }),
}));
