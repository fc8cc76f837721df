import { type CompareTask, type ComparisonSum, compareServerPacks } from '../src/archive/compare-packs.ts';
import { inPieces } from '../src/archive/pieces.ts';
import type { Caller } from './caller.ts';
import { askForMods, type ModsAnswer, type ModsQuestion } from './inventory.ts';

/** Of which of both an inventory is, and to which list a piece of the result belongs. */
type Of = keyof CompareTask;
type List = 'mods' | 'files';

/** Questions of a comparison to its caller: for mods, and to take a piece of one of its lists. */
export type CompareQuestion = (ModsQuestion & { of: Of }) | { list: List; piece: string };

/** Thread function: what differs between two server packs. The lists are handed over in pieces, in their order. */
export async function compare(task: CompareTask, caller: Caller): Promise<ComparisonSum> {
  const inventoryOf = (of: Of) =>
    askForMods({ ...caller, ask: (question) => caller.ask({ ...question, of }) });
  const inventories = { first: await inventoryOf('first'), second: await inventoryOf('second') };
  const { sum, ...lists } = compareServerPacks(task, inventories);
  for (const list of ['mods', 'files'] as const)
    for (const piece of inPieces(lists[list])) await caller.ask({ list, piece } satisfies CompareQuestion);
  return sum;
}

/** Answers to the questions of one comparison. */
export interface CompareAnswers {
  /** Gives the inventory of one of both in such pieces. */
  readMods(of: Of, from: number): Promise<ModsAnswer>;
  /** Is handed each list in pieces of JSON. */
  takePiece(list: List, piece: string): void;
}

/** The other side of it. */
export function answerCompare({
  readMods,
  takePiece,
}: CompareAnswers): (question: CompareQuestion) => Promise<ModsAnswer | null> {
  return async (question) => {
    if ('from' in question) return readMods(question.of, question.from);
    takePiece(question.list, question.piece);
    return null;
  };
}
