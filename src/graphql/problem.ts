import { tellsOfLeftOut } from '../archive/problem-codes.ts';
import type { Problem } from '../archive/report.ts';
import { builder } from './builder.ts';
import { RunConfiguration } from './objects.ts';

export const ProblemType = builder.objectRef<Problem>('Problem').implement({
  description: 'Something wrong with an archive, or worth telling of it.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable, for programs.' }),
    error: t.exposeString('error', { description: 'A sentence for people.' }),
    entry: t.exposeString('entry', {
      nullable: true,
      description: 'The archive entry concerned, or null when it is the archive as a whole.',
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
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable, for programs.' }),
    message: t.exposeString('error', { description: 'A sentence for people.' }),
    entry: t.exposeString('entry', {
      nullable: true,
      description: 'The archive entry concerned, or null when it is the archive as a whole.',
    }),
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
