import type { Progress as ProgressRow } from '../core/runs/progress.ts';
import { builder } from './builder.ts';
import { databaseIdOf } from './global-id.ts';

const Phase = builder.enumType('ProgressPhase', {
  description: 'What is being worked on.',
  values: {
    CHECKING: { description: 'The archive is read.' },
    FETCHING: { description: 'The files are fetched that the pack only names; entries are these files.' },
    GENERATING: { description: 'The server pack is written.' },
  },
});

export const Progress = builder.objectRef<ProgressRow>('Progress').implement({
  description: 'How far the work on a modpack has come.',
  fields: (t) => ({
    phase: t.field({
      type: Phase,
      description: 'What is being worked on.',
      resolve: (progress) => progress.phase,
    }),
    bytesDone: t.field({
      type: 'BigInt',
      description: 'Bytes done.',
      resolve: (progress) => progress.bytesDone,
    }),
    bytesTotal: t.field({
      type: 'BigInt',
      description: 'Bytes in all.',
      resolve: (progress) => progress.bytesTotal,
    }),
    entriesDone: t.exposeInt('entriesDone', { description: 'Archive entries done.' }),
    entriesTotal: t.exposeInt('entriesTotal', { description: 'Archive entries in all.' }),
  }),
});

builder.subscriptionField('progress', (t) =>
  t.field({
    type: Progress,
    description:
      'How far the work on a modpack has come, a few times a second at most while it is worked on.',
    args: { modPack: t.arg.globalID({ required: true, description: 'The modpack.' }) },
    subscribe: (_root, { modPack }, { progress }) =>
      progress.follow(databaseIdOf('modPack', 'ModPack', modPack)),
    resolve: (progress) => progress,
  }),
);
