import { limitKey } from '../access/rate-limits.ts';
import { openUploadAccount, receiveCounted } from '../access/upload-account.ts';
import { fetchLog } from '../core/logs/fetch-log.ts';
import { largestLog, readLog } from '../core/logs/read-log.ts';
import type { ServerPack } from '../core/packs/server-packs.ts';
import { AppError } from '../errors.ts';
import { type LogAct, type LogFinding, type LogLine, type LogTrace, logCauses } from '../logs/log-finding.ts';
import type { IncomingFile } from '../storage/storage.ts';
import { builder } from './builder.ts';
import type { Context, Loaders } from './context.ts';
import {
  ForbiddenError,
  InvalidInputError,
  NotFetchedError,
  NotFoundError,
  resultType,
  UnavailableError,
} from './errors.ts';
import { orExpectedError } from './failure.ts';
import { databaseIdOf } from './global-id.ts';

const described = (description: string) => ({ description });
const LogCauseEnum = builder.enumType('LogCause', {
  description: 'Why a server did not start or stopped, in the order in which causes matter.',
  values: Object.fromEntries(Object.entries(logCauses).map(([cause, words]) => [cause, described(words)])),
});

const LogActKind = builder.enumType('LogActKind', {
  description: 'What helps.',
  values: {
    DROP_MOD: described('Build the server pack without the first suspect.'),
    ADD_MOD: described('Add the mod `modId`, of `version` where one is told.'),
    KEEP_ONE_OF: described('Keep one of `files` and remove the others.'),
    USE_JAVA: described('Start with Java `java`.'),
    MORE_MEMORY: described('Give the server more memory by -Xmx.'),
    DELETE_FILE: described(
      'Delete the first of `files`; the server makes it anew, or it has to be fetched again.',
    ),
  } satisfies Record<LogAct['kind'], { description: string }>,
});

const LogActType = builder.objectRef<LogAct>('LogAct').implement({
  description: 'What helps, as far as the log tells.',
  fields: (t) => ({
    kind: t.field({ type: LogActKind, description: 'What is to be done.', resolve: ({ kind }) => kind }),
    modId: t.string({
      nullable: true,
      description: 'The mod to be added.',
      resolve: (act) => ('modId' in act ? act.modId : null),
    }),
    version: t.string({
      nullable: true,
      description: 'Which versions of it fit, in the words of the log.',
      resolve: (act) => ('version' in act ? act.version : null),
    }),
    java: t.int({
      nullable: true,
      description: 'The version of Java that fits.',
      resolve: (act) => ('java' in act ? act.java : null),
    }),
    files: t.stringList({
      description: 'The files that it is about.',
      resolve: (act) => ('files' in act ? act.files : 'file' in act ? [act.file] : []),
    }),
  }),
});

const LogLineType = builder.objectRef<LogLine>('LogLine').implement({
  description: 'A line of a log, without addresses, tokens and names of users.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1.' }),
    text: t.exposeString('text', { description: 'The line, at most 2,000 characters of it.' }),
  }),
});

const LogSuspect = builder.objectRef<LogTrace>('LogSuspect').implement({
  description: 'Who may be at fault.',
  fields: (t) => ({
    file: t.string({
      nullable: true,
      description:
        'The jar below `mods/`: as the log names it, or the one of the server pack that holds the code.',
      resolve: ({ file = null }) => file,
    }),
    modId: t.string({
      nullable: true,
      description: 'The id of the mod.',
      resolve: ({ modId = null }) => modId,
    }),
    className: t.string({
      nullable: true,
      description: 'The class that was at work.',
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
      description: 'The lines that say so.',
      resolve: ({ lines }) => lines,
    }),
    suspects: t.field({
      type: [LogSuspect],
      description: 'Who may be at fault, the most likely first, then whoever called it; at most 6.',
      resolve: ({ traces }) => traces,
    }),
    act: t.field({
      type: LogActType,
      nullable: true,
      description: 'What helps; null where the log does not tell.',
      resolve: ({ act }) => act,
    }),
  }),
});

const LogAnalysis = builder.objectRef<{ findings: LogFinding[] }>('LogAnalysis').implement({
  description: 'What a log tells.',
  fields: (t) => ({
    findings: t.field({
      type: [LogFindingType],
      description: 'The reasons, what matters most first; none where nothing was recognised. At most 20.',
      resolve: ({ findings }) => findings,
    }),
  }),
});

const LogInput = builder.inputType('LogInput', {
  description: 'The log of a server.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'Its text, as far as the body of a request may have it.' }),
    file: t.field({
      type: 'Upload',
      description: `The file, at most ${largestLog} bytes, also when it is unpacked if it is a .log.gz; counts as an upload.`,
    }),
    url: t.string({
      description: `The address of a log on mclo.gs, such as https://mclo.gs/AbC1234. The service fetches it, at most ${largestLog} bytes; counts as an upload.`,
    }),
  }),
});

const AnalyzeLogInput = builder.inputType('AnalyzeLogInput', {
  description: 'The log of a server, and the server pack that it runs.',
  fields: (t) => ({
    log: t.field({ type: LogInput, required: true, description: 'The log.' }),
    serverPack: t.globalID({
      description: 'The server pack, in whose jars the code is looked for that the log names.',
    }),
  }),
});

const AnalyzeLogResult = builder.unionType('AnalyzeLogResult', {
  description: 'What the log tells, or why it was not read.',
  types: [LogAnalysis, InvalidInputError, NotFoundError, NotFetchedError, UnavailableError, ForbiddenError],
  resolveType: (value) => resultType(value, 'LogAnalysis'),
});

builder.mutationField('analyzeLog', (t) =>
  t.field({
    type: AnalyzeLogResult,
    description:
      'Tells by its log why a server did not start or stopped, and which jars are at fault. Nothing of the log is kept. A text counts as an upload as a file does.',
    args: { input: t.arg({ type: AnalyzeLogInput, required: true, description: 'The log.' }) },
    needs: 'publish',
    resolve: (_root, { input }, context) =>
      orExpectedError<{ findings: LogFinding[] }>(async () => {
        const { access, viewer, storage, loaders, logs: work, gone } = context;
        using reading = new DisposableStack();
        const caller = limitKey(viewer);
        const hooks = { signal: gone, caller };
        reading.adopt(access.slots.logs.take(caller), (slot) => slot.release());
        const serverPack = input.serverPack ? await load(input.serverPack, loaders) : null;
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

/** Fetches a log, counted as if its caller had sent it. */
async function fetchCounted(link: string, context: Context): Promise<IncomingFile> {
  const { access, viewer, storage, gone: signal } = context;
  await access.limiter.spend('uploads', viewer);
  const account = openUploadAccount(access, viewer, { owner: viewer, expected: largestLog });
  try {
    const receive: typeof storage.receiveFrom = (write, limits) =>
      receiveCounted(account, (counted) => storage.receiveFrom(write, { ...limits, ...counted }));
    return await fetchLog(context, { link, receive, signal });
  } finally {
    await account.close();
  }
}

async function load(globalId: { typename: string; id: string }, loaders: Loaders): Promise<ServerPack> {
  const id = databaseIdOf('serverPack', 'ServerPack', globalId);
  const serverPack = await loaders.serverPack.load(id);
  if (serverPack) return serverPack;
  throw new AppError('NOT_FOUND', `There is no server pack ${id}.`);
}
