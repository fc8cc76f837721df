import type { Texts } from '../../texts/web.ts';
import type { Format } from './format.ts';

/** Votes of a server pack, as text. */
export function votesText(
  { upVotes, downVotes }: { upVotes: number; downVotes: number },
  word: Texts['word'],
  format: Format,
): string {
  return upVotes + downVotes === 0
    ? word.noVotes
    : word.worksFor(format.number(upVotes), format.number(downVotes));
}
