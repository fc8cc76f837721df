import { type PreviewSum, type PreviewTask, previewServerPack } from '../src/archive/build/preview.ts';
import { inPieces } from '../src/archive/zip/pieces.ts';
import type { Caller } from './caller.ts';
import { type ModsAnswer, type ModsRequest, requestMods } from './inventory.ts';

/** Requests of a preview to its caller: for mods, and to take a piece of the decisions. */
export type PreviewRequest = ModsRequest | { decisions: string };

/** Thread function: the decisions about the mods of a modpack, sent in pieces, in their order. */
export async function preview(task: PreviewTask, caller: Caller): Promise<PreviewSum> {
  const { sum, decisions } = previewServerPack(await requestMods(caller), task);
  for (const piece of inPieces(decisions))
    await caller.request({ decisions: piece } satisfies PreviewRequest);
  return sum;
}

/** The caller's callbacks for one preview. */
export interface PreviewAnswers {
  /** Returns a piece of the inventory. */
  readMods(from: number): Promise<ModsAnswer>;
  /** Receives the decisions in pieces of JSON. */
  takeDecisions(piece: string): void;
}

/** Answers the requests of one preview. */
export function answerPreview({
  readMods,
  takeDecisions,
}: PreviewAnswers): (request: PreviewRequest) => Promise<ModsAnswer | null> {
  return async (request) => {
    if ('from' in request) return readMods(request.from);
    takeDecisions(request.decisions);
    return null;
  };
}
