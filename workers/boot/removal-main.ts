/**
 * The process that removes one folder, started by `removal.ts`. It walks from folder to folder by names alone, since
 * the path of a nested folder may be longer than the system accepts. The folder's programs have ended, so no folder
 * becomes a link meanwhile; but another such process, whose parent was killed, may remove the same folder.
 */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, opendirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Milliseconds; a folder that remains is removed at the next start. */
const patienceMs = 300_000;

const folder = path.resolve(process.argv[2] ?? '');
process.chdir(path.dirname(folder));
if (lstatSync(path.basename(folder), { throwIfNoEntry: false })?.isDirectory()) {
  const first = unlessGone(() => enter(Buffer.from(path.basename(folder))));
  const above = first === null ? [] : [first];
  for (let name = above.at(-1); name !== undefined; name = above.at(-1)) {
    const found = unlessGone(removeFiles);
    const entered = found === null ? null : unlessGone(() => enter(found));
    if (entered !== null) above.push(entered);
    if (found !== null) continue;
    process.chdir('..');
    unlessGone(() => rmdirSync(name));
    above.pop();
  }
}
process.exit(0);

/** Removes files of the current folder until a folder is found, and returns its name; null once nothing is left. */
function removeFiles(): Buffer | null {
  const entries = opendirSync('.', { encoding: 'latin1' });
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (performance.now() > patienceMs) process.exit(1);
      const name = Buffer.from(entry.name, 'latin1');
      if (entry.isDirectory()) return name;
      unlessGone(() => unlinkSync(name));
    }
    return null;
  } finally {
    entries.closeSync();
  }
}

/** Enters a folder, also one that a server has closed; returns the folder's name then. */
function enter(name: Buffer): string {
  chmodSync(name, 0o700);
  // Only a folder whose name is text can be entered.
  const text = isUtf8(name) ? name.toString() : randomUUID();
  if (!isUtf8(name)) renameSync(name, text);
  process.chdir(text);
  return text;
}

/** The result of `work`; null when the file or folder no longer exists. */
function unlessGone<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
