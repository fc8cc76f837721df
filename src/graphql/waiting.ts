import type { Waiting as WaitingRun } from '../core/runs/setbacks.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { MissingFileType, missingFilesWords } from './missing-files.ts';
import { RunConfiguration } from './objects.ts';

const WaitingFor = builder.enumType('WaitingFor', {
  description: 'What a run can wait for beside its turn.',
  values: {
    ROOM: {
      description:
        'The disk is full, or the server that keeps the files is away: there is no room for the server pack.',
    },
    SCANNER: { description: 'The malware scanner is away.' },
    FILES: {
      description:
        'People have to bring files of the pack, since their authors forbid other programs to fetch them: see `addMissingFiles`.',
    },
  },
});

/** A run that waits, although it has had its turn. */
export const Waiting = builder.objectRef<WaitingRun>('Waiting').implement({
  description:
    'A run that has had its turn and waits, which says nothing against its modpack. It can be cancelled.',
  fields: (t) => ({
    for: t.field({
      type: WaitingFor,
      description: 'What it waits for.',
      resolve: ({ missing, lack }) => (missing === null ? (lack ?? ('ROOM' as const)) : ('FILES' as const)),
    }),
    since: t.field({
      type: 'DateTime',
      description: 'When it first found that this was lacking.',
      resolve: ({ since }) => since,
    }),
    nextTry: t.field({
      type: 'DateTime',
      description: 'When it looks again; for files, at the latest.',
      resolve: ({ nextTry }) => nextTry,
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When it gives up and ends in ERROR.',
      resolve({ since, missing }, _args, { config }) {
        const seconds = missing === null ? config.roomWait.giveUpSeconds : config.missingFilesWaitSeconds;
        return new Date(since.getTime() + seconds * 1000);
      },
    }),
    files: t.field({
      type: [MissingFileType],
      description: missingFilesWords,
      resolve: ({ missing }) => missing ?? [],
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
