import { setTimeout as wait } from 'node:timers/promises';
import { limitKey } from '../access/rate-limits.ts';
import {
  type BootOutcome,
  type BootPhase,
  type BootRepair,
  bootOutcomes,
  bootPhases,
} from '../boot/boot-result.ts';
import { type Boot as BootRow, cancelBoot, findBoots, requestBoot } from '../core/boots/boots.ts';
import type { ServerPack as ServerPackRow } from '../core/packs/server-packs.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { LogFindingType } from './log.ts';
import { ServerPack } from './objects.ts';

const described = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([name, description]) => [name, { description }]));

const BootState = builder.enumType('BootState', {
  description: 'How far a boot has come.',
  values: described({
    WAITING: 'It waits for its turn.',
    RUNNING: 'The server is tried.',
    ENDED: 'It has an outcome.',
    INTERRUPTED: 'The service could not bring it to an end. Try again.',
  }),
});
const BootOutcomeEnum = builder.enumType('BootOutcome', {
  description: 'What became of a server that was tried.',
  values: described(bootOutcomes),
});
const BootPhaseEnum = builder.enumType('BootPhase', {
  description: 'What a boot does at the moment.',
  values: described(bootPhases),
});

const isPhase = (word: string | null): word is BootPhase => word !== null && Object.hasOwn(bootPhases, word);

const BootRepairType = builder.objectRef<BootRepair>('BootRepair').implement({
  description: 'Jars that were left out, since the server had failed with them.',
  fields: (t) => ({
    finding: t.field({
      type: LogFindingType,
      description: 'Why the server had failed.',
      resolve: ({ finding }) => finding,
    }),
    dropped: t.exposeStringList('dropped', {
      description: 'Their names below `mods/`. To build without them, name them in `clientMods`.',
    }),
  }),
});

const BootType = builder.objectRef<BootRow>('Boot').implement({
  description: 'A trial of whether the server of a server pack starts, in a sandbox without a network.',
  fields: (t) => ({
    state: t.field({ type: BootState, description: 'How far it has come.', resolve: ({ state }) => state }),
    phase: t.field({
      type: BootPhaseEnum,
      nullable: true,
      description: 'What it does; null unless it is running.',
      resolve: ({ phase }) => (isPhase(phase) ? phase : null),
    }),
    outcome: t.field({
      type: BootOutcomeEnum,
      nullable: true,
      description: 'What became of it; null until it has ended.',
      resolve: ({ result }): BootOutcome | null => result?.outcome ?? null,
    }),
    seconds: t.float({
      nullable: true,
      description:
        'From the start of the server until it was ready, or ended without that; null when it was not started.',
      resolve: ({ result }) => result?.seconds ?? null,
    }),
    peakMemory: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Most bytes of memory that the server took; null when it was not started.',
      resolve: ({ result }) => result?.peakMemory ?? null,
    }),
    java: t.string({
      nullable: true,
      description: 'The version of Java that it ran on, such as 17.0.15; null when there was none.',
      resolve: ({ result }) => result?.java ?? null,
    }),
    log: t.string({
      nullable: true,
      description:
        'The end of what the server printed, at most 64 KiB, without addresses, tokens and names of users; null until it has ended.',
      resolve: ({ result }) => result?.log ?? null,
    }),
    findings: t.field({
      type: [LogFindingType],
      description: 'Why it did not start, what matters most first; none when it did. At most 20.',
      resolve: ({ result }) => result?.findings ?? [],
    }),
    repairs: t.field({
      type: [BootRepairType],
      description:
        'What was left out to try again, in the order of the tries; none unless that was asked for. The server pack stays as it is.',
      resolve: ({ result }) => result?.repairs ?? [],
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was asked for.' }),
    endedAt: t.expose('dateEnded', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      description: 'When it was asked for.',
      deprecationReason: 'Use `createdAt`.',
    }),
    dateEnded: t.expose('dateEnded', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended.',
      deprecationReason: 'Use `endedAt`.',
    }),
  }),
});

/** Its log may have 64 KiB, which are read and parsed with it. */
const weightOfBoot = 400;

builder.objectField(ServerPack, 'boot', (t) =>
  t.field({
    type: BootType,
    nullable: true,
    extensions: { weight: weightOfBoot },
    description: 'Its newest boot; null when it was never tried, or that was cancelled.',
    resolve: ({ id }, _args, { loaders }) => loaders.boot.load(id),
  }),
);

interface Booted {
  serverPack: ServerPackRow;
}

const BootQueued = builder.objectRef<Booted>('BootQueued').implement({
  description: 'The boot waits for its turn.',
  fields: (t) => ({
    serverPack: t.field({
      type: ServerPack,
      description: 'The server pack that is tried.',
      resolve: ({ serverPack }) => serverPack,
    }),
  }),
});
const BootCancelled = builder.objectRef<Booted>('BootCancelled').implement({
  description: 'The boot was cancelled.',
  fields: (t) => ({
    serverPack: t.field({
      type: ServerPack,
      description: 'The server pack, without a boot.',
      resolve: ({ serverPack }) => serverPack,
    }),
  }),
});

const refusals = [InvalidInputError, NotFoundError, ConflictError, UnavailableError, ForbiddenError];
const BootServerPackResult = builder.unionType('BootServerPackResult', {
  description: 'The queued boot, or why none was queued.',
  types: [BootQueued, ...refusals],
  resolveType: (value) => resultType(value, 'BootQueued'),
});
const CancelBootResult = builder.unionType('CancelBootResult', {
  description: 'The cancelled boot, or why none was cancelled.',
  types: [BootCancelled, ...refusals],
  resolveType: (value) => resultType(value, 'BootCancelled'),
});

const BootServerPackInput = builder.inputType('BootServerPackInput', {
  description: 'The server pack that is to be tried.',
  fields: (t) => ({
    serverPack: t.globalID({ required: true, description: 'The server pack.' }),
    repair: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Whether a server that fails is tried again without the jars that its log blames, three times at most; `Boot.repairs` tells which.',
    }),
  }),
});
const CancelBootInput = builder.inputType('CancelBootInput', {
  description: 'The server pack whose boot is to end.',
  fields: (t) => ({ serverPack: t.globalID({ required: true, description: 'The server pack.' }) }),
});

builder.mutationFields((t) => ({
  bootServerPack: t.field({
    type: BootServerPackResult,
    needs: 'publish',
    description:
      'Tries whether the server of a server pack starts, where the operator has switched that on. Takes the place of an earlier boot of it. Counts as an upload.',
    args: { input: t.arg({ type: BootServerPackInput, required: true, description: 'The server pack.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError<Booted>(async () => {
        const { access, boots, config, database, viewer } = context;
        const serverPackId = databaseIdOf('serverPack', 'ServerPack', input.serverPack);
        if (!config.boot.enabled)
          throw new AppError(
            'UNAVAILABLE',
            'This service tries no server packs: its operator has not set BOOT=on.',
          );
        if (boots?.problem)
          throw new AppError(
            'UNAVAILABLE',
            'This service cannot try server packs: its operator finds the reason in its log.',
          );
        await access.limiter.spend('uploads', viewer);
        await requestBoot(database, {
          serverPackId,
          caller: limitKey(viewer),
          repair: input.repair,
          limits: config.boot.queue,
        });
        boots?.nudge();
        return { serverPack: await reloaded(context, serverPackId) };
      }),
  }),
  cancelBoot: t.field({
    type: CancelBootResult,
    needs: 'operate',
    description: 'Takes a boot out of the queue or ends it. For operators.',
    args: { input: t.arg({ type: CancelBootInput, required: true, description: 'The server pack.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError<Booted>(async () => {
        const serverPackId = databaseIdOf('serverPack', 'ServerPack', input.serverPack);
        await cancelBoot(context.database, serverPackId);
        return { serverPack: await reloaded(context, serverPackId) };
      }),
  }),
}));

async function reloaded({ loaders }: Context, serverPackId: number): Promise<ServerPackRow> {
  loaders.boot.clear(serverPackId);
  const serverPack = await loaders.serverPack.load(serverPackId);
  if (serverPack) return serverPack;
  throw new AppError('NOT_FOUND', `There is no server pack ${serverPackId}.`);
}

builder.subscriptionField('bootProgress', (t) =>
  t.field({
    type: BootType,
    description:
      'The boot of a server pack as it is and whenever it comes further, until it has ended or there is none.',
    args: { serverPack: t.arg.globalID({ required: true, description: 'The server pack.' }) },
    subscribe: (_root, { serverPack }, { database }) =>
      followBoot(database, databaseIdOf('serverPack', 'ServerPack', serverPack)),
    resolve: (boot) => boot,
  }),
);

/** Milliseconds between two looks at a boot, which takes minutes. */
const lookMs = 1_000;

async function* followBoot(
  database: { db: Queries },
  serverPackId: number,
): AsyncGenerator<BootRow, void, undefined> {
  let told = '';
  for (;;) {
    const [boot] = await findBoots(database, [serverPackId]);
    if (!boot) return;
    const { state, phase, dateCreated } = boot;
    const now = JSON.stringify([state, phase, dateCreated]);
    if (now !== told) yield boot;
    if (state === 'ENDED' || state === 'INTERRUPTED') return;
    told = now;
    await wait(lookMs);
  }
}
