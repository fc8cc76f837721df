import type { Side } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';

const words: Record<Side, { description: string }> = {
  CLIENT: { description: 'Only with a screen attached.' },
  SERVER: { description: 'Only on a server.' },
  BOTH: { description: 'On both.' },
  UNKNOWN: { description: 'Nothing says where.' },
};

export const SideEnum = builder.enumType('Side', { description: 'Where a mod works.', values: words });
