import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addedMods, fetchedFiles, files, lines, modPackFiles } from '../../../drizzle/schema.ts';
import { untilUndisturbed } from '../../database/conflicts.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import type { FetchedFiles, StoredFile } from '../../fetching/fetch-files.ts';
import { groupsOf } from '../../fetching/groups.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import type { TransferredFile } from '../../fetching/transfer.ts';
import { type FileKey, hashesToMatch, keyOf, type WantedFile } from '../../fetching/wanted-file.ts';
import type { Storage } from '../../storage/storage.ts';
import { forgetFiles } from '../packs/deletion.ts';
import { type BatchLimits, batch } from './batching.ts';
import { fileLock } from './files.ts';

interface Needs {
  database: Database;
  storage: Storage;
}

/** Times of nodes' claims. */
export interface ClaimSettings {
  /** Seconds that a claim holds after its last renewal: how long other nodes wait when its node has died. */
  seconds: number;
  /** Milliseconds between two checks of a file that another node fetches. */
  pauseMs: number;
}

/** Batches claimed files for one statement. */
const inBatches: BatchLimits = { most: 64, ms: 20 };
/** Batches finished files for one statement. Other files are claimed ahead meanwhile, so the wait delays none. */
const inLargeBatches: BatchLimits = { most: 64, ms: 150 };
/**
 * Most files that one statement marks as used or deletes: the embedded database, and with it the event loop, takes some
 * 30 ms.
 */
const atOnce = 200;

const defaultClaims: ClaimSettings = { seconds: 15, pauseMs: 250 };

/**
 * Fetched files, in the store and in a table of all nodes. A pack has hundreds of files, so concurrent look-ups share a
 * statement.
 */
export function createFetchedFiles(needs: Needs, claims: ClaimSettings = defaultClaims): FetchedFiles {
  const { db } = needs.database;
  const takeClaim = batch<FileKey, string | null>((keys) => takeClaims(db, keys, claims), inBatches);
  const putOff = batch<string, void>(async (held) => {
    await putOffAll(db, held, claims);
    return held.map(() => undefined);
  }, inBatches);
  const letGo = batch<string, void>(async (held) => {
    await db.delete(fetchedFiles).where(inArray(fetchedFiles.claim, [...held]));
    return held.map(() => undefined);
  }, inBatches);
  const lookUp = batch<WantedFile, StoredFile | null>((wanted) => findStored(db, wanted), inBatches);
  const keep = batch<KeptFile, StoredFile>((files) => keepAll(needs, files), inLargeBatches);
  /** Files that are claimed and not fetched yet. */
  let onTheWay = 0;
  const arrival = async (fetch: () => Promise<TransferredFile>) => {
    onTheWay += 1;
    try {
      return await fetch();
    } finally {
      onTheWay -= 1;
    }
  };

  /** Fetches a claimed file, and renews the claim meanwhile; the claim ends with the file, or with a failure. */
  const fetchClaimed = async (claim: string, key: FileKey, fetch: () => Promise<TransferredFile>) => {
    const renewing = setInterval(
      () => void putOff.of(claim).catch(() => undefined),
      (claims.seconds * 1000) / 3,
    );
    try {
      const kept = keep.of({ ...(await arrival(fetch)), key });
      if (onTheWay === 0) keep.begin();
      return await kept;
    } catch (error) {
      await letGo.of(claim);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  };

  return {
    async findAll(wanted) {
      const found = new Map<number, StoredFile>();
      for (const group of groupsOf([...wanted.entries()], atOnce)) {
        const marked = await markUsed(
          db,
          group.map(([, file]) => file),
        );
        for (const [index, file] of group) {
          const { stored, isContradicted } = matchOf(marked, file);
          if (stored !== null && !isContradicted) found.set(index, stored);
        }
      }
      return found;
    },

    async obtain(wanted, signal, fetch) {
      const key = keyOf(wanted);
      // A file without a hash cannot be shared; `fetch` refuses it.
      if (key === null) return keep.of({ ...(await fetch()), key });
      for (;;) {
        signal.throwIfAborted();
        const claim = await takeClaim.of(key);
        if (claim !== null) return fetchClaimed(claim, key, fetch);
        const stored = await lookUp.of(wanted);
        if (stored) return stored;
        await sleep(claims.pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },
  };
}

/** A fetched file with its key, by which it is found in addition to its SHA-512. */
interface KeptFile extends TransferredFile {
  key: FileKey | null;
}

/** A row of the table for a file. */
interface MarkedFile extends FileKey, Omit<StoredFile, 'crc32'> {
  crc32: number | null;
  sha1: string | null;
}

/** Finds stored files and marks them as used, so that no sweep removes them before their pack refers to them. */
async function markUsed(
  db: Queries,
  wanted: readonly WantedFile[],
): Promise<ReadonlyMap<string, MarkedFile>> {
  const keys = wanted.map(keyOf).filter((key) => key !== null);
  if (keys.length === 0) return new Map();
  // One JSON parameter for all files: parsing thousands of parameters takes as long as finding the files.
  const given = sql`select algorithm, hash from json_to_recordset(${JSON.stringify(keys)}::json) as given (algorithm text, hash text)`;
  const marked = await db
    .update(fetchedFiles)
    .set({ used: sql`now()` })
    .from(files)
    .where(
      and(
        eq(files.id, fetchedFiles.fileId),
        isNull(files.removed),
        sql`(${fetchedFiles.algorithm}, ${fetchedFiles.hash}) in (${given})`,
      ),
    )
    .returning({
      algorithm: fetchedFiles.algorithm,
      hash: fetchedFiles.hash,
      sha1: fetchedFiles.sha1,
      fileId: files.id,
      sha256: files.sha256,
      storageKey: files.storageKey,
      size: files.size,
      crc32: fetchedFiles.crc32,
    });
  return new Map(marked.map((row) => [nameOf(row), row]));
}

/**
 * Stored files by their SHA-256, marked as used. Only fetched files, and files that people bring to be used like these,
 * are found: no archive, and no server pack.
 */
export async function findStoredByContent(
  db: Queries,
  hashes: readonly string[],
): Promise<Map<string, StoredFile>> {
  if (hashes.length === 0) return new Map();
  const found = await db
    .update(fetchedFiles)
    .set({ used: sql`now()` })
    .from(files)
    .where(and(eq(files.id, fetchedFiles.fileId), isNull(files.removed), inArray(files.sha256, [...hashes])))
    .returning({
      fileId: files.id,
      sha256: files.sha256,
      storageKey: files.storageKey,
      size: files.size,
      crc32: fetchedFiles.crc32,
    });
  return new Map(
    found.flatMap(({ crc32, ...file }) => (crc32 === null ? [] : [[file.sha256, { ...file, crc32 }]])),
  );
}

function nameOf({ algorithm, hash }: FileKey): string {
  return `${algorithm} ${hash}`;
}

/** The SHA-1 that is stated along with a SHA-512, if any. */
function statedBeside({ hashes }: WantedFile): string | null {
  const { sha512, sha1 = null } = Object.fromEntries(hashesToMatch(hashes));
  return sha512 === undefined ? null : sha1;
}

/** The stored file for a wanted one, and whether the SHA-1 stated along with its SHA-512 belongs to another file. */
function matchOf(
  marked: ReadonlyMap<string, MarkedFile>,
  wanted: WantedFile,
): { stored: StoredFile | null; isContradicted: boolean } {
  const key = keyOf(wanted);
  const found = key === null ? undefined : marked.get(nameOf(key));
  if (!found || found.crc32 === null) return { stored: null, isContradicted: false };
  const { fileId, sha256, storageKey, size, crc32, sha1 } = found;
  const stated = statedBeside(wanted);
  return {
    stored: { fileId, sha256, storageKey, size, crc32 },
    isContradicted: stated !== null && sha1 !== null && stated !== sha1,
  };
}

/** For each wanted file, the stored one, or null if there is none. */
async function findStored(
  db: Queries,
  wanted: readonly WantedFile[],
): Promise<(StoredFile | FetchError | null)[]> {
  const marked = await markUsed(db, wanted);
  return wanted.map((file) => {
    const { stored, isContradicted } = matchOf(marked, file);
    if (!isContradicted) return stored;
    return new FetchError(
      'FETCH_WRONG_HASH',
      `The sha1 that the pack gives for ${file.path} is not that of the file with its sha512`,
    );
  });
}

/** Claims files to be fetched; null where another caller has the claim or has just stored the file. */
async function takeClaims(
  db: Queries,
  keys: readonly FileKey[],
  { seconds }: ClaimSettings,
): Promise<(string | null)[]> {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const claimed = [...byName]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, key]) => ({ ...key, claim: crypto.randomUUID(), claimedUntil: fromNow(seconds) }));
  // A removed file counts as not stored.
  const gone = inArray(
    fetchedFiles.fileId,
    db.select({ id: files.id }).from(files).where(sql`${files.removed} is not null`),
  );
  const taken = await untilUndisturbed(() =>
    db
      .insert(fetchedFiles)
      .values(claimed)
      .onConflictDoUpdate({
        target: [fetchedFiles.algorithm, fetchedFiles.hash],
        set: {
          claim: sql`excluded.claim`,
          claimedUntil: sql`excluded.claimed_until`,
          fileId: null,
          crc32: null,
        },
        setWhere: sql`${lt(fetchedFiles.claimedUntil, sql`now()`)} or ${gone}`,
      })
      .returning({ algorithm: fetchedFiles.algorithm, hash: fetchedFiles.hash, claim: fetchedFiles.claim }),
  );
  const claims = new Map(taken.map(({ claim, ...key }) => [nameOf(key), claim]));
  return keys.map((key) => {
    const name = nameOf(key);
    const claim = claims.get(name) ?? null;
    // The first of two callers fetches the file.
    claims.delete(name);
    return claim;
  });
}

async function putOffAll(db: Queries, held: readonly string[], { seconds }: ClaimSettings): Promise<void> {
  await db
    .update(fetchedFiles)
    .set({ claimedUntil: fromNow(seconds) })
    .where(and(inArray(fetchedFiles.claim, [...held]), gt(fetchedFiles.claimedUntil, sql`now()`)));
}

function fromNow(seconds: number): SQL {
  return sql`now() + ${seconds} * interval '1 second'`;
}

/**
 * Publishes fetched files, each found from now on by its key and its SHA-512; returns an error for each that failed.
 */
async function keepAll(
  { database, storage }: Needs,
  fetched: readonly KeptFile[],
): Promise<(StoredFile | Error)[]> {
  const kept = new Map<KeptFile, StoredFile | Error>();
  const locks = fetched.map(({ incoming }) => fileLock(incoming.sha256));
  try {
    await database.exclusively(locks, async (held) => {
      const published: PublishedFile[] = [];
      const publish = async (same: readonly KeptFile[]) => {
        for (const file of same) {
          try {
            published.push({ file, storageKey: await storage.publish(file.incoming) });
          } catch (error) {
            kept.set(file, error instanceof Error ? error : new Error(String(error)));
          }
        }
      };
      await Promise.all(
        Map.groupBy(fetched, ({ incoming }) => incoming.sha256)
          .values()
          .map(publish),
      );
      if (published.length === 0) return;
      const ids = await untilUndisturbed(() => enter(held, published));
      for (const { file, storageKey } of published) {
        const { sha256, size } = file.incoming;
        const fileId = ids.get(sha256);
        if (fileId === undefined) throw new Error('The database answered no row for an insert.');
        kept.set(file, { fileId, sha256, storageKey, size, crc32: file.crc32 });
      }
    });
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    for (const file of fetched) if (!(kept.get(file) instanceof Error)) kept.set(file, failure);
  }
  return Promise.all(
    fetched.map(async (file) => {
      const result = kept.get(file) ?? new Error('A file was neither kept nor refused.');
      if (result instanceof Error) await storage.discard(file.incoming).catch(() => undefined);
      return result;
    }),
  );
}

interface PublishedFile {
  file: KeptFile;
  storageKey: string;
}

const entered = z.array(z.object({ sha256: z.string(), id: z.int() }));

/**
 * Inserts contents with their keys in one statement, since a pack has hundreds of files; returns their numbers by
 * SHA-256. Keys are locked before contents, in the order of `row-locks.ts`.
 */
async function enter(db: Queries, published: readonly PublishedFile[]): Promise<Map<string, number>> {
  const contents = published.map(({ file: { incoming }, storageKey }) => {
    return { sha256: incoming.sha256, size: incoming.size, storage_key: storageKey };
  });
  const known = published.flatMap(({ file: { incoming, hashes, crc32, key } }) => {
    const { sha512, sha1 = null } = hashes;
    const content = { sha256: incoming.sha256, crc32 };
    return [
      ...(sha512 === undefined ? [] : [{ algorithm: 'sha512', hash: sha512, sha1, ...content }]),
      ...(key === null ? [] : [{ ...key, sha1: key.algorithm === 'sha512' ? sha1 : null, ...content }]),
    ];
  });
  const found = await rows(
    db,
    sql`
      with known as (
        select distinct on (algorithm, hash) *
        from json_to_recordset(${JSON.stringify(known)}::json)
          as known (algorithm text, hash text, sha1 text, sha256 text, crc32 bigint)
      ),
      locked as (
        select hash from ${fetchedFiles} where (algorithm, hash) in (select algorithm, hash from known)
        order by algorithm, hash for update
      ),
      stored as (
        insert into ${files} (sha256, size, storage_key)
        select distinct on (sha256) sha256, size, storage_key
        from json_to_recordset(${JSON.stringify(contents)}::json) as content (sha256 text, size bigint, storage_key text)
        where (select count(*) from locked) >= 0
        order by sha256
        on conflict (sha256) do update set storage_key = excluded.storage_key, removed = null
        returning id, sha256
      ),
      named as (
        insert into ${fetchedFiles} (algorithm, hash, sha1, file_id, crc32, used)
        select known.algorithm, known.hash, known.sha1, stored.id, known.crc32, now()
        from known join stored using (sha256)
        order by known.algorithm, known.hash
        on conflict (algorithm, hash) do update
          set sha1 = excluded.sha1, file_id = excluded.file_id, crc32 = excluded.crc32, used = now(), claim = null, claimed_until = null
      )
      select sha256, id from stored`,
  );
  return new Map(entered.parse(found).map(({ sha256, id }) => [sha256, id]));
}

/**
 * Deletes the rows of fetched files that no modpack, run or line refers to and that were unused since `before`, and
 * abandoned claims; returns the number of files. The sweep then removes their bytes.
 */
export async function forgetUnusedFetched({ db }: Pick<Database, 'db'>, before: Date): Promise<number> {
  const one = { one: sql`1` };
  const { algorithm, hash } = fetchedFiles;
  const forgotten = new Set<number>();
  // Uploaded jars in the overrides of lines, as `sha256:<hash>/<name>`.
  const ofLines = sql`
    select substr(entry, 8, 64)
    from ${lines}, jsonb_array_elements_text(coalesce(${lines.overrides} -> 'addedMods', '[]')) as entry
    where starts_with(entry, 'sha256:')`;
  for (;;) {
    const gone = await db.transaction(async (tx) => {
      const isUnused = and(
        lt(fetchedFiles.used, before),
        or(isNull(fetchedFiles.claimedUntil), lt(fetchedFiles.claimedUntil, before)),
        notExists(tx.select(one).from(modPackFiles).where(eq(modPackFiles.fileId, fetchedFiles.fileId))),
        notExists(tx.select(one).from(addedMods).where(eq(addedMods.fileId, fetchedFiles.fileId))),
        sql`not exists (
          select from ${files} where ${files.id} = ${fetchedFiles.fileId} and ${files.sha256} in (${ofLines})
        )`,
      );
      const some = tx.select({ algorithm, hash }).from(fetchedFiles).where(isUnused).limit(atOnce);
      // Checked again for each deleted row: it may have been used meanwhile.
      const taken = await tx
        .delete(fetchedFiles)
        .where(and(isUnused, sql`(${algorithm}, ${hash}) in (${some})`))
        .returning({ fileId: fetchedFiles.fileId });
      const fileIds = new Set(taken.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])));
      await forgetFiles(tx, [...fileIds]);
      for (const fileId of fileIds) forgotten.add(fileId);
      return taken.length;
    });
    if (gone === 0) return forgotten.size;
  }
}
