import type { ProblemCode } from './problem-codes.ts';
import type { Problem } from './report.ts';

/** Collects the problems of one archive up to a bound. */
export interface ProblemList {
  /** The problems found so far. */
  readonly found: Problem[];
  /** Adds one problem; `entry` is the name of the entry concerned as the archive spells it. */
  add(code: ProblemCode, error: string, entry?: string): void;
}

/** Makes an empty list that keeps at most `bound` problems. */
export function createProblemList(bound: number): ProblemList {
  const found: Problem[] = [];
  return {
    found,
    add(code, error, entry) {
      if (found.length < bound)
        found.push({ code, error, entry: entry === undefined ? null : printable(entry) });
    },
  };
}

/** Joins several lists of problems up to a bound. */
export function joinProblems(lists: Problem[][], bound: number): Problem[] {
  return lists.flat().slice(0, bound);
}

const longestShown = 256;

/** A hostile name made fit to be stored and shown: no control or direction characters, no endless length. */
export function printable(name: string): string {
  const shown = name.length > longestShown ? `${name.slice(0, longestShown)}…` : name;
  return shown.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
