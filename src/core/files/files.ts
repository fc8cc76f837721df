import { type SQL, sql } from 'drizzle-orm';
import { files } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';

export type FileRow = typeof files.$inferSelect;

/**
 * The lock for publishing or removing stored bytes, held until the rows commit: otherwise a sweep could remove bytes
 * that an upload has just found. Keys are SHA-256 digests.
 */
export function fileLock(sha256: string): string {
  return `file ${sha256}`;
}

interface NewFile {
  sha256: string;
  size: number;
  storageKey: string;
}

/** The row of this content, inserted if there is none yet, and marked as stored. */
export async function insertFile(db: Queries, file: NewFile): Promise<FileRow> {
  const [row] = await insertion(db, file).returning();
  if (!row) throw new Error('The database answered no row for an insert.');
  return row;
}

/** The same as a part of the statement that refers to the row, by `idOf`. */
export function withFile(db: Queries, file: NewFile) {
  return db.$with('file').as(insertion(db, file).returning({ id: files.id }));
}

export function idOf(file: ReturnType<typeof withFile>): SQL<number> {
  return sql<number>`(select ${file.id} from ${file})`;
}

function insertion(db: Queries, file: NewFile) {
  return (
    db
      .insert(files)
      .values(file)
      // Updating a column to itself makes the statement return the existing row, and locks it.
      .onConflictDoUpdate({
        target: files.sha256,
        set: {
          storageKey: file.storageKey,
          removed: null,
          dateCreated: sql`case when ${files.removed} is null then ${files.dateCreated} else now() end`,
        },
      })
  );
}
