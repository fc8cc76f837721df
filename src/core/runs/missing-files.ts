import { createReadStream } from 'node:fs';
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { attempts, queuedRuns } from '../../../drizzle/schema.ts';
import { countedBytes, createMurmur } from '../../archive/pack/murmur.ts';
import { printable } from '../../archive/problem-list.ts';
import type { Problem } from '../../archive/report.ts';
import { untilUndisturbed } from '../../database/conflicts.ts';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { createDigester } from '../../fetching/digests.ts';
import type { MissingFile } from '../../fetching/missing-file.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { type FileHashes, hashesToMatch } from '../../fetching/wanted-file.ts';
import type { UploadedFile } from '../../storage/storage.ts';
import { cleanFileName } from '../files/file-name.ts';
import { findModPacks } from '../packs/mod-packs.ts';
import { type Attempts, findWaiting } from './attempts.ts';
import { goOnWithRun } from './queued-runs.ts';

/** Ends an attempt whose pack lacks nothing but these files. */
export class FilesMissing extends Error {
  override readonly name = 'FilesMissing';
  readonly files: readonly MissingFile[];
  /** The problems with which the run fails when the files do not arrive. */
  readonly problems: Problem[];

  constructor(files: readonly MissingFile[], problems: Problem[]) {
    super('The pack lacks files that people have to bring.');
    this.files = files;
    this.problems = problems;
  }
}

/** The attempt to store for a run that keeps waiting for its files; null when its time is up. */
export function waitForFiles(
  files: readonly MissingFile[],
  { missingSince }: Pick<Attempts, 'missingSince'>,
  { giveUpSeconds, now }: { giveUpSeconds: number; now: Date },
): { seconds: number; attempts: Partial<Attempts> } | null {
  const since = missingSince ?? now;
  const seconds = Math.ceil(giveUpSeconds - (now.getTime() - since.getTime()) / 1000);
  if (seconds <= 0) return null;
  const nextTry = new Date(now.getTime() + seconds * 1000);
  return { seconds, attempts: { missing: [...files], missingSince: since, nextTry } };
}

/** The outcome for a supplied file. */
export interface BroughtFile {
  name: string;
  /** The file's path in the pack; null when the file is not among the missing ones. */
  path: string | null;
  /** The reason why the file is refused, as a sentence; null when it is accepted. */
  refusal: string | null;
}

interface Needs {
  database: Database;
  fetching: Pick<Fetching, 'keepBrought'> | null;
}

/**
 * Accepts files that a run of the modpack waits for, each identified by its hashes instead of its name. Every run that
 * waits for the same file gets it, and continues once it has all. Fails with NOT_FOUND, or with CONFLICT when no run
 * waits for files.
 */
export async function addMissingFiles(
  { database, fetching }: Needs,
  { modPackId, files }: { modPackId: number; files: readonly UploadedFile[] },
  signal: AbortSignal,
): Promise<BroughtFile[]> {
  const { db } = database;
  const [waiting] = await findWaiting({ db }, { of: 'modPack', ids: [modPackId] });
  const missing = waiting?.missing ?? null;
  if (missing === null || fetching === null) {
    const [modPack] = await findModPacks({ db }, [modPackId]);
    throw modPack
      ? new AppError('CONFLICT', `No run of modpack ${modPackId} waits for files.`)
      : new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
  }
  const brought: BroughtFile[] = [];
  for (const file of files) brought.push(await take(fetching, missing, file, signal));
  const paths = new Set(brought.map(({ path }) => path));
  const keys = missing.filter(({ path }) => paths.has(path)).map(({ key }) => key);
  if (keys.length > 0) await untilUndisturbed(() => crossOff(database, keys));
  return brought;
}

async function take(
  fetching: Pick<Fetching, 'keepBrought'>,
  missing: readonly MissingFile[],
  file: UploadedFile,
  signal: AbortSignal,
): Promise<BroughtFile> {
  const name = cleanFileName(file.filename) || 'a file without a name';
  const refused = (refusal: string) => ({ name, path: null, refusal });
  const alike = missing.filter(({ size }) => size === null || size === file.size);
  const algorithms = new Set(
    alike.flatMap(({ hashes }) => hashesToMatch(hashes).map(([algorithm]) => algorithm)),
  );
  const found = alike.length === 0 ? null : await digestsOf(file, algorithms.has('murmur2'));
  const wanted = alike.find(({ hashes }) =>
    hashesToMatch(hashes).every(([algorithm, hash]) => found?.hashes[algorithm] === hash),
  );
  if (wanted === undefined || found === null) {
    const shown = printable(name);
    const ofItsName = missing.find(({ path }) => path.endsWith(`/${name}`));
    return refused(
      ofItsName === undefined
        ? `"${shown}" is none of the files that are missing.`
        : `"${shown}" is not the file that is missing: it has other bytes. Download the one that ${ofItsName.page} gives.`,
    );
  }
  const { path, hashes, size, origin } = wanted;
  try {
    const { sha512, sha1 } = found.hashes;
    await fetching.keepBrought(
      { path, links: [], hashes, size, ...(origin && { origin }) },
      {
        incoming: { path: file.path, size: file.size, sha256: file.sha256 },
        hashes: { ...(sha512 !== undefined && { sha512 }), ...(sha1 !== undefined && { sha1 }) },
        crc32: found.crc32,
      },
      signal,
    );
  } catch (error) {
    if (error instanceof FetchError) return refused(`"${printable(name)}" cannot be kept: ${error.message}.`);
    throw error;
  }
  return { name, path, refusal: null };
}

/** The hashes of the bytes in every algorithm that platforms use. */
export async function digestsOf(
  { path }: UploadedFile,
  withMurmur: boolean,
): Promise<{ hashes: FileHashes; crc32: number }> {
  const digester = createDigester(['sha512', 'sha1', 'md5']);
  let counted = 0;
  for await (const piece of piecesOf(path)) {
    digester.add(piece);
    if (withMurmur) counted += countedBytes(piece);
  }
  const { hashes, sha256, crc32 } = digester.digests();
  if (!withMurmur) return { hashes: { ...hashes, sha256 }, crc32 };
  const murmur = createMurmur(counted);
  for await (const piece of piecesOf(path)) murmur.add(piece);
  return { hashes: { ...hashes, sha256, murmur2: String(murmur.fingerprint()) }, crc32 };
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path)) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('A file must yield bytes.');
    yield piece;
  }
}

/** Removes files from the lists of all runs that wait for them; runs that lack nothing else continue at once. */
async function crossOff({ db }: Pick<Database, 'db'>, keys: readonly string[]): Promise<void> {
  const isGiven = sql`file ->> 'key' in (select json_array_elements_text(${JSON.stringify(keys)}::json))`;
  const id = attempts.runConfigurationId;
  const waits = and(
    isNotNull(attempts.nextTry),
    sql`exists (select from jsonb_array_elements(${attempts.missing}) as file where ${isGiven})`,
  );
  await db.transaction(async (tx) => {
    const held = await tx
      .select({ id })
      .from(queuedRuns)
      .innerJoin(attempts, eq(id, queuedRuns.runConfigurationId))
      .where(waits)
      .orderBy(asc(id))
      .for('no key update', { of: queuedRuns });
    const ids = held.map((run) => run.id);
    const left = sql`(
      select coalesce(jsonb_agg(file order by place) filter (where not ${isGiven}), '[]')
      from jsonb_array_elements(${attempts.missing}) with ordinality as listed (file, place)
    )`;
    const runs = await tx
      .update(attempts)
      .set({ missing: left })
      .where(and(inArray(id, ids), waits))
      .returning({ id, missing: attempts.missing });
    for (const { id: whole } of runs.filter(({ missing }) => missing?.length === 0)) {
      await tx.update(attempts).set({ nextTry: sql`now()` }).where(eq(id, whole));
      await goOnWithRun(tx, whole);
    }
  });
}
