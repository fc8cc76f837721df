import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { cleanFileName } from '../src/core/files/file-name.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { shown } from './screen.ts';

/** A file under a temporary name in its final folder; removed on disposal unless it is kept. */
export interface OutputFile extends AsyncDisposable {
  path: string;
  /** Renames the file once it is durable. Fails for an existing file, unless it may be replaced. */
  keep(): Promise<void>;
}

/** Fails with exit code 6 for an existing `target`, or without its folder. */
export async function openOutput(target: string, { force }: { force: boolean }): Promise<OutputFile> {
  const folder = path.dirname(target);
  const kind = await kindOf(target);
  if (kind === 'folder')
    throw new CommandFailed(exitCodes.file, `"${shown(target)}" is a folder; name a file.`);
  if (kind === 'file' && !force) throw exists(target);
  if ((await kindOf(folder)) !== 'folder')
    throw new CommandFailed(exitCodes.file, `There is no folder "${shown(folder)}" to write to.`);
  const aside = path.join(folder, `.${randomUUID()}.part`);
  return {
    path: aside,
    async keep() {
      const file = await open(aside, 'r+');
      await file.sync().finally(() => file.close());
      if (force) return rename(aside, target);
      // A link fails for an existing name; a rename would replace another process's file.
      await link(aside, target).catch(async (error: unknown) => {
        if (codeOf(error) === 'EEXIST') throw exists(target);
        // Some file systems have no links.
        await rename(aside, target);
      });
    },
    [Symbol.asyncDispose]: () => rm(aside, { force: true }),
  };
}

function exists(target: string): CommandFailed {
  return new CommandFailed(exitCodes.file, `"${shown(target)}" is there already; --force replaces it.`);
}

async function kindOf(place: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(place)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** A foreign name as a file name of this folder, valid on any system; empty when nothing is left of it. */
export function fileNameOf(name: string): string {
  return cleanFileName(name)
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[.\-\s]+/, '')
    .slice(0, 150);
}

/** The system's error code of a failure, such as ENOENT; null for others. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && 'errno' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
