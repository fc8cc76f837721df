import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fetchedFiles, files, modPackFiles } from '../../drizzle/schema.ts';
import { untilUndisturbed } from '../database/conflicts.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import type { FetchedFiles, StoredFile } from '../fetching/fetch-files.ts';
import { groupsOf } from '../fetching/groups.ts';
import { FetchError } from '../fetching/problem-codes.ts';
import type { TransferredFile } from '../fetching/transfer.ts';
import {
  type HashAlgorithm,
  hashAlgorithms,
  hashesToMatch,
  type WantedFile,
} from '../fetching/wanted-file.ts';
import type { Storage } from '../storage/storage.ts';
import { forgetFiles } from './deletion.ts';
import { fileLock } from './files.ts';

interface Needs {
  database: Database;
  storage: Storage;
}

/** How the claims of nodes are kept. */
export interface ClaimSettings {
  /** Seconds that a claim holds after its node last put it off: how long the others wait when that has died. */
  seconds: number;
  /** Milliseconds between two looks at a file that somebody else is fetching. */
  pauseMs: number;
}

const batchSize = 1_000;

const defaultClaims: ClaimSettings = { seconds: 15, pauseMs: 250 };

/** The files that were fetched before, in the store and in a table that all nodes share. */
export function createFetchedFiles(needs: Needs, claims: ClaimSettings = defaultClaims): FetchedFiles {
  const { db } = needs.database;
  return {
    async findAll(wanted) {
      const found = new Map<number, StoredFile>();
      for (const group of groupsOf([...wanted.entries()], batchSize)) {
        const marked = await markUsed(
          db,
          group.map(([, file]) => file),
        );
        for (const [index, file] of group) {
          const { stored, contradicting } = matchOf(marked, file);
          if (stored !== null && contradicting === null) found.set(index, stored);
        }
      }
      return found;
    },

    async obtain(wanted, signal, fetch) {
      const [strongest] = hashesToMatch(wanted.hashes);
      // Without a hash it is nobody's; `fetch` says so.
      if (strongest === undefined) return keep(needs, await fetch());
      for (;;) {
        signal.throwIfAborted();
        const claim = await takeClaim(db, strongest, claims);
        if (claim !== null) return fetchClaimed(needs, { claim, claims, fetch });
        const stored = await findStored(db, wanted);
        if (stored) return stored;
        await sleep(claims.pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },
  };
}

/** Fetches a file that is claimed, and puts the claim off meanwhile; it goes with the file, or without one. */
async function fetchClaimed(
  needs: Needs,
  { claim, claims, fetch }: { claim: string; claims: ClaimSettings; fetch: () => Promise<TransferredFile> },
): Promise<StoredFile> {
  const { db } = needs.database;
  const renewing = setInterval(
    () => void putOff(db, claim, claims).catch(() => undefined),
    (claims.seconds * 1000) / 3,
  );
  try {
    return await keep(needs, await fetch());
  } catch (error) {
    await db.delete(fetchedFiles).where(and(eq(fetchedFiles.claim, claim), isNull(fetchedFiles.fileId)));
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** What the table has of a file by one of its hashes. */
interface MarkedFile extends Omit<StoredFile, 'crc32'> {
  algorithm: HashAlgorithm;
  hash: string;
  crc32: number | null;
}

/** What is stored of these files, marked as used now, so that no sweep takes it before their pack refers to it. */
async function markUsed(
  db: Queries,
  wanted: readonly WantedFile[],
): Promise<ReadonlyMap<string, MarkedFile>> {
  const byAlgorithm = hashAlgorithms.flatMap((algorithm) => {
    const hashes = wanted.flatMap((file) =>
      hashesToMatch(file.hashes).flatMap(([one, hash]) => (one === algorithm ? [hash] : [])),
    );
    if (hashes.length === 0) return [];
    return [and(eq(fetchedFiles.algorithm, algorithm), inArray(fetchedFiles.hash, hashes))];
  });
  if (byAlgorithm.length === 0) return new Map();
  const marked = await db
    .update(fetchedFiles)
    .set({ used: sql`now()` })
    .from(files)
    .where(and(eq(files.id, fetchedFiles.fileId), isNull(files.removed), or(...byAlgorithm)))
    .returning({
      algorithm: fetchedFiles.algorithm,
      hash: fetchedFiles.hash,
      fileId: files.id,
      sha256: files.sha256,
      storageKey: files.storageKey,
      size: files.size,
      crc32: fetchedFiles.crc32,
    });
  return new Map(marked.map((row) => [nameOf(row.algorithm, row.hash), row]));
}

function nameOf(algorithm: HashAlgorithm, hash: string): string {
  return `${algorithm} ${hash}`;
}

/** The file by its strongest hash, and which of its other hashes is not that of this file. */
function matchOf(
  marked: ReadonlyMap<string, MarkedFile>,
  { hashes }: WantedFile,
): { stored: StoredFile | null; contradicting: HashAlgorithm | null } {
  const expected = hashesToMatch(hashes);
  const found = expected.map(([algorithm, hash]) => marked.get(nameOf(algorithm, hash)));
  const [first] = found;
  if (!first || first.crc32 === null) return { stored: null, contradicting: null };
  const { fileId, sha256, storageKey, size, crc32 } = first;
  const contradicting = expected.find((_, place) => found[place]?.fileId !== fileId)?.[0] ?? null;
  return { stored: { fileId, sha256, storageKey, size, crc32 }, contradicting };
}

async function findStored(db: Queries, wanted: WantedFile): Promise<StoredFile | null> {
  const { stored, contradicting } = matchOf(await markUsed(db, [wanted]), wanted);
  if (contradicting !== null)
    throw new FetchError(
      'FETCH_WRONG_HASH',
      `The ${contradicting} that the pack gives for ${wanted.path} is not that of the file with its ${hashesToMatch(wanted.hashes)[0]?.[0]}`,
    );
  return stored;
}

/** Whoever gets the claim is to fetch the file; null while somebody else has it, or has just kept the file. */
async function takeClaim(
  db: Queries,
  [algorithm, hash]: [HashAlgorithm, string],
  { seconds }: ClaimSettings,
): Promise<string | null> {
  const claim = crypto.randomUUID();
  const claimed = { claim, claimedUntil: fromNow(seconds), fileId: null, crc32: null };
  // A file that was removed since is as good as none.
  const gone = inArray(
    fetchedFiles.fileId,
    db.select({ id: files.id }).from(files).where(sql`${files.removed} is not null`),
  );
  const rows = await db
    .insert(fetchedFiles)
    .values({ algorithm, hash, ...claimed })
    .onConflictDoUpdate({
      target: [fetchedFiles.algorithm, fetchedFiles.hash],
      set: claimed,
      setWhere: sql`${lt(fetchedFiles.claimedUntil, sql`now()`)} or ${gone}`,
    })
    .returning({ claim: fetchedFiles.claim });
  return rows.length === 1 ? claim : null;
}

async function putOff(db: Queries, claim: string, { seconds }: ClaimSettings): Promise<void> {
  await db
    .update(fetchedFiles)
    .set({ claimedUntil: fromNow(seconds) })
    .where(and(eq(fetchedFiles.claim, claim), gt(fetchedFiles.claimedUntil, sql`now()`)));
}

function fromNow(seconds: number): SQL {
  return sql`now() + ${seconds} * interval '1 second'`;
}

/** Publishes a file that was fetched, known from now on by each of its hashes. */
async function keep(
  { database, storage }: Needs,
  { incoming, hashes, crc32 }: TransferredFile,
): Promise<StoredFile> {
  const { sha256, size } = incoming;
  try {
    return await database.exclusively(fileLock(sha256), async (held) => {
      const storageKey = await storage.publish(incoming);
      const known = hashAlgorithms.flatMap((algorithm) => {
        const hash = hashes[algorithm];
        return hash === undefined ? [] : [{ algorithm, hash }];
      });
      const fileId = await untilUndisturbed(() => enter(held, { sha256, size, storageKey, crc32, known }));
      return { fileId, sha256, storageKey, size, crc32 };
    });
  } catch (error) {
    await storage.discard(incoming).catch(() => undefined);
    throw error;
  }
}

const entered = z.array(z.object({ file_id: z.int() }));

/**
 * Enters a content and the hashes it is known by; answers its number. One statement, since a pack has hundreds of files: it
 * locks what is known of the hashes before the content, as `row-locks.ts` has it.
 */
async function enter(
  db: Queries,
  {
    known,
    crc32,
    ...file
  }: Pick<StoredFile, 'sha256' | 'size' | 'storageKey' | 'crc32'> & {
    known: readonly { algorithm: HashAlgorithm; hash: string }[];
  },
): Promise<number> {
  const names = sql.join(
    known.map(({ algorithm, hash }) => sql`(${algorithm}, ${hash})`),
    sql`, `,
  );
  const found = await rows(
    db,
    sql`
      with known (algorithm, hash) as (values ${names}),
      locked as (
        select hash from ${fetchedFiles} where (algorithm, hash) in (select algorithm, hash from known)
        order by algorithm, hash for update
      ),
      stored as (
        insert into ${files} (sha256, size, storage_key)
        select ${file.sha256}, ${file.size}::bigint, ${file.storageKey} where (select count(*) from locked) >= 0
        on conflict (sha256) do update set storage_key = excluded.storage_key, removed = null
        returning id
      )
      insert into ${fetchedFiles} (algorithm, hash, file_id, crc32, used)
      select known.algorithm, known.hash, stored.id, ${crc32}::bigint, now() from known, stored
      on conflict (algorithm, hash) do update
        set file_id = excluded.file_id, crc32 = excluded.crc32, used = now(), claim = null, claimed_until = null
      returning file_id`,
  );
  const [row] = entered.parse(found);
  if (row === undefined) throw new Error('The database answered no row for an insert.');
  return row.file_id;
}

/**
 * Forgets the fetched files that no modpack refers to and none has wanted since `before`, and claims that were left behind;
 * answers how many files. Their bytes are then nobody's, and the sweep takes them.
 */
export async function forgetUnusedFetched({ db }: Pick<Database, 'db'>, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const one = { one: sql`1` };
    const forgotten = await tx
      .delete(fetchedFiles)
      .where(
        and(
          lt(fetchedFiles.used, before),
          or(isNull(fetchedFiles.claimedUntil), lt(fetchedFiles.claimedUntil, before)),
          notExists(tx.select(one).from(modPackFiles).where(eq(modPackFiles.fileId, fetchedFiles.fileId))),
        ),
      )
      .returning({ fileId: fetchedFiles.fileId });
    const fileIds = new Set(forgotten.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])));
    for (const ids of groupsOf([...fileIds], batchSize)) await forgetFiles(tx, ids);
    return fileIds.size;
  });
}
