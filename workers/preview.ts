import { inPieces } from '../src/archive/pieces.ts';
import { type PreviewSum, type PreviewTask, previewServerPack } from '../src/archive/preview.ts';
import type { Caller } from './caller.ts';
import { askForMods, type ModsAnswer, type ModsQuestion } from './inventory.ts';

/** Questions of a preview to its caller: for mods, and to take a piece of the decisions. */
export type PreviewQuestion = ModsQuestion | { decisions: string };

/** Thread function: what would become of the mods of a modpack. The decisions are handed over in pieces, in their order. */
export async function preview(task: PreviewTask, caller: Caller): Promise<PreviewSum> {
  const { sum, decisions } = previewServerPack(await askForMods(caller), task);
  for (const piece of inPieces(decisions)) await caller.ask({ decisions: piece } satisfies PreviewQuestion);
  return sum;
}

/** Answers to the questions of one preview. */
export interface PreviewAnswers {
  /** Gives the inventory in such pieces. */
  readMods(from: number): Promise<ModsAnswer>;
  /** Is handed the decisions in pieces of JSON. */
  takeDecisions(piece: string): void;
}

/** The other side of it. */
export function answerPreview({
  readMods,
  takeDecisions,
}: PreviewAnswers): (question: PreviewQuestion) => Promise<ModsAnswer | null> {
  return async (question) => {
    if ('from' in question) return readMods(question.from);
    takeDecisions(question.decisions);
    return null;
  };
}
