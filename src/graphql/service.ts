import { listTokens } from '../access/tokens.ts';
import { heldBytes } from '../access/upload-holds.ts';
import { type QueueState, readQueue } from '../core/runs/queue-state.ts';
import { type DatabaseState, readDatabaseState } from '../database/database-state.ts';
import { inFull, judgeReadiness } from '../metrics/readiness.ts';
import { insteadOfRoot } from './administration.ts';
import { builder } from './builder.ts';
import { Administration, Token } from './objects.ts';

const Queue = builder.objectRef<QueueState>('Queue').implement({
  description: 'The runs that have not ended, of all nodes.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Runs that no node works on yet.' }),
    active: t.exposeInt('active', { description: 'Runs that are worked on.' }),
    waitingForRoom: t.exposeInt('waitingForRoom', {
      description: 'Of those that wait: for room on the disk.',
    }),
    oldestSeconds: t.exposeFloat('oldestSeconds', {
      nullable: true,
      description: 'Seconds that the first of those that wait has waited; null when none does.',
    }),
  }),
});

const HealthCheck = builder.objectRef<ReturnType<typeof inFull>>('HealthCheck').implement({
  description: 'A part without which no request can be served, or a platform whose answers cannot be used.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'The part: `database`, `storage`, `modrinth`, `curseforge`, `curseforge_files` or `ftb`; the platforms only while they are not ok.',
    }),
    ok: t.exposeBoolean('ok', { description: 'Whether it does its work.' }),
    message: t.exposeString('message', { description: 'How it is, in words.' }),
  }),
});

const DatabaseKind = builder.enumType('DatabaseKind', {
  description: 'Where the rows are kept.',
  values: {
    EMBEDDED: { value: 'embedded', description: 'In the data folder, by the service itself.' },
    POSTGRESQL: { value: 'server', description: 'On a PostgreSQL server.' },
  },
});

const DatabaseStateType = builder.objectRef<DatabaseState>('DatabaseState').implement({
  description:
    'What the service knows of its database. It makes no backups itself, and does not know of those that others make.',
  fields: (t) => ({
    kind: t.field({
      type: DatabaseKind,
      description: 'Where the rows are kept.',
      resolve: ({ kind }) => kind,
    }),
    version: t.exposeString('version', { description: 'The version of PostgreSQL.' }),
    bytes: t.expose('bytes', { type: 'BigInt', description: 'Bytes that it takes on its disk.' }),
    lastArchivedAt: t.expose('lastArchived', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the server last archived a piece of its log, by which a base backup is brought up to date; null where it has archived none.',
    }),
  }),
});

const Service = builder.objectRef<object>('Service').implement({
  description: 'How the service is doing, for operators. Each part is looked up only when it is asked for.',
  fields: (t) => ({
    health: t.field({
      type: [HealthCheck],
      description: 'The parts of the node that answers.',
      async resolve(_service, _args, { database, storage, config, fetching }) {
        const troubles = () => fetching?.troubles() ?? [];
        const parts = { database, storage, reserveBytes: config.reserveBytes, troubles };
        const { checks } = await judgeReadiness(parts);
        return checks.map(inFull);
      },
    }),
    database: t.field({
      type: DatabaseStateType,
      description: 'The database.',
      resolve: (_service, _args, { database }) => readDatabaseState(database),
    }),
    queue: t.field({
      type: Queue,
      description: 'The runs that have not ended.',
      resolve: (_service, _args, { database }) => readQueue(database),
    }),
    tokens: t.field({
      type: [Token],
      description: 'The tokens that were not revoked, the oldest first.',
      deprecationReason: 'Use `administration { tokens }`.',
      resolve: (_service, _args, { database }) => listTokens(database),
    }),
    unfinishedUploadBytes: t.field({
      type: 'BigInt',
      description: 'Bytes that uploads under way or pausing have received, of all callers.',
      async resolve(_service, _args, { database, config }) {
        const noAccount = { caller: '', tokenId: null };
        return (await heldBytes(database.db, noAccount, config.retention.unfinishedMs)).all;
      },
    }),
    mostUnfinishedUploadBytes: t.field({
      type: 'BigInt',
      description: 'The most that these may be.',
      resolve: (_service, _args, { config }) => config.goods.unfinished.all,
    }),
    freeBytes: t.field({
      type: 'BigInt',
      description: 'Bytes that are free where files are stored, the reserve included.',
      resolve: (_service, _args, { storage }) => storage.freeBytes(),
    }),
    reserveBytes: t.field({
      type: 'BigInt',
      description: 'Bytes that uploads and server packs leave free.',
      resolve: (_service, _args, { config }) => config.reserveBytes,
    }),
  }),
});

builder.objectField(Administration, 'service', (t) =>
  t.field({ type: Service, description: 'How the service is doing.', resolve: () => ({}) }),
);

builder.queryField('service', (t) =>
  t.field({
    type: Service,
    needs: 'operate',
    description: 'How the service is doing. For operators.',
    deprecationReason: insteadOfRoot,
    resolve: () => ({}),
  }),
);
