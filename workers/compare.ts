import {
  type CompareTask,
  type ComparisonSum,
  compareServerPacks,
} from '../src/archive/build/compare-packs.ts';
import { inPieces } from '../src/archive/zip/pieces.ts';
import type { Caller } from './caller.ts';
import { type ModsAnswer, type ModsRequest, requestMods } from './inventory.ts';

/** The server pack that an inventory belongs to, and the list that a piece of the result belongs to. */
type Of = keyof CompareTask;
type List = 'mods' | 'files';

/** Requests of a comparison to its caller: for mods, and to take a piece of one of its lists. */
export type CompareRequest = (ModsRequest & { of: Of }) | { list: List; piece: string };

/** Thread function: the differences between two server packs. The lists are sent in pieces, in their order. */
export async function compare(task: CompareTask, caller: Caller): Promise<ComparisonSum> {
  const inventoryOf = (of: Of) =>
    requestMods({ ...caller, request: (request) => caller.request({ ...request, of }) });
  const inventories = { first: await inventoryOf('first'), second: await inventoryOf('second') };
  const { sum, ...lists } = compareServerPacks(task, inventories);
  for (const list of ['mods', 'files'] as const)
    for (const piece of inPieces(lists[list])) await caller.request({ list, piece } satisfies CompareRequest);
  return sum;
}

/** The caller's callbacks for one comparison. */
export interface CompareAnswers {
  /** Returns a piece of the inventory of one server pack. */
  readMods(of: Of, from: number): Promise<ModsAnswer>;
  /** Receives each list in pieces of JSON. */
  takePiece(list: List, piece: string): void;
}

/** Answers the requests of one comparison. */
export function answerCompare({
  readMods,
  takePiece,
}: CompareAnswers): (request: CompareRequest) => Promise<ModsAnswer | null> {
  return async (request) => {
    if ('from' in request) return readMods(request.of, request.from);
    takePiece(request.list, request.piece);
    return null;
  };
}
