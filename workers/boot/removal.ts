import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readsTypeScript } from '../reads-typescript.ts';

const main = new URL('./removal-main.ts', import.meta.url);

/**
 * Removes a folder that a server has filled, in a separate process: it may hold hundreds of thousands of files, at any
 * depth. Returns false when that takes too long or fails; never rejects.
 */
export async function removeFolder(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return true;
  const child = fork(main, [folder], { env: {}, execArgv: [...readsTypeScript], stdio: 'ignore' });
  const [code] = await once(child, 'exit').catch(() => [null]);
  return code === 0;
}
