import { daysUntilFull, type FailuresAlike, findFailuresAlike } from '../core/figures/needs.ts';
import { readQueue } from '../core/runs/queue-state.ts';
import { type DatabaseState, readDatabaseState } from '../database/database-state.ts';
import { heldBytes } from '../limits/upload-reservations.ts';
import { builder } from './builder.ts';
import { once, perOperation } from './loaders.ts';
import { Administration } from './objects.ts';

/** The queue, read once for all of its figures. */
const queueOf = perOperation(({ operation: { database } }) => ({ read: once(() => readQueue(database)) }));

const DatabaseKind = builder.enumType('DatabaseKind', {
  description: 'Where the rows are stored.',
  values: {
    EMBEDDED: { value: 'embedded', description: 'In the data folder, by the service itself.' },
    POSTGRESQL: { value: 'server', description: 'On a PostgreSQL server.' },
  },
});

const DatabaseStateType = builder.objectRef<DatabaseState>('DatabaseState').implement({
  description: "The service's database.",
  fields: (t) => ({
    kind: t.field({
      type: DatabaseKind,
      description: 'Where the rows are stored.',
      resolve: ({ kind }) => kind,
    }),
    version: t.exposeString('version', { description: 'The version of PostgreSQL.' }),
    bytes: t.expose('bytes', { type: 'BigInt', description: 'Bytes that the database takes on its disk.' }),
    lastArchivedAt: t.expose('lastArchived', {
      type: 'DateTime',
      nullable: true,
      description:
        'When PostgreSQL last archived a segment of its write-ahead log. Null where it has archived none.',
    }),
  }),
});

const FailuresAlikeType = builder.objectRef<FailuresAlike>('FailuresAlike').implement({
  description: 'A reason for which several modpacks have failed.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code of the problem.' }),
    message: t.exposeString('message', { description: 'The newest such problem, in a sentence.' }),
    modPacks: t.exposeInt('modPacks', { description: 'How many modpacks have failed for it.' }),
  }),
});

builder.objectFields(Administration, (t) => ({
  database: t.field({
    type: DatabaseStateType,
    description: 'The database.',
    resolve: (_administration, _args, { operation: { database } }) => readDatabaseState(database),
  }),
  runningRuns: t.int({
    description: 'Runs that nodes are working on.',
    resolve: async (_administration, _args, context) => (await queueOf(context).read()).running,
  }),
  waitingRuns: t.int({
    description: 'Runs that no node is working on yet.',
    resolve: async (_administration, _args, context) => (await queueOf(context).read()).waiting,
  }),
  runsWaitingForRoom: t.int({
    description: 'Waiting runs that wait for room on the disk.',
    resolve: async (_administration, _args, context) => (await queueOf(context).read()).waitingForRoom,
  }),
  runsWaitingForScanner: t.int({
    description: 'Waiting runs that wait for the malware scanner.',
    resolve: async (_administration, _args, context) => (await queueOf(context).read()).waitingForScanner,
  }),
  oldestWaitSeconds: t.float({
    nullable: true,
    description: 'Seconds since the oldest waiting run began to wait. Null where none waits.',
    resolve: async (_administration, _args, context) => (await queueOf(context).read()).oldestWaitSeconds,
  }),
  unfinishedUploadBytes: t.field({
    type: 'BigInt',
    description: 'Bytes that unfinished uploads of all callers have received.',
    async resolve(_administration, _args, { parts: { config }, operation: { database } }) {
      const noAccount = { caller: '', tokenId: null };
      return (await heldBytes(database.db, noAccount, config.retention.unfinishedMs)).all;
    },
  }),
  mostUnfinishedUploadBytes: t.field({
    type: 'BigInt',
    description: 'The limit of `unfinishedUploadBytes`.',
    resolve: (_administration, _args, { parts: { config } }) => config.sharedLimits.unfinished.all,
  }),
  freeBytes: t.field({
    type: 'BigInt',
    description: 'Free bytes where files are stored, including the reserve.',
    resolve: (_administration, _args, { parts: { storage } }) => storage.freeBytes(),
  }),
  daysUntilFull: t.float({
    nullable: true,
    description:
      'Days until uploads and server packs find no room, by what the last seven days have added and is still ' +
      'stored. Null where that is nothing, and with S3.',
    async resolve(_administration, _args, { parts: { config, storage }, operation: { database } }) {
      if (config.s3 !== null) return null;
      return daysUntilFull(database, (await storage.freeBytes()) - config.reserveBytes);
    },
  }),
  failuresAlike: t.field({
    type: [FailuresAlikeType],
    description: 'Reasons for which three or more modpacks have failed within seven days, and still are so.',
    resolve: (_administration, _args, { operation: { database } }) => findFailuresAlike(database),
  }),
  reserveBytes: t.field({
    type: 'BigInt',
    description: 'Bytes that uploads and server packs leave free.',
    resolve: (_administration, _args, { parts: { config } }) => config.reserveBytes,
  }),
}));
