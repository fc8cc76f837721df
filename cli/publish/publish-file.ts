import { stat } from 'node:fs/promises';
import path from 'node:path';
import { findZipEnd } from '../../src/archive/pack/is-zip.ts';
import { CommandFailed, exitCodes } from '../exit-codes.ts';
import { shown } from '../screen.ts';

/** A server pack of this machine that is going to be published. */
export interface PublishFile {
  path: string;
  /** Its name on the platform. */
  name: string;
  /** In bytes. */
  size: number;
}

/**
 * Fails with exit code 6 when the file is missing, and with 3 when it is no zip. `mostBytes` is the platform's limit.
 */
export async function openPublishFile(
  file: string,
  { mostBytes, platform }: { mostBytes: number; platform: string },
): Promise<PublishFile> {
  const found = await stat(file);
  if (!found.isFile()) throw new CommandFailed(exitCodes.file, `"${shown(file)}" is no file.`);
  if ((await findZipEnd(file)) !== null)
    throw new CommandFailed(exitCodes.refusedPack, `"${shown(file)}" is no zip, so it is no server pack.`);
  const { size } = found;
  if (size > mostBytes) {
    const message = `"${shown(file)}" has ${size} bytes. ${platform} takes files of at most ${mostBytes} bytes.`;
    throw new CommandFailed(exitCodes.refusedRequest, message);
  }
  return { path: file, name: path.basename(file), size };
}
