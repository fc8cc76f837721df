import type { Status } from '../../drizzle/schema.ts';
import {
  daysOf,
  type RunDay,
  runsByDay,
  type Span,
  type StorageDay,
  spanOf,
  storageByDay,
} from '../core/figures/daily-figures.ts';
import {
  countByDay,
  countByGameVersion,
  countByModloader,
  countByStatus,
  type DayCount,
  listGameVersions,
  storageUsed,
} from '../core/figures/statistics.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type ModloaderName, modloaderNames } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';
import { once, perOperation } from './loaders.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { StatusEnum } from './status.ts';

const StatusCount = builder.objectRef<{ status: Status; count: number }>('StatusCount').implement({
  description: 'How many modpacks are in a state.',
  fields: (t) => ({
    status: t.field({ type: StatusEnum, description: 'The state.', resolve: ({ status }) => status }),
    count: t.exposeInt('count', { description: 'The number of modpacks in this state.' }),
  }),
});

const ModloaderCount = builder
  .objectRef<{ modloader: ModloaderName; count: number }>('ModloaderCount')
  .implement({
    description: 'How many server packs were built for a modloader.',
    fields: (t) => ({
      modloader: t.field({
        type: ModloaderEnum,
        description: 'The modloader.',
        resolve: ({ modloader }) => modloader,
      }),
      count: t.exposeInt('count', { description: 'The number of server packs for this modloader.' }),
    }),
  });

const GameVersionCount = builder
  .objectRef<{ gameVersion: string; count: number }>('GameVersionCount')
  .implement({
    description: 'How many server packs were built for a game version.',
    fields: (t) => ({
      gameVersion: t.exposeString('gameVersion', { description: 'The game version.' }),
      count: t.exposeInt('count', { description: 'The number of server packs for this game version.' }),
    }),
  });

/** The figures of one day; each kind is read for all days of the list at once, when it is selected. */
interface DayFigures {
  day: Date;
  counts(): Promise<DayCount>;
  runs(): Promise<RunDay>;
  storage(): Promise<StorageDay>;
}

const DayFiguresType = builder.objectRef<DayFigures>('DayFigures').implement({
  description: 'The figures of one day, in UTC.',
  fields: (t) => ({
    date: t.field({ type: 'CalendarDate', description: 'The day.', resolve: ({ day }) => day }),
    uploads: t.int({
      description: 'The number of modpacks uploaded.',
      resolve: async (of) => (await of.counts()).uploads,
    }),
    downloads: t.int({
      description: 'The number of modpacks and server packs downloaded.',
      resolve: async (of) => (await of.counts()).downloads,
    }),
    generated: t.int({
      description: 'Runs that ended with a server pack.',
      resolve: async (of) => (await of.runs()).generated,
    }),
    failed: t.int({
      description: 'Runs that ended in ERROR, except cancelled ones.',
      resolve: async (of) => (await of.runs()).failed,
    }),
    cancelled: t.int({
      description: 'Runs that an operator has cancelled.',
      resolve: async (of) => (await of.runs()).cancelled,
    }),
    medianSeconds: t.float({
      nullable: true,
      description:
        'The median of the seconds from request to server pack, within five percent. Null where none was ' +
        'built.',
      resolve: async (of) => (await of.runs()).medianSeconds,
    }),
    storedBytes: t.field({
      type: 'BigInt',
      description:
        'Bytes in use at the end of the day of what is still stored today; equal content counts once.',
      resolve: async (of) => (await of.storage()).bytes,
    }),
  }),
});

function dayFigures(database: { db: Queries }, span: Span): DayFigures[] {
  const counts = once(() => countByDay(database, span));
  const runs = once(() => runsByDay(database, span));
  const storage = once(() => storageByDay(database, span));
  return daysOf(span, () => ({})).map(({ day }, index) => ({
    day,
    counts: async () => at(await counts(), index),
    runs: async () => at(await runs(), index),
    storage: async () => at(await storage(), index),
  }));
}

function at<Row>(rows: readonly Row[], index: number): Row {
  const row = rows[index];
  if (row === undefined) throw new Error('A day has no figures.');
  return row;
}

/** What is stored, read once for an operation. */
const storedOf = perOperation(({ operation: { database } }) => ({ read: once(() => storageUsed(database)) }));

/** Most days of a series. */
const mostDays = 366;

const lastDay = 'The last of these days; default: today.';

/** The days that end with the given one. Fails with INVALID_INPUT. */
function spanOfDays(last: number, until: Date | null | undefined): Span {
  if (last >= 1 && last <= mostDays) return spanOf(last, until ?? null);
  throw new AppError('INVALID_INPUT', `last must be between 1 and ${mostDays}, not ${last}.`, {
    field: 'last',
  });
}

function optionalSpan(last: number | null | undefined, until: Date | null | undefined): Span | null {
  return last === null || last === undefined ? null : spanOfDays(last, until);
}

const Statistics = builder.objectRef<object>('Statistics').implement({
  description: 'The service in figures, as of now. Each figure is counted only when requested.',
  fields: (t) => ({
    modPacksByStatus: t.field({
      type: [StatusCount],
      description: 'Modpacks by state, without states that have none.',
      resolve: (_statistics, _args, { operation: { database } }) => countByStatus(database),
    }),
    serverPacksByModloader: t.field({
      type: [ModloaderCount],
      description: 'Server packs by modloader, the most first.',
      args: {
        last: t.arg.int({ description: `Only those of this many days, 1 to ${mostDays}; default: all.` }),
        until: t.arg({ type: 'CalendarDate', description: lastDay }),
      },
      resolve: (_statistics, { last, until }, { operation: { database } }) =>
        countByModloader(database, optionalSpan(last, until)),
    }),
    serverPacksByGameVersion: t.field({
      type: [GameVersionCount],
      description: 'Server packs by game version, the most first; at most 500.',
      args: {
        last: t.arg.int({ description: `Only those of this many days, 1 to ${mostDays}; default: all.` }),
        until: t.arg({ type: 'CalendarDate', description: lastDay }),
      },
      resolve: (_statistics, { last, until }, { operation: { database } }) =>
        countByGameVersion(database, optionalSpan(last, until)),
    }),
    days: t.field({
      type: [DayFiguresType],
      description: 'The figures of each of the last days, today last.',
      args: {
        last: t.arg.int({
          defaultValue: 30,
          required: true,
          description: `The number of days, 1 to ${mostDays}.`,
        }),
        until: t.arg({ type: 'CalendarDate', description: lastDay }),
      },
      resolve: (_statistics, { last, until }, { operation: { database } }) =>
        dayFigures(database, spanOfDays(last, until)),
    }),
    storedBytes: t.field({
      type: 'BigInt',
      description: 'Bytes of all files; equal content counts once.',
      resolve: async (_statistics, _args, context) => (await storedOf(context).read()).bytes,
    }),
    storedFiles: t.int({
      description: 'The number of files; equal content counts once.',
      resolve: async (_statistics, _args, context) => (await storedOf(context).read()).files,
    }),
  }),
});

builder.queryFields((t) => ({
  modloaders: t.field({
    type: [ModloaderEnum],
    description: 'The modloaders that server packs can be built for.',
    resolve: () => [...modloaderNames],
  }),
  gameVersions: t.stringList({
    description: 'The game versions of all runs, the newest first; at most 500.',
    resolve: (_root, _args, { operation: { database } }) => listGameVersions(database),
  }),
  statistics: t.field({
    type: Statistics,
    description: 'The service in figures.',
    resolve: () => ({}),
  }),
}));
