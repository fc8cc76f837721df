import { existsSync } from 'node:fs';
import { startChild } from '../child.ts';

const main = new URL('./removal-main.ts', import.meta.url);

/**
 * Removes a folder that a server has filled, in a separate process: it may hold hundreds of thousands of files, at any
 * depth. Returns false when that takes too long or fails; never rejects.
 */
export async function removeFolder(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return true;
  const end = await startChild(main, folder, {}).ended.catch(() => null);
  return end?.succeeded ?? false;
}
