import { modOf, problemCodes, tellsOfLeftOut, warningCodes } from '../archive/problem-codes.ts';
import type { Problem } from '../archive/report.ts';
import { runProblemCodes } from '../core/runs/run-problems.ts';
import { fetchProblemCodes } from '../fetching/problem-codes.ts';
import { builder } from './builder.ts';
import { RunConfiguration } from './objects.ts';

const codes: Readonly<Record<string, string>> = {
  ...problemCodes,
  ...warningCodes,
  ...runProblemCodes,
  ...fetchProblemCodes,
  OTHER: 'A kind that this release no longer knows: `code` has it.',
};

const NoticeKind = builder.enumType('NoticeKind', {
  description: 'Every kind of problem and warning.',
  values: Object.fromEntries(Object.entries(codes).map(([code, description]) => [code, { description }])),
});

/** The shape of problems and warnings. */
const Notice = builder.interfaceRef<Problem>('Notice').implement({
  description: 'Something wrong with a pack, or worth telling of it.',
  fields: (t) => ({
    kind: t.field({
      type: NoticeKind,
      description: 'What it is, for programs.',
      resolve: ({ code }) => (Object.hasOwn(codes, code) ? code : 'OTHER'),
    }),
    code: t.exposeString('code', { description: 'The same as text.' }),
    message: t.exposeString('error', { description: 'A sentence for people.' }),
    entry: t.exposeString('entry', {
      nullable: true,
      description: 'The archive entry concerned, or null when it is the archive as a whole.',
    }),
    mod: t.string({
      nullable: true,
      description: 'The jar concerned, by its path below mods/, if it is one.',
      resolve: modOf,
    }),
  }),
});

export const ProblemType = builder.objectRef<Problem>('Problem').implement({
  description: 'Something wrong with an archive, or worth telling of it.',
  interfaces: [Notice],
  fields: (t) => ({
    error: t.exposeString('error', {
      description: 'A sentence for people.',
      deprecationReason: 'Use `message`.',
    }),
    tellsOfLeftOut: t.boolean({
      description:
        'Whether it tells of files that stay out of a server pack and that somebody may miss, and not of something wrong.',
      resolve: ({ code }) => tellsOfLeftOut(code),
    }),
  }),
});

/** A warning about a modpack, or about one of its run configurations. */
export interface Warning extends Problem {
  /** The number of the run configuration, or null when it is about the modpack itself. */
  runId: number | null;
}

export const WarningType = builder.objectRef<Warning>('Warning').implement({
  description: 'Something worth telling of a modpack that fails nothing.',
  interfaces: [Notice],
  fields: (t) => ({
    runConfiguration: t.field({
      type: RunConfiguration,
      nullable: true,
      description: 'The run configuration concerned, or null when it is about the modpack itself.',
      resolve: ({ runId }, _args, { loaders }) =>
        runId === null ? null : loaders.runConfiguration.load(runId),
    }),
  }),
});

/** A page of warnings. */
export const WarningConnection = builder.connectionObject(
  { type: WarningType, name: 'WarningConnection', description: 'A page of warnings.' },
  { name: 'WarningEdge', description: 'A node of the list and its place in it.' },
);
