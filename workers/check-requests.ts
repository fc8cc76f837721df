import type { Gathered, OutsideFiles } from '../src/archive/pack/check.ts';
import type { Problem } from '../src/archive/report.ts';
import { inPieces } from '../src/archive/zip/pieces.ts';
import type { Caller } from './caller.ts';

/**
 * Requests of a check to its caller. Lists are sent in pieces of JSON: mods as they are found, or files and jars to
 * look up; after such a list, one request starts the lookup, and one request fetches each piece of its answer.
 */
type CheckRequest =
  | { kind: 'mods'; piece: string }
  | { kind: 'files'; piece: string }
  | { kind: keyof OutsideFiles }
  | { kind: 'next' };

interface Answered {
  problems: Problem[];
}

/** Sends a piece of the mods to the caller. */
export function giveMods(caller: Caller, piece: string): Promise<void> {
  return caller.request({ kind: 'mods', piece } satisfies CheckRequest);
}

/** Has the caller locate and fetch files, and look jars up. */
export function requestOutside({ request }: Caller): OutsideFiles {
  const typed = (one: CheckRequest) => one;
  let before: Promise<unknown> = Promise.resolve();
  /** One list at a time: a piece does not name its list. */
  const gather = <File>(kind: keyof OutsideFiles, wanted: readonly object[]) => {
    const requesting = before.then(() => requestInPieces<File>(kind, wanted));
    before = requesting.catch(() => undefined);
    return requesting;
  };
  const requestInPieces = async <File>(kind: keyof OutsideFiles, wanted: readonly object[]) => {
    for (const piece of inPieces(wanted)) await request(typed({ kind: 'files', piece }));
    const { problems } = await request<Answered>(typed({ kind }));
    const files: File[] = [];
    for (;;) {
      const piece = await request<string | null>(typed({ kind: 'next' }));
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

/** The caller's callbacks for one check. */
export interface CheckAnswers {
  /** Takes the inventory in pieces of JSON, and is awaited; without it, the inventory is dropped. */
  takeMods?: ((piece: string) => Promise<void>) | undefined;
  /** Without it, a check can neither fetch files nor look jars up. */
  outside?: OutsideFiles | undefined;
}

/** Answers the requests of one check. */
export function answerCheck({
  takeMods,
  outside,
}: CheckAnswers): (request: CheckRequest) => Promise<unknown> {
  let given: never[] = [];
  let pieces: Iterator<string> = inPieces([]);
  const gather = async (find: (files: never[]) => Promise<Gathered<object>>): Promise<Answered> => {
    const files = given;
    given = [];
    const answer = await find(files);
    pieces = inPieces(answer.files);
    return { problems: answer.problems };
  };
  return async (request) => {
    switch (request.kind) {
      case 'mods':
        return takeMods?.(request.piece);
      case 'files': {
        // The pieces come from the service's own check, so their form is trusted.
        const some: never[] = JSON.parse(request.piece);
        for (const file of some) given.push(file);
        return;
      }
      case 'locate':
      case 'fetch':
        return gather(answered(outside)[request.kind]);
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
