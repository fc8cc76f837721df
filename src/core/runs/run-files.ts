import { createHash } from 'node:crypto';
import { and, eq, inArray, lt, notExists, or, sql } from 'drizzle-orm';
import { runConfigurations, runFiles } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { deleteInPieces } from '../../database/delete-in-pieces.ts';

/**
 * Stores a file of a run configuration, from text or base64, once for all run configurations with the same content;
 * returns its SHA-256.
 */
export async function keepRunFile(
  tx: Queries,
  content: string | null,
  encoding: 'utf8' | 'base64',
): Promise<string | null> {
  if (content === null) return null;
  const sha256 = createHash('sha256').update(content, encoding).digest('hex');
  // A sweep leaves a file of this hour alone, so the many runs with one file need not wait for each other's row locks.
  const isRecent = and(eq(runFiles.sha256, sha256), sql`${runFiles.used} > now() - interval '1 hour'`);
  if ((await tx.$count(runFiles, isRecent)) > 0) return sha256;
  await tx
    .insert(runFiles)
    .values({ sha256, content })
    // The new date protects a file that is used again from a sweep in progress.
    .onConflictDoUpdate({ target: runFiles.sha256, set: { used: sql`now()` } });
  return sha256;
}

/** The contents of these files, by SHA-256. */
export async function findRunFiles(
  db: Queries,
  hashes: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = hashes.filter((hash) => hash !== null);
  if (wanted.length === 0) return new Map();
  const { sha256, content } = runFiles;
  const rows = await db.select({ sha256, content }).from(runFiles).where(inArray(sha256, wanted));
  return new Map(rows.map((row) => [row.sha256, row.content]));
}

/** Removes files that no run configuration uses and that were last used before `before`; returns their number. */
export function sweepRunFiles({ db }: { db: Queries }, before: Date): Promise<number> {
  const users = db
    .select({ id: runConfigurations.id })
    .from(runConfigurations)
    .where(
      or(
        sql`${runConfigurations.serverIconHash} = ${runFiles.sha256}`,
        sql`${runConfigurations.serverPropertiesHash} = ${runFiles.sha256}`,
        sql`${runConfigurations.dropListsHash} = ${runFiles.sha256}`,
      ),
    );
  return deleteInPieces(db, runFiles, and(lt(runFiles.used, before), notExists(users)));
}
