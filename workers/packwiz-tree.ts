import { describeTree, type TreeTask } from '../src/archive/packwiz-tree.ts';
import { inPieces } from '../src/archive/pieces.ts';
import type { Caller } from './caller.ts';

/** Asks the caller to take some files of a tree, as JSON. */
export interface TreeQuestion {
  files: string;
}

/** Thread function: hands the files of a server pack over, for packwiz, in pieces; answers whether there are few enough. */
export async function packwizTree(task: TreeTask, caller: Caller): Promise<boolean> {
  const files = await describeTree(task);
  if (files === null) return false;
  for (const piece of inPieces(files)) await caller.ask({ files: piece } satisfies TreeQuestion);
  return true;
}
