import type { Status } from '../../drizzle/schema.ts';
import { builder } from './builder.ts';

const words: Record<Status, { description: string }> = {
  QUEUED: { description: 'A run waits in the queue.' },
  CHECKING: { description: 'The archive is being checked.' },
  CHECKED: { description: 'The archive has passed its check.' },
  GENERATING: { description: 'A server pack is being built.' },
  GENERATED: { description: 'A server pack has been built.' },
  ERROR: { description: 'The run has failed.' },
};

export const StatusEnum = builder.enumType('Status', {
  description: 'The states of a modpack, and the statuses of events.',
  values: words,
});
