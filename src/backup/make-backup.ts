import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { copyStorage, receiveOwn } from '../storage/copy.ts';
import type { IncomingFile, Storage } from '../storage/storage.ts';
import { version } from '../version.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { type Moment, readMoment } from './moment.ts';
import { type BackupPlace, nameOf } from './place.ts';
import { readList } from './rows-file.ts';

interface Needs {
  database: Pick<Database, 'kind' | 'patient'>;
  storage: Storage;
}

/** How far a backup is. */
export interface Progress {
  rows: number;
  /** Files that the backup has, and those that it needs. */
  files: number;
  allFiles: number;
  bytes: number;
}

export interface Making {
  made: Date;
  report?: (sofar: Progress) => void;
  signal?: AbortSignal;
}

/** How often the rows are read anew, because files of theirs were removed while others were copied. */
const mostRounds = 5;

/**
 * Makes a backup of rows and files as of one moment, while the service runs. A file that a backup in this place has
 * already is not copied again. The manifest comes last: whatever ends this before leaves the earlier backups as they
 * were, and bytes that the next backup uses or sweeps.
 */
export async function makeBackup(
  { database, storage }: Needs,
  place: BackupPlace,
  { made, report = () => {}, signal = new AbortController().signal }: Making,
): Promise<Manifest> {
  await place.files.sweepUnpublished(new Date());
  let missing: readonly string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const progress: Progress = { rows: 0, files: 0, allFiles: 0, bytes: 0 };
    const tell = (change: Partial<Progress>) => {
      signal.throwIfAborted();
      report(Object.assign(progress, change));
    };
    const texts = await readMoment(database, (moment) => writeTexts(moment, place.files, tell));
    const { rows, list, ...counts } = texts;
    const copied = await copyStorage(storage, place.files, {
      keys: keysOf(list),
      report: ({ copied, there }) => tell({ files: copied + there }),
      signal,
    });
    const known = new Set(missing);
    missing = copied.missing;
    // A file that was removed with its row is not in the next moment. One that is has been lost before.
    if (!missing.every((key) => known.has(key))) {
      await place.files.discard(rows);
      await place.files.discard(list);
      continue;
    }
    await place.files.publish(rows);
    await place.files.publish(list);
    const manifest: Manifest = {
      format: 1,
      made: made.toISOString(),
      version,
      ...counts,
      rows: { sha256: rows.sha256, size: rows.size },
      list: { sha256: list.sha256, size: list.size },
      lost: [...missing, ...copied.damaged].sort(),
    };
    signal.throwIfAborted();
    await place.write(nameOf(made), writeManifest(manifest));
    return manifest;
  }
  throw new AppError('UNAVAILABLE', 'Files are removed faster than they are copied. Try again later.');
}

/** The rows and the list of files, as files that are not published yet, and their counts. */
async function writeTexts(
  moment: Moment,
  to: Storage,
  tell: (change: Partial<Progress>) => void,
): Promise<
  { rows: IncomingFile; list: IncomingFile } & Pick<
    Manifest,
    'migration' | 'tables' | 'files' | 'bytes' | 'modPacks'
  >
> {
  const tables: Record<string, number> = {};
  let count = 0;
  const rowLines = async function* () {
    for (const { table, columns, ids, rows } of moment.tables) {
      tables[table] = 0;
      yield `${JSON.stringify({ table, columns, ids })}\n`;
      for await (const portion of rows()) {
        yield portion.map((row) => `${JSON.stringify(row)}\n`).join('');
        tables[table] += portion.length;
        count += portion.length;
        tell({ rows: count });
      }
    }
  };
  let [files, bytes] = [0, 0];
  const listLines = async function* () {
    for await (const portion of moment.files()) {
      yield portion.map(([key, size]) => `${key} ${size}\n`).join('');
      files += portion.length;
      for (const [, size] of portion) bytes += size;
    }
  };
  const rows = await receiveOwn(compressed(rowLines()), to);
  const list = await receiveOwn(compressed(listLines()), to);
  tell({ allFiles: files, bytes });
  return { rows, list, migration: moment.migration, tables, files, bytes, modPacks: tables.mod_packs ?? 0 };
}

function compressed(lines: AsyncGenerator<string>): Readable {
  const packed = createGzip();
  // A failure of the lines destroys the stream that is read, which reports it.
  pipeline(Readable.from(lines), packed, () => {});
  return packed;
}

async function* keysOf(list: IncomingFile): AsyncGenerator<string> {
  for await (const { key } of readList(createReadStream(list.path))) yield key;
}
