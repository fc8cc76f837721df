import { findWaiting, type Waiting as WaitingRun } from '../core/runs/attempts.ts';
import { builder } from './builder.ts';
import { loaderByKey } from './loaders.ts';
import { MissingFileType, missingFilesWords } from './missing-files.ts';

const WaitingFor = builder.enumType('WaitingFor', {
  description: 'The reasons why a run waits after it has left the queue.',
  values: {
    ROOM: {
      description: 'The disk is full, or the server that stores files is unavailable.',
    },
    SCANNER: { description: 'The malware scanner is unavailable.' },
    FILES: {
      description:
        'People have to provide files whose authors forbid other programs to fetch them: see ' +
        '`addMissingFiles`.',
    },
  },
});

/** Loads waiting runs by run configuration. */
export const waitingRunLoader = loaderByKey(
  (database, ids: readonly number[]) => findWaiting(database, { of: 'runConfiguration', ids }),
  (run) => run.runConfigurationId,
);
export const Waiting = builder.objectRef<WaitingRun>('Waiting').implement({
  description: 'A run that has left the queue and waits.',
  fields: (t) => ({
    for: t.field({
      type: WaitingFor,
      description: 'The reason.',
      resolve: ({ missing, lack }) => (missing === null ? (lack ?? ('ROOM' as const)) : ('FILES' as const)),
    }),
    since: t.field({
      type: 'DateTime',
      description: 'When the run began to wait for this reason.',
      resolve: ({ since }) => since,
    }),
    nextTry: t.field({
      type: 'DateTime',
      description: 'When the run tries again; for files, at the latest.',
      resolve: ({ nextTry }) => nextTry,
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When the run gives up and ends in ERROR.',
      resolve({ since, missing }, _args, { parts: { config } }) {
        const seconds = missing === null ? config.roomWait.giveUpSeconds : config.missingFilesWaitSeconds;
        return new Date(since.getTime() + seconds * 1000);
      },
    }),
    files: t.field({
      type: [MissingFileType],
      description: missingFilesWords,
      resolve: ({ missing }) => missing ?? [],
    }),
  }),
});
