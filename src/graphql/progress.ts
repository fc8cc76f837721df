import type { Progress as ProgressRow } from '../core/runs/progress.ts';
import { builder } from './builder.ts';

const Phase = builder.enumType('ProgressPhase', {
  description: 'A phase of the work of a run.',
  values: {
    CHECKING: { description: 'The archive is being read.' },
    FETCHING: {
      description: 'The files that the pack only names are being fetched; entries are these files.',
    },
    GENERATING: { description: 'The server pack is being written.' },
  },
});

export const Progress = builder.objectRef<ProgressRow>('Progress').implement({
  description: 'How far the work of a run has come.',
  fields: (t) => ({
    phase: t.field({
      type: Phase,
      description: 'The current phase.',
      resolve: (progress) => progress.phase,
    }),
    bytesDone: t.field({
      type: 'BigInt',
      description: 'Bytes done.',
      resolve: (progress) => progress.bytesDone,
    }),
    bytesTotal: t.field({
      type: 'BigInt',
      description: 'Total bytes.',
      resolve: (progress) => progress.bytesTotal,
    }),
    entriesDone: t.exposeInt('entriesDone', { description: 'Archive entries done.' }),
    entriesTotal: t.exposeInt('entriesTotal', { description: 'Total archive entries.' }),
  }),
});
