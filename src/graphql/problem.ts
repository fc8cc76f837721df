import { isAboutExclusion, modOf, problemCodes, warningCodes } from '../archive/problem-codes.ts';
import type { Problem } from '../archive/report.ts';
import { runProblemCodes } from '../core/runs/run-problems.ts';
import { fetchProblemCodes } from '../fetching/problem-codes.ts';
import { builder } from './builder.ts';
import { RunConfiguration, runConfigurationLoader } from './objects.ts';

const codes: Readonly<Record<string, string>> = {
  ...problemCodes,
  ...warningCodes,
  ...runProblemCodes,
  ...fetchProblemCodes,
  OTHER: 'A kind that this release no longer knows; its name is in `code`.',
};

const NoticeKind = builder.enumType('NoticeKind', {
  description: 'Every kind of problem and warning.',
  values: Object.fromEntries(Object.entries(codes).map(([code, description]) => [code, { description }])),
});

/** The interface of problems and warnings. */
const Notice = builder.interfaceRef<Problem>('Notice').implement({
  description: 'A problem or a warning about a pack.',
  fields: (t) => ({
    kind: t.field({
      type: NoticeKind,
      description: 'The kind, for programs.',
      resolve: ({ code }) => (Object.hasOwn(codes, code) ? code : 'OTHER'),
    }),
    code: t.exposeString('code', { description: 'The kind as a text.' }),
    message: t.exposeString('error', { description: 'A sentence for people.' }),
    entry: t.exposeString('entry', {
      nullable: true,
      description: 'The archive entry concerned, or null for the archive as a whole.',
    }),
    mod: t.string({
      nullable: true,
      description: 'The jar concerned, by its path below mods/, if the problem concerns one.',
      resolve: modOf,
    }),
  }),
});

export const ProblemType = builder.objectRef<Problem>('Problem').implement({
  description: 'A problem or a warning about an archive.',
  interfaces: [Notice],
  fields: (t) => ({
    tellsOfLeftOut: t.boolean({
      description: 'Whether the warning only lists files that stay out of a server pack and may be missed.',
      resolve: ({ code }) => isAboutExclusion(code),
    }),
  }),
});

/** A warning about a modpack, or about one of its run configurations. */
export interface Warning extends Problem {
  /** The number of the run configuration, or null for the modpack itself. */
  runId: number | null;
}

export const WarningType = builder.objectRef<Warning>('Warning').implement({
  description: 'A warning about a modpack, which fails nothing.',
  interfaces: [Notice],
  fields: (t) => ({
    runConfiguration: t.field({
      type: RunConfiguration,
      nullable: true,
      description: 'The run configuration concerned, or null for the modpack itself.',
      resolve: ({ runId }, _args, context) =>
        runId === null ? null : runConfigurationLoader(context).load(runId),
    }),
  }),
});

export const WarningConnection = builder.connectionObject(
  { type: WarningType, name: 'WarningConnection', description: 'A page of warnings.' },
  { name: 'WarningEdge', description: 'A node of the list and its cursor.' },
);
