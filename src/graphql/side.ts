import type { Side } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';

const words: Record<Side, { description: string }> = {
  CLIENT: { description: 'Only on clients.' },
  SERVER: { description: 'Only on servers.' },
  BOTH: { description: 'On both sides.' },
  UNKNOWN: { description: 'The side is unknown.' },
};

export const SideEnum = builder.enumType('Side', { description: 'Where a mod works.', values: words });
