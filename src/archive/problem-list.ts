import { defaultArchiveLimits } from './limits.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { Problem } from './report.ts';

/** Collects the problems, or the warnings, of one archive up to a limit. */
export interface ProblemList<Code extends string = ProblemCode> {
  /** The problems so far. */
  readonly found: Problem[];
  /** Adds a problem; `entry` is the archive's name of the entry concerned, `link` leads to the pack itself. */
  add(code: Code, error: string, entry?: string, link?: string | null): void;
}

/** Most characters of a sentence; longer sentences quote overlong names. */
const longestError = 2_000;

/** Creates an empty list for at most `bound` problems with `bytes` bytes as JSON. */
export function createProblemList<Code extends string = ProblemCode>(
  bound: number,
  bytes: number = defaultArchiveLimits.problemBytes,
): ProblemList<Code> {
  const found: Problem[] = [];
  let room = bytes;
  return {
    found,
    add(code, error, entry, link) {
      if (found.length >= bound || room <= 0) return;
      const problem = {
        code,
        error: error.slice(0, longestError).toWellFormed(),
        entry: entry === undefined ? null : printable(entry),
        ...(link && { link }),
      };
      room -= sizeOf(problem);
      if (room > 0) found.push(problem);
    },
  };
}

/** Joins several lists of problems within the same limits, in the order of the lists. */
export function joinProblems(lists: Problem[][], bound: number, bytes: number): Problem[] {
  let room = bytes;
  return lists.flat().filter((problem, index) => {
    room -= index < bound ? sizeOf(problem) : room;
    return room > 0;
  });
}

function sizeOf(problem: Problem): number {
  return Buffer.byteLength(JSON.stringify(problem));
}

const longestShown = 256;

/** A hostile name in a form safe to store and show: without control and direction characters, and not too long. */
export function printable(name: string): string {
  const shown = name.length > longestShown ? `${name.slice(0, longestShown)}…` : name;
  return shown.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/** Most names in one sentence. */
const mostNamed = 5;
const inWords = new Intl.ListFormat('en');

/** Names as part of a sentence: the first few, and the number of the others. */
export function firstNamed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => `"${printable(name)}"`);
  const more = names.length - shown.length;
  return inWords.format(more > 0 ? [...shown, `${more} more`] : shown);
}
