import type { Waiting as WaitingRun } from '../core/runs/setbacks.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { RunConfiguration } from './objects.ts';

const WaitingFor = builder.enumType('WaitingFor', {
  description: 'What a run can wait for beside its turn.',
  values: {
    ROOM: {
      description:
        'The disk is full, or the server that keeps the files is away: there is no room for the server pack.',
    },
  },
});

/** A run that waits, although it has had its turn. */
export const Waiting = builder.objectRef<WaitingRun>('Waiting').implement({
  description:
    'A run that has had its turn and waits, which says nothing against its modpack. It can be cancelled.',
  fields: (t) => ({
    for: t.field({ type: WaitingFor, description: 'What it waits for.', resolve: () => 'ROOM' as const }),
    since: t.field({
      type: 'DateTime',
      description: 'When it first found that this was lacking.',
      resolve: ({ since }) => since,
    }),
    nextTry: t.field({
      type: 'DateTime',
      description: 'When it looks again.',
      resolve: ({ nextTry }) => nextTry,
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When it gives up and ends in ERROR.',
      resolve: ({ since }, _args, { config }) =>
        new Date(since.getTime() + config.roomWait.giveUpSeconds * 1000),
    }),
    runConfiguration: t.field({
      type: RunConfiguration,
      description: 'The run, by its run configuration.',
      async resolve({ runConfigurationId }, _args, { loaders }) {
        const run = await loaders.runConfiguration.load(runConfigurationId);
        if (!run) throw new AppError('NOT_FOUND', 'This run configuration has been deleted meanwhile.');
        return run;
      },
    }),
  }),
});
