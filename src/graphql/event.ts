import type { Status } from '../../drizzle/schema.ts';
import { type EventKind, isFinal, kindOf } from '../core/events/event-kinds.ts';
import { countEvents, type EventFilter, type Event as EventRow, listEvents } from '../core/events/events.ts';
import { demandLine } from '../core/packs/lines.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { databaseIdOf, idInFilter, parseDatabaseId } from './global-id.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, isDescending } from './lists/order.ts';
import {
  Event,
  EventConnection,
  hasColumns,
  Line,
  ModPack,
  Run,
  RunConfiguration,
  ServerPack,
} from './objects.ts';
import { ProblemType } from './problem.ts';
import { StatusEnum } from './status.ts';
import { startingWith } from './subscriptions/starting-with.ts';

const kindWords: Record<EventKind, { description: string }> = {
  QUEUED: { description: 'The run waits for its turn.' },
  CHECK_STARTED: { description: 'The check of the archive has begun.' },
  CHECK_PASSED: { description: 'The archive has passed its check.' },
  BUILD_STARTED: { description: 'The building of the server pack has begun.' },
  BUILT: { description: 'The server pack is built.' },
  STORE_QUEUED: { description: 'The server pack has a number and is to be stored.' },
  MOD_PACK_STORED: { description: 'What was learnt of the modpack is stored.' },
  READY: { description: 'The server pack can be downloaded. The run has ended.' },
  CHECK_FAILED: { description: 'No server pack is built: `errors` says why. The run has ended.' },
  BUILD_FAILED: { description: 'The building failed: `errors` says why. The run has ended.' },
  CANCELLED: { description: 'The run was cancelled and has ended.' },
};

const EventKindEnum = builder.enumType('EventKind', {
  description: 'What an event tells, for programs.',
  values: kindWords,
});

builder.node(Event, {
  description: 'The record of one step of a run. Ids increase in the order in which events came to be.',
  id: { resolve: (event) => event.id, parse: parseDatabaseId, description: 'Its id among all objects.' },
  isTypeOf: hasColumns<EventRow>('timestamp'),
  loadOne: (id, { loaders }) => loaders.event.load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    status: t.field({
      type: StatusEnum,
      description: 'The state the modpack came to.',
      resolve: (event) => event.status,
    }),
    kind: t.field({
      type: EventKindEnum,
      description: 'What it tells, for programs.',
      resolve: (event) => kindOf(event),
    }),
    isFinal: t.boolean({
      description: 'Whether it is the last of its run.',
      resolve: (event) => isFinal(event),
    }),
    message: t.exposeString('message', { description: 'A sentence for people. Programs look at `kind`.' }),
    errors: t.field({
      type: [ProblemType],
      description: 'What was wrong; filled only with status ERROR.',
      resolve: (event) => event.errors,
    }),
    createdAt: t.expose('timestamp', { type: 'DateTime', description: 'When it was recorded.' }),
    timestamp: t.expose('timestamp', {
      type: 'DateTime',
      description: 'When it was recorded.',
      deprecationReason: 'Use `createdAt`.',
    }),
    modPackDatabaseId: t.exposeInt('modPackId', { description: 'The number of the modpack.' }),
    serverPackDatabaseId: t.exposeInt('serverPackId', {
      nullable: true,
      description: 'The number of the server pack, once the event concerns one.',
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack it belongs to, as it now is.',
      resolve: async (event, _args, { loaders }) =>
        (await loaders.modPack.load(event.modPackId)) ?? deleted(),
    }),
    runConfiguration: t.field({
      type: RunConfiguration,
      description: 'The run it belongs to, by its run configuration.',
      resolve: async (event, _args, { loaders }) =>
        (await loaders.runConfiguration.load(event.runConfigurationId)) ?? deleted(),
    }),
    run: t.field({
      type: Run,
      description: 'The run it belongs to, as it now is.',
      resolve: async (event, _args, { loaders }) => ({
        configuration: (await loaders.runConfiguration.load(event.runConfigurationId)) ?? deleted(),
      }),
    }),
    line: t.field({
      type: Line,
      nullable: true,
      description:
        'The line that hands out what the run builds; null where none does. The last event of a run with a server pack tells of a new version.',
      async resolve({ runConfigurationId }, _args, { loaders }) {
        const lineId = (await loaders.runConfiguration.load(runConfigurationId))?.lineId ?? null;
        return lineId === null ? null : loaders.line.load(lineId);
      },
    }),
    serverPack: t.field({
      type: ServerPack,
      nullable: true,
      description: 'The server pack, once the event concerns one.',
      resolve: (event, _args, { loaders }) =>
        event.serverPackId === null ? null : loaders.serverPack.load(event.serverPackId),
    }),
  }),
});

function deleted(): never {
  throw new AppError('NOT_FOUND', 'The modpack of this event has been deleted meanwhile.');
}

const EventFilterInput = builder.inputType('EventFilter', {
  description: 'Which events are meant; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only events with one of these statuses.' }),
    modPack: t.globalID({ description: 'Only events of this modpack.' }),
    modPackDatabaseId: t.int({ description: 'The same by the number that REST uses.' }),
    serverPack: t.globalID({ description: 'Only events of this server pack.' }),
    serverPackDatabaseId: t.int({ description: 'The same by the number that REST uses.' }),
    runConfiguration: t.globalID({ description: 'Only events of the run for this run configuration.' }),
    runConfigurationDatabaseId: t.int({ description: 'The same by the number that REST uses.' }),
    line: t.string({
      description: 'Only events of runs whose server packs the line with this name hands out.',
    }),
  }),
});

type GlobalId = { typename: string; id: string } | null | undefined;

interface FilterArgs {
  status?: Status[] | null | undefined;
  modPack?: GlobalId;
  modPackDatabaseId?: number | null | undefined;
  serverPack?: GlobalId;
  serverPackDatabaseId?: number | null | undefined;
  runConfiguration?: GlobalId;
  runConfigurationDatabaseId?: number | null | undefined;
  line?: string | null | undefined;
}

/** Fails with INVALID_INPUT for a wrong id, with NOT_FOUND for a line that does not exist. */
async function toFilter(
  database: { db: Queries },
  given: FilterArgs | null | undefined,
): Promise<EventFilter> {
  const line = given?.line == null ? undefined : await demandLine(database, given.line);
  return {
    lineId: line?.id,
    status: given?.status ?? undefined,
    modPackId: idInFilter('modPack', 'ModPack', { id: given?.modPack, databaseId: given?.modPackDatabaseId }),
    serverPackId: idInFilter('serverPack', 'ServerPack', {
      id: given?.serverPack,
      databaseId: given?.serverPackDatabaseId,
    }),
    runConfigurationId: idInFilter('runConfiguration', 'RunConfiguration', {
      id: given?.runConfiguration,
      databaseId: given?.runConfigurationDatabaseId,
    }),
  };
}

builder.queryField('events', (t) =>
  t.connection(
    {
      type: Event,
      description: 'The record of every step, the oldest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: EventFilterInput, description: 'Which are meant.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      async resolve(_root, { filter: given, orderBy, ...args }, { database, config, maxPageSize }) {
        const filter = await toFilter(database, given);
        const request = pageRequest(args, maxPageSize);
        const page = await listEvents(database, filter, {
          request,
          descending: isDescending(orderBy, false),
        });
        return toConnection(page, () => countEvents(database, filter, config.totalLimits));
      },
    },
    EventConnection,
  ),
);

builder.subscriptionFields((t) => ({
  events: t.field({
    type: Event,
    description:
      'Events as they come. With `after`, first those missed since that one: every event once and in order, whatever happens meanwhile. A reader who is too slow is cut off with the code UNAVAILABLE, and goes on from the last event received.',
    args: {
      after: t.arg.globalID({ description: 'The id of the last event that was received.' }),
      filter: t.arg({ type: EventFilterInput, description: 'Which are meant.' }),
    },
    subscribe: async (_root, { after, filter }, { feed, database }) => {
      const from = after ? databaseIdOf('after', 'Event', after) : undefined;
      return feed.subscribe(await toFilter(database, filter), from);
    },
    resolve: (event) => event,
  }),
  modPack: t.field({
    type: ModPack,
    description: 'A modpack: at once, and again after each of its events.',
    args: { id: t.arg.globalID({ required: true, description: 'The modpack.' }) },
    subscribe: (_root, { id }, { feed }) => {
      const modPackId = databaseIdOf('id', 'ModPack', id);
      return startingWith<{ modPackId: number }>({ modPackId }, feed.subscribe({ modPackId }));
    },
    async resolve({ modPackId }, _args, { loaders }) {
      const modPack = await loaders.modPack.load(modPackId);
      if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
      return modPack;
    },
  }),
}));
