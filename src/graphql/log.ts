import { openUploadAccount, receiveCounted } from '../access/upload-account.ts';
import { fetchLog } from '../core/logs/fetch-log.ts';
import { largestLog, readLog } from '../core/logs/read-log.ts';
import type { ServerPack } from '../core/packs/server-packs.ts';
import { AppError } from '../errors.ts';
import { limitKey } from '../limits/rate-limits.ts';
import { type LogAct, type LogFinding, type LogLine, type LogTrace, logCauses } from '../logs/log-finding.ts';
import type { IncomingFile } from '../storage/storage.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { resultOf } from './errors.ts';
import { ownRules } from './execution/value-sizes.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';
import { serverPackLoader } from './objects.ts';

const described = (description: string) => ({ description });
const LogCauseEnum = builder.enumType('LogCause', {
  description: 'Why a server did not start or stopped, most important cause first.',
  values: Object.fromEntries(Object.entries(logCauses).map(([cause, words]) => [cause, described(words)])),
});

const LogActKind = builder.enumType('LogActKind', {
  description: 'What fixes the cause.',
  values: {
    DROP_MOD: described('Build the server pack without the first suspect.'),
    ADD_MOD: described('Add the mod `modId`, in `version` if that is known.'),
    KEEP_ONE_OF: described('Keep one of `files` and remove the others.'),
    USE_JAVA: described('Start with Java `java`.'),
    USE_LOADER: described('Build the server pack with a modloader version that fits `version`.'),
    MORE_MEMORY: described('Give the server more memory by -Xmx.'),
    DELETE_FILE: described('Delete the first of `files`.'),
  } satisfies Record<LogAct['kind'], { description: string }>,
});

const LogActType = builder.objectRef<LogAct>('LogAct').implement({
  description: 'What fixes the cause, as far as the log shows.',
  fields: (t) => ({
    kind: t.field({ type: LogActKind, description: 'The kind of act.', resolve: ({ kind }) => kind }),
    modId: t.string({
      nullable: true,
      description: 'The mod to add. Null where none is to be added.',
      resolve: (act) => ('modId' in act ? act.modId : null),
    }),
    version: t.string({
      nullable: true,
      description:
        'The versions of the mod or modloader that fit, as the log words them. Null where unknown.',
      resolve: (act) => ('version' in act ? act.version : null),
    }),
    java: t.int({
      nullable: true,
      description: 'The version of Java that fits. Null where unknown.',
      resolve: (act) => ('java' in act ? act.java : null),
    }),
    files: t.stringList({
      description: 'The files concerned.',
      resolve: (act) => ('files' in act ? act.files : 'file' in act ? [act.file] : []),
    }),
  }),
});

const LogLineType = builder.objectRef<LogLine>('LogLine').implement({
  description: 'A line of a log, without addresses, tokens and names of users.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number of the line, from 1.' }),
    text: t.exposeString('text', { description: 'The line, at most 2,000 characters of it.' }),
  }),
});

const LogSuspect = builder.objectRef<LogTrace>('LogSuspect').implement({
  description: 'A mod, jar or class that may be at fault.',
  fields: (t) => ({
    file: t.string({
      nullable: true,
      description: 'The jar below mods/. Null where unknown.',
      resolve: ({ file = null }) => file,
    }),
    modId: t.string({
      nullable: true,
      description: 'The id of the mod. Null where unknown.',
      resolve: ({ modId = null }) => modId,
    }),
    className: t.string({
      nullable: true,
      description: 'The class that was running. Null where unknown.',
      resolve: ({ className = null }) => className,
    }),
  }),
});

export const LogFindingType = builder.objectRef<LogFinding>('LogFinding').implement({
  description: 'One reason why a server did not start or stopped.',
  fields: (t) => ({
    cause: t.field({ type: LogCauseEnum, description: 'The kind of reason.', resolve: ({ cause }) => cause }),
    message: t.exposeString('message', { description: 'A sentence for people.' }),
    lines: t.field({
      type: [LogLineType],
      description: 'The lines of the log that show the reason.',
      resolve: ({ lines }) => lines,
    }),
    suspects: t.field({
      type: [LogSuspect],
      description: 'The mods, jars or classes that may be at fault, the most likely first; at most 6.',
      resolve: ({ traces }) => traces,
    }),
    act: t.field({
      type: LogActType,
      nullable: true,
      description: 'What fixes the cause. Null where the log does not show it.',
      resolve: ({ act }) => act,
    }),
  }),
});

const LogAnalysis = builder.objectRef<{ findings: LogFinding[] }>('LogAnalysis').implement({
  description: 'What a log shows.',
  fields: (t) => ({
    findings: t.field({
      type: [LogFindingType],
      description: 'The reasons that were recognised, most important first; at most 20.',
      resolve: ({ findings }) => findings,
    }),
  }),
});

const LogInput = builder.inputType('LogInput', {
  description: 'The log of a server.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({
      description: "The text of the log, limited by the size of a request's body.",
      extensions: ownRules,
    }),
    file: t.field({
      type: 'Upload',
      description: `The log as a file, at most ${largestLog} bytes, also after unpacking a .log.gz; counts as an upload.`,
    }),
    url: t.string({
      description: `The address of a log on mclo.gs, such as https://mclo.gs/AbC1234, of at most ${largestLog} bytes; counts as an upload.`,
    }),
  }),
});

const AnalyzeLogInput = builder.inputType('AnalyzeLogInput', {
  description: 'The log of a server, and the server pack that the server runs.',
  fields: (t) => ({
    log: t.field({ type: LogInput, required: true, description: 'The log.' }),
    serverPack: t.globalID({
      description: 'The server pack in whose jars to find the code that the log names.',
    }),
  }),
});

const AnalyzeLogResult = resultOf(LogAnalysis, 'What the log shows, or why it was not read.');

builder.mutationField('analyzeLog', (t) =>
  t.field({
    type: AnalyzeLogResult,
    description:
      'Finds in a log why a server did not start or stopped, and which jars are at fault. Stores nothing. ' +
      'Counts as an upload.',
    args: { input: t.arg({ type: AnalyzeLogInput, required: true, description: 'The log.' }) },
    needs: 'publish',
    resolve: (_root, { input }, context) =>
      orExpectedError<{ findings: LogFinding[] }>(async () => {
        const { viewer } = context;
        const { access, storage, logs: work } = context.parts;
        const { gone } = context.operation;
        using reading = new DisposableStack();
        const caller = limitKey(viewer);
        const hooks = { signal: gone, caller };
        reading.adopt(access.slots.logs.take(caller), (slot) => slot.release());
        const serverPack = input.serverPack ? await load(input.serverPack, context) : null;
        const { text, file, url } = input.log;
        if (typeof text === 'string') {
          await access.limiter.spend('uploads', viewer);
          return { findings: await readLog({ storage, work }, { log: { text }, serverPack }, hooks) };
        }
        if (typeof url === 'string') {
          const fetched = await fetchCounted(url, context);
          try {
            return { findings: await readLog({ storage, work }, { log: fetched, serverPack }, hooks) };
          } finally {
            await storage.discard(fetched);
          }
        }
        if (!file)
          throw new AppError('INVALID_INPUT', 'log holds neither a text, a file nor a url.', {
            field: 'log',
          });
        return { findings: await readLog({ storage, work }, { log: file, serverPack }, hooks) };
      }),
  }),
);

/** Fetches a log, counted as if the caller had sent it. */
async function fetchCounted(link: string, context: Context): Promise<IncomingFile> {
  const { viewer } = context;
  const { access, storage } = context.parts;
  const { gone: signal } = context.operation;
  await access.limiter.spend('uploads', viewer);
  const account = openUploadAccount(access, viewer, { owner: viewer, expected: largestLog });
  try {
    const receive: typeof storage.receiveFrom = (write, limits) =>
      receiveCounted(account, (counted) => storage.receiveFrom(write, { ...limits, ...counted }));
    return await fetchLog(context.parts, { link, receive, signal });
  } finally {
    await account.close();
  }
}

async function load(globalId: { typename: string; id: string }, context: Context): Promise<ServerPack> {
  const id = databaseIdOf('serverPack', 'ServerPack', globalId);
  const serverPack = await serverPackLoader(context).load(id);
  if (serverPack) return serverPack;
  throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
}
