import { describeTree, type TreeTask } from '../src/archive/build/packwiz-tree.ts';
import { inPieces } from '../src/archive/zip/pieces.ts';
import type { Caller } from './caller.ts';

/** The request to take some files of a tree, as JSON. */
export interface TreeRequest {
  files: string;
}

/**
 * Thread function: sends the files of a server pack for packwiz, in pieces; returns whether their number is within the
 * limit.
 */
export async function packwizTree(task: TreeTask, caller: Caller): Promise<boolean> {
  const files = await describeTree(task);
  if (files === null) return false;
  for (const piece of inPieces(files)) await caller.request({ files: piece } satisfies TreeRequest);
  return true;
}
