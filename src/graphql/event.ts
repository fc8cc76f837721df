import { type EventKind, isFinal, kindOf } from '../core/events/event-kinds.ts';
import { countEvents, type EventFilter, type Event as EventRow, listEvents } from '../core/events/events.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { databaseIdOf, numberOf, parseDatabaseId } from './global-id.ts';
import {
  IdOrNumber,
  LineBy,
  lineNumber,
  ModPackBy,
  modPackNumber,
  noSuch,
  ServerPackBy,
  serverPackNumber,
} from './keys.ts';
import { pageRequest, toConnection } from './lists/connection.ts';
import { DateOrder, isDescending } from './lists/order.ts';
import { Notice } from './notice.ts';
import {
  Event,
  EventConnection,
  eventLoader,
  hasColumns,
  Line,
  lineLoader,
  ModPack,
  modPackLoader,
  Run,
  runConfigurationLoader,
  ServerPack,
  serverPackLoader,
} from './objects.ts';
import { StatusEnum } from './status.ts';
import { startingWith } from './subscriptions/starting-with.ts';

const kindWords: Record<EventKind, { description: string }> = {
  QUEUED: { description: 'The run waits in the queue.' },
  CHECK_STARTED: { description: 'The check of the archive has begun.' },
  CHECK_PASSED: { description: 'The archive has passed its check.' },
  BUILD_STARTED: { description: 'The building of the server pack has begun.' },
  BUILT: { description: 'The server pack is built.' },
  STORE_QUEUED: { description: 'The server pack has a number and is to be stored.' },
  MOD_PACK_STORED: { description: 'The facts found in the modpack are stored.' },
  READY: { description: 'The server pack can be downloaded. The run has ended.' },
  CHECK_FAILED: { description: 'No server pack is built: `errors` says why. The run has ended.' },
  BUILD_FAILED: { description: 'The building failed: `errors` says why. The run has ended.' },
  CANCELLED: { description: 'The run was cancelled and has ended.' },
};

const EventKindEnum = builder.enumType('EventKind', {
  description: 'The kind of an event, for programs.',
  values: kindWords,
});

builder.node(Event, {
  description: 'The record of one step of a run. Ids increase in the order of the events.',
  id: { resolve: (event) => event.id, parse: parseDatabaseId, description: 'The global id.' },
  isTypeOf: hasColumns<EventRow>('timestamp'),
  loadOne: (id, context) => eventLoader(context).load(id),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The number that REST uses.' }),
    status: t.field({
      type: StatusEnum,
      description: 'The state that the modpack reached.',
      resolve: (event) => event.status,
    }),
    kind: t.field({
      type: EventKindEnum,
      description: 'The kind of the event, for programs.',
      resolve: (event) => kindOf(event),
    }),
    isFinal: t.boolean({
      description: 'Whether the event is the last of its run.',
      resolve: (event) => isFinal(event),
    }),
    message: t.exposeString('message', { description: 'A sentence for people. Programs use `kind`.' }),
    errors: t.field({
      type: [Notice],
      description: 'What was wrong; filled only with status ERROR.',
      resolve: (event) => event.errors,
    }),
    createdAt: t.expose('timestamp', { type: 'DateTime', description: 'When the event was recorded.' }),
    modPackDatabaseId: t.exposeInt('modPackId', { description: 'The number of the modpack.' }),
    serverPackDatabaseId: t.exposeInt('serverPackId', {
      nullable: true,
      description: 'The number of the server pack. Null where the event concerns none.',
    }),
    modPack: t.field({
      type: ModPack,
      description: 'The modpack of the event, in its current state.',
      resolve: async (event, _args, context) =>
        (await modPackLoader(context).load(event.modPackId)) ?? deleted(),
    }),
    run: t.field({
      type: Run,
      description: 'The run of the event, in its current state.',
      resolve: async (event, _args, context) => ({
        configuration: (await runConfigurationLoader(context).load(event.runConfigurationId)) ?? deleted(),
      }),
    }),
    line: t.field({
      type: Line,
      nullable: true,
      description: "The line that offers the run's server pack. Null where none does.",
      async resolve({ runConfigurationId }, _args, context) {
        const lineId = (await runConfigurationLoader(context).load(runConfigurationId))?.lineId ?? null;
        return lineId === null ? null : lineLoader(context).load(lineId);
      },
    }),
    serverPack: t.field({
      type: ServerPack,
      nullable: true,
      description: 'Null where the event concerns none.',
      resolve: (event, _args, context) =>
        event.serverPackId === null ? null : serverPackLoader(context).load(event.serverPackId),
    }),
  }),
});

function deleted(): never {
  throw new AppError('NOT_FOUND', 'The modpack of this event has been deleted meanwhile.');
}

const EventFilterInput = builder.inputType('PackEventFilter', {
  description: 'Which events to include; an absent field means all.',
  fields: (t) => ({
    status: t.field({ type: [StatusEnum], description: 'Only events with one of these statuses.' }),
    modPack: t.field({ type: ModPackBy, description: 'Only events of this modpack.' }),
    run: t.field({ type: IdOrNumber, description: 'Only events of this run.' }),
    serverPack: t.field({ type: ServerPackBy, description: 'Only events of this server pack.' }),
    line: t.field({ type: LineBy, description: 'Only events of runs whose server packs this line offers.' }),
  }),
});

/** Fails with INVALID_INPUT for a wrong id, with NOT_FOUND for a line that does not exist. */
async function toFilter(
  database: { db: Queries },
  given: typeof EventFilterInput.$inferInput | null | undefined,
): Promise<EventFilter> {
  const { status, modPack, run, serverPack, line } = given ?? {};
  return {
    lineId: line ? await lineNumber(database, 'line', line) : undefined,
    status: status ?? undefined,
    modPackId: modPack ? await modPackNumber(database, 'modPack', modPack) : undefined,
    serverPackId: serverPack ? await serverPackNumber(database, 'serverPack', serverPack) : undefined,
    runConfigurationId: run ? numberOf('run', 'Run', run) : undefined,
  };
}

builder.queryField('events', (t) =>
  t.connection(
    {
      type: Event,
      description: 'The events of every step, the oldest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: EventFilterInput, description: 'Which events to include.' }),
        orderBy: t.arg({ type: DateOrder, description: 'The order of the list.' }),
      },
      async resolve(
        _root,
        { filter: given, orderBy, ...args },
        { parts: { config }, operation: { database, maxPageSize } },
      ) {
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
      'New events, each once and in order; with `after`, first those since that one. A client that reads ' +
      'too slowly is cut off with UNAVAILABLE.',
    args: {
      after: t.arg.globalID({ description: 'The id of the last event that was received.' }),
      filter: t.arg({ type: EventFilterInput, description: 'Which events to include.' }),
    },
    subscribe: async (_root, { after, filter }, { parts: { feed }, operation: { database } }) => {
      const from = after ? databaseIdOf('after', 'PackEvent', after) : undefined;
      return feed.subscribe(await toFilter(database, filter), from);
    },
    resolve: (event) => event,
  }),
  modPack: t.field({
    type: ModPack,
    description:
      'A modpack: its current state, then its state after each step of its runs, where a selected field has changed.',
    extensions: { tellsStates: true },
    args: { by: t.arg({ type: ModPackBy, required: true, description: 'The key of the modpack.' }) },
    subscribe: async (_root, { by }, { parts: { feed }, operation: { database } }) => {
      const modPackId = await modPackNumber(database, 'by', by);
      return startingWith<{ modPackId: number }>(
        { modPackId },
        feed.subscribe({ modPackId, changesState: true }),
      );
    },
    async resolve({ modPackId }, _args, context) {
      const modPack = await modPackLoader(context).load(modPackId);
      if (!modPack) throw noSuch('modpack', modPackId);
      return modPack;
    },
  }),
}));
