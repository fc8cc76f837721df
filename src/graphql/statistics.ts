import type { Status } from '../../drizzle/schema.ts';
import {
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
import { AppError } from '../errors.ts';
import { type ModloaderName, modloaderNames } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';
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

const DayCountType = builder.objectRef<DayCount>('DayCount').implement({
  description: 'The uploads and downloads of one day, in UTC.',
  fields: (t) => ({
    date: t.field({ type: 'CalendarDate', description: 'The day.', resolve: ({ day }) => day }),
    uploads: t.exposeInt('uploads', { description: 'The number of modpacks uploaded.' }),
    downloads: t.exposeInt('downloads', {
      description: 'The number of modpacks and server packs downloaded.',
    }),
  }),
});

const StorageUsed = builder.objectRef<{ files: number; bytes: number }>('StorageUsed').implement({
  description: 'How much is stored.',
  fields: (t) => ({
    files: t.exposeInt('files', { description: 'The number of files; equal content counts once.' }),
    bytes: t.field({ type: 'BigInt', description: 'Bytes of all files.', resolve: ({ bytes }) => bytes }),
  }),
});

const RunDayType = builder.objectRef<RunDay>('RunDay').implement({
  description: 'The results of the runs that ended on one day, in UTC.',
  fields: (t) => ({
    date: t.field({ type: 'CalendarDate', description: 'The day.', resolve: ({ day }) => day }),
    generated: t.exposeInt('generated', { description: 'Runs that ended with a server pack.' }),
    failed: t.exposeInt('failed', {
      description: 'Runs that ended in ERROR, except cancelled ones.',
    }),
    cancelled: t.exposeInt('cancelled', { description: 'Runs that an operator has cancelled.' }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'The median of the seconds from the request to the server pack, including waiting, estimated within ' +
        'five percent; null without any.',
    }),
  }),
});

const StorageDayType = builder.objectRef<StorageDay>('StorageDay').implement({
  description: 'The storage used at the end of one day, in UTC.',
  fields: (t) => ({
    date: t.field({ type: 'CalendarDate', description: 'The day.', resolve: ({ day }) => day }),
    bytes: t.field({
      type: 'BigInt',
      description: 'Bytes of what is still stored today, equal content once.',
      resolve: ({ bytes }) => bytes,
    }),
  }),
});

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
      type: [DayCountType],
      description: 'Uploads and downloads of each of the last days, today last.',
      args: {
        last: t.arg.int({
          defaultValue: 30,
          required: true,
          description: `The number of days, 1 to ${mostDays}.`,
        }),
        until: t.arg({ type: 'CalendarDate', description: lastDay }),
      },
      resolve: (_statistics, { last, until }, { operation: { database } }) =>
        countByDay(database, spanOfDays(last, until)),
    }),
    runDays: t.field({
      type: [RunDayType],
      description: 'The results of the runs that ended on each of the last days, today last.',
      args: {
        last: t.arg.int({
          defaultValue: 30,
          required: true,
          description: `The number of days, 1 to ${mostDays}.`,
        }),
        until: t.arg({ type: 'CalendarDate', description: lastDay }),
      },
      resolve: (_statistics, { last, until }, { operation: { database } }) =>
        runsByDay(database, spanOfDays(last, until)),
    }),
    storageDays: t.field({
      type: [StorageDayType],
      description:
        'How much of the current storage was already in use at the end of each of the last days, today last.',
      args: {
        last: t.arg.int({
          defaultValue: 30,
          required: true,
          description: `The number of days, 1 to ${mostDays}.`,
        }),
        until: t.arg({ type: 'CalendarDate', description: lastDay }),
      },
      resolve: (_statistics, { last, until }, { operation: { database } }) =>
        storageByDay(database, spanOfDays(last, until)),
    }),
    storage: t.field({
      type: StorageUsed,
      description: 'How much is stored.',
      resolve: (_statistics, _args, { operation: { database } }) => storageUsed(database),
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
    description: 'The game versions of all run configurations so far, the newest version first; at most 500.',
    resolve: (_root, _args, { operation: { database } }) => listGameVersions(database),
  }),
  statistics: t.field({
    type: Statistics,
    description: 'The service in figures.',
    resolve: () => ({}),
  }),
}));
