import { listRevisions } from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';

/** For each table that lists show, a value that is new after every commit that changed it. */
export type ListRevisions = typeof listRevisions.$inferSelect;

/**
 * The revisions as they are committed now, on every node alike. What is read after this call is at least as new as
 * the values it answers.
 */
export async function findListRevisions({ db }: { db: Queries }): Promise<ListRevisions> {
  const [row] = await db.select().from(listRevisions);
  if (!row) throw new Error('The database answered no row for the revisions of the lists.');
  return row;
}
