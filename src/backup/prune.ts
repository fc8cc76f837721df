import { readManifest } from './manifest.ts';
import { type BackupPlace, contentOf } from './place.ts';
import { readList } from './rows-file.ts';

/**
 * Removes all but the newest `keep` backups of a place, and the contents that none of these names; returns how many
 * backups it has removed. Fails, and removes nothing, when one that stays cannot be read.
 */
export async function pruneBackups(place: BackupPlace, keep: number): Promise<number> {
  const names = await place.list();
  const old = names.slice(keep);
  if (old.length === 0) return 0;
  let known = new Float64Array();
  for (const name of names.slice(0, keep)) known = await withKeysOf(place, name, known);
  for (const name of old) await place.remove(name);
  const before = new Date();
  for await (const key of place.files.publishedBefore(before))
    if (!includes(known, markOf(key))) await place.files.remove(key);
  return old.length;
}

/** The beginning of a digest as a number: 8 bytes for each of many files. Two that begin alike both stay. */
const markOf = (key: string) => Number.parseInt(key.slice(0, 13), 16);

/** Adds the contents of a backup to the known ones, which are in order. */
async function withKeysOf(
  place: BackupPlace,
  name: string,
  known: Float64Array<ArrayBuffer>,
): Promise<Float64Array<ArrayBuffer>> {
  const where = `${name} in ${place.name}`;
  const text = await place.read(name);
  const manifest = readManifest(text ?? '', where);
  const marks = [markOf(manifest.rows.sha256), markOf(manifest.list.sha256)];
  for await (const { key } of readList(contentOf(place, manifest.list.sha256))) marks.push(markOf(key));
  const both = new Float64Array(known.length + marks.length);
  both.set(known);
  both.set(marks, known.length);
  both.sort();
  return both.filter((mark, index) => index === 0 || mark !== both[index - 1]);
}

function includes(sorted: Float64Array, mark: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < mark) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === mark;
}
