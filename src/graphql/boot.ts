import {
  type BootOutcome,
  type BootPhase,
  type BootRepair,
  bootOutcomes,
  bootPhases,
} from '../boot/boot-result.ts';
import { type Boot as BootRow, cancelBoot, findBoots, requestBoot } from '../core/boots/boots.ts';
import type { ServerPack as ServerPackRow } from '../core/packs/server-packs.ts';
import { AppError } from '../errors.ts';
import { limitKey } from '../limits/rate-limits.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { ServerPackInput } from './inputs.ts';
import { loaderById } from './loaders.ts';
import { LogFindingType } from './log.ts';
import { ServerPack } from './objects.ts';
import { changedServerPack, ServerPackResult } from './results.ts';

const described = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([name, description]) => [name, { description }]));

const BootState = builder.enumType('BootState', {
  description: 'How far a boot has come.',
  values: described({
    WAITING: 'The boot waits in the queue.',
    ...bootPhases,
    ENDED: 'The boot has an outcome.',
    INTERRUPTED: 'The service could not finish the boot. Try again.',
  }),
});
const BootOutcomeEnum = builder.enumType('BootOutcome', {
  description: 'How the trial of a server ended.',
  values: described(bootOutcomes),
});
const isPhase = (word: string | null): word is BootPhase => word !== null && Object.hasOwn(bootPhases, word);

const BootRepairType = builder.objectRef<BootRepair>('BootRepair').implement({
  description: 'Jars that were excluded because the server failed with them.',
  fields: (t) => ({
    finding: t.field({
      type: LogFindingType,
      description: 'Why the server failed.',
      resolve: ({ finding }) => finding,
    }),
    dropped: t.exposeStringList('dropped', {
      description: 'Names of the jars below mods/, as `clientMods` takes them.',
    }),
  }),
});

const BootType = builder.objectRef<BootRow>('Boot').implement({
  description: 'A trial of whether the server of a server pack starts, in a sandbox without a network.',
  fields: (t) => ({
    state: t.field({
      type: BootState,
      description: 'How far the boot has come.',
      resolve: ({ state, phase }) => (state === 'RUNNING' ? (isPhase(phase) ? phase : 'UNPACKING') : state),
    }),
    outcome: t.field({
      type: BootOutcomeEnum,
      nullable: true,
      description: 'Null until the boot has ended.',
      resolve: ({ result }): BootOutcome | null => result?.outcome ?? null,
    }),
    seconds: t.float({
      nullable: true,
      description: 'Seconds until the server was ready or ended. Null where it was not started.',
      resolve: ({ result }) => result?.seconds ?? null,
    }),
    peakMemory: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Peak memory of the server in bytes. Null where it was not started.',
      resolve: ({ result }) => result?.peakMemory ?? null,
    }),
    java: t.string({
      nullable: true,
      description: 'The version of Java that the server ran on, such as 17.0.15. Null where none was found.',
      resolve: ({ result }) => result?.java ?? null,
    }),
    log: t.string({
      nullable: true,
      description:
        "The end of the server's output, at most 64 KiB, without addresses, tokens and names of users. Null " +
        'until the boot has ended.',
      resolve: ({ result }) => result?.log ?? null,
    }),
    findings: t.field({
      type: [LogFindingType],
      description: 'Why the server did not start, most important reason first; at most 20.',
      resolve: ({ result }) => result?.findings ?? [],
    }),
    repairs: t.field({
      type: [BootRepairType],
      description:
        'The jars excluded before each retry; empty unless repairs were requested. The server pack itself is ' +
        'not changed.',
      resolve: ({ result }) => result?.repairs ?? [],
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When the boot was requested.' }),
    endedAt: t.expose('dateEnded', {
      type: 'DateTime',
      nullable: true,
      description: 'Null until the boot has ended.',
    }),
  }),
});

/** A boot's log of up to 64 KiB is read and parsed with its row. */
const weightOfBoot = 400;

/** The newest boot, by the number of its server pack. */
const bootLoader = loaderById(findBoots);

builder.objectField(ServerPack, 'boot', (t) =>
  t.field({
    type: BootType,
    nullable: true,
    extensions: { weight: weightOfBoot },
    description: 'The newest boot. Null where there was none, or it was cancelled.',
    resolve: ({ id }, _args, context) => bootLoader(context).load(id),
  }),
);

const BootServerPackInput = builder.inputType('BootServerPackInput', {
  description: 'The server pack to try.',
  fields: (t) => ({
    serverPack: t.globalID({ required: true, description: 'The server pack.' }),
    repair: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether to retry, at most three times, without the jars that the log blames.',
    }),
  }),
});

builder.mutationFields((t) => ({
  bootServerPack: t.field({
    type: ServerPackResult,
    needs: 'publish',
    description:
      'Tries whether the server of a server pack starts, where the operator has switched this on. Counts ' +
      'as an upload.',
    args: { input: t.arg({ type: BootServerPackInput, required: true, description: 'The server pack.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const { viewer } = context;
        const { access, boots, config } = context.parts;
        const { database } = context.operation;
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
          limits: config.sharedLimits.boots,
        });
        return booted(context, serverPackId);
      }),
  }),
  cancelBoot: t.field({
    type: ServerPackResult,
    needs: 'operate',
    description: 'Removes a boot from the queue, or stops it. For operators.',
    args: { input: t.arg({ type: ServerPackInput, required: true, description: 'The server pack.' }) },
    resolve: (_root, { input }, context) =>
      orExpectedError(async () => {
        const serverPackId = databaseIdOf('serverPack', 'ServerPack', input.serverPack);
        await cancelBoot(context.operation.database, serverPackId);
        return booted(context, serverPackId);
      }),
  }),
}));

function booted(context: Context, serverPackId: number): Promise<ServerPackRow> {
  bootLoader(context).clear(serverPackId);
  return changedServerPack(context, serverPackId);
}

builder.subscriptionField('boot', (t) =>
  t.field({
    type: BootType,
    extensions: { tellsStates: true },
    description:
      'The boot of a server pack: its current state, then each change, until the boot has ended or is gone.',
    args: { serverPack: t.arg.globalID({ required: true, description: 'The server pack.' }) },
    subscribe: (_root, { serverPack }, { parts: { bootStates } }) =>
      bootStates.follow(databaseIdOf('serverPack', 'ServerPack', serverPack)),
    resolve: (boot) => boot,
  }),
);
