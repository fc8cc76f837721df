import type { Texts } from '../../texts/web.ts';
import type { Format } from './format.ts';

/** Votes of a server pack, as text. */
export function votesText(
  { up, down }: { up: number; down: number },
  word: Texts['word'],
  format: Format,
): string {
  return up + down === 0 ? word.noVotes : word.worksFor(format.number(up), format.number(down));
}
