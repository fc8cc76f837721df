import type { Gathered, OutsideFiles } from '../src/archive/check.ts';
import { inPieces } from '../src/archive/pieces.ts';
import type { Problem } from '../src/archive/report.ts';
import type { Caller } from './caller.ts';

/**
 * Questions of a check to its caller. Lists are sent in pieces of JSON: first those of the mods as they are found, or
 * of files and jars to look up, then the question about them, then one question for each piece of the answer.
 */
type CheckQuestion =
  | { kind: 'mods'; piece: string }
  | { kind: 'files'; piece: string }
  | { kind: keyof OutsideFiles }
  | { kind: 'next' };

interface Answered {
  problems: Problem[];
}

/** The side of the check: hands a piece of the mods on. */
export function giveMods(caller: Caller, piece: string): Promise<void> {
  return caller.ask({ kind: 'mods', piece } satisfies CheckQuestion);
}

/** The side of the check: has files located and fetched, and jars looked up. */
export function askOutside({ ask }: Caller): OutsideFiles {
  const question = (one: CheckQuestion) => one;
  let before: Promise<unknown> = Promise.resolve();
  /** One list at a time: a piece does not name its list. */
  const gather = <File>(kind: keyof OutsideFiles, wanted: readonly object[]) => {
    const asking = before.then(() => askInPieces<File>(kind, wanted));
    before = asking.catch(() => undefined);
    return asking;
  };
  const askInPieces = async <File>(kind: keyof OutsideFiles, wanted: readonly object[]) => {
    for (const piece of inPieces(wanted)) await ask(question({ kind: 'files', piece }));
    const { problems } = await ask<Answered>(question({ kind }));
    const files: File[] = [];
    for (;;) {
      const piece = await ask<string | null>(question({ kind: 'next' }));
      if (piece === null) return { problems, files };
      const some: File[] = JSON.parse(piece);
      for (const file of some) files.push(file);
    }
  };
  return {
    locate: (numbered) => gather('locate', numbered),
    fetch: (wanted) => gather('fetch', wanted),
    lookUp: async (jars) => void (await gather('lookUp', jars)),
    lookedUp: () => gather('lookedUp', []),
  };
}

/** Answers to the questions of one check. */
export interface CheckAnswers {
  /** Takes the inventory in pieces of JSON, and is awaited; without it the inventory is dropped. */
  takeMods?: ((piece: string) => Promise<void>) | undefined;
  /** Without it a check can neither fetch nor look up. */
  outside?: OutsideFiles | undefined;
}

/** The other side of it. */
export function answerCheck({
  takeMods,
  outside,
}: CheckAnswers): (question: CheckQuestion) => Promise<unknown> {
  let given: never[] = [];
  let pieces: Iterator<string> = inPieces([]);
  const gather = async (ask: (files: never[]) => Promise<Gathered<object>>): Promise<Answered> => {
    const files = given;
    given = [];
    const answer = await ask(files);
    pieces = inPieces(answer.files);
    return { problems: answer.problems };
  };
  return async (question) => {
    switch (question.kind) {
      case 'mods':
        return takeMods?.(question.piece);
      case 'files': {
        // The pieces come from our own check, which writes this form.
        const some: never[] = JSON.parse(question.piece);
        for (const file of some) given.push(file);
        return;
      }
      case 'locate':
      case 'fetch':
        return gather(answered(outside)[question.kind]);
      case 'lookUp':
        return gather(async (jars) => {
          await answered(outside).lookUp(jars);
          return { problems: [], files: [] };
        });
      case 'lookedUp':
        return gather(answered(outside).lookedUp);
      case 'next': {
        const { done, value } = pieces.next();
        return done ? null : value;
      }
    }
  };
}

function answered(outside: OutsideFiles | undefined): OutsideFiles {
  if (outside === undefined) throw new Error('The check asks outside, but nobody answers.');
  return outside;
}
