import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Milliseconds: 30 days, since no service keeps an upload longer. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/** Remembers uploads that are no modpack yet, so that a later call of the command can resume them. */
export interface UnfinishedUploads {
  /** The address of the upload of this name; null for an unknown one. */
  find(name: string): Promise<string | null>;
  keep(name: string, url: string): Promise<void>;
  forget(name: string): Promise<void>;
}

/**
 * Keeps each upload in a file of its own, so that parallel commands need no lock. The files are for this user alone,
 * since anybody who reads them could resume the uploads. A folder that cannot be written costs only resuming.
 */
export function openUnfinishedUploads(folder: string): UnfinishedUploads {
  const fileOf = (name: string) =>
    path.join(folder, `${createHash('sha256').update(name).digest('hex')}.url`);
  return {
    async find(name) {
      const text = await readFile(fileOf(name), 'utf8').catch(() => '');
      return URL.canParse(text) ? text : null;
    },
    async keep(name, url) {
      const file = fileOf(name);
      await mkdir(folder, { recursive: true, mode: 0o700 })
        .then(() => dropOld(folder))
        .then(() => writeFile(`${file}.new`, url, { mode: 0o600 }))
        .then(() => rename(`${file}.new`, file))
        .catch(() => undefined);
    },
    forget: (name) => rm(fileOf(name), { force: true }).catch(() => undefined),
  };
}

/** The command's state folder, by the system's conventions. */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = environment;
  const base = process.platform === 'win32' ? LOCALAPPDATA : XDG_STATE_HOME;
  // The convention has relative ones ignored.
  const isUsable = base !== undefined && path.isAbsolute(base);
  return path.join(isUsable ? base : path.join(os.homedir(), '.local', 'state'), 'server-pack');
}

async function dropOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > rememberedMs) await rm(file, { force: true });
  }
}
