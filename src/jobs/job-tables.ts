import { type SQL, sql } from 'drizzle-orm';
import { type Queries, rows } from '../database/database.ts';
import { asArray } from '../database/statements.ts';

/**
 * A table whose rows are jobs: adding a row adds a job, in the transaction that needs it. A job may be taken once it is
 * due and no living process holds it. A process takes a job by writing a claim of its own into the row, and extends
 * `claimed_until` while it works; it commits only while the row has its claim. It ends a job by changing or deleting
 * the row, and retries it by setting a later due time.
 */
export interface JobTable {
  name: string;
  key: string;
  /** The channel on which new jobs are announced. */
  channel: string;
  /** The column with the time from which on a row may be taken. */
  due: string;
  /** The condition for rows, under the alias `one`, that are unfinished jobs. */
  open: SQL;
  /** The order in which jobs are taken. */
  order: SQL;
}

/** A job that a process has taken. */
export interface Held {
  id: number;
  /** The claim of this attempt only. */
  claim: string;
}

/** Ends an attempt that may write nothing more: its job was cancelled, or another attempt has taken the job. */
export class StaleAttempt extends Error {
  override readonly name = 'StaleAttempt';
}

/** Seconds without a heartbeat after which a process counts as lost. */
const leaseSeconds = 10;
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

/** The column values that take a job. */
export const claimedBy = (claim: string) => ({ claim, claimedUntil: leaseEnd });
/** The column values that release a job. */
export const unclaimed = { claim: null, claimedUntil: null };
/** The time so many seconds from now, by the database's clock. */
export const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const dueOf = ({ due }: JobTable) => sql`greatest(one.${sql.identifier(due)}, one.claimed_until)`;

/** Notifies all workers of a new job when the transaction commits. */
export async function announceJob(tx: Queries, { channel }: JobTable): Promise<void> {
  await tx.execute(announcement({ channel }));
}

/** The same as a part of another statement. */
export function announcement({ channel }: Pick<JobTable, 'channel'>): SQL {
  return sql`select pg_notify(${channel}, '')`;
}

/** The key of the first job that may be taken, meets the condition `only`, and has none of the claims `own`. */
export function firstDue(table: JobTable, only: SQL = sql`true`, own: readonly string[] = []): SQL {
  return sql`(
    select one.${sql.identifier(table.key)} from ${sql.identifier(table.name)} one
    where ${table.open} and ${dueOf(table)} <= now() and ${only}
      and (one.claim is null or one.claim <> all(${asArray(own)}::uuid[]))
    order by ${table.order}
    limit 1 for update of one skip locked
  )`;
}

/** Extends the claim on a job; false when this attempt has lost the job. */
export async function keepJob(db: Queries, { name, key }: JobTable, { id, claim }: Held): Promise<boolean> {
  const kept = await rows(
    db,
    sql`update ${sql.identifier(name)} set claimed_until = ${leaseEnd}
      where ${sql.identifier(key)} = ${id} and claim = ${claim}::uuid returning 1`,
  );
  return kept.length > 0;
}

/** Proves inside a transaction that this attempt holds the job, and locks the row until the transaction ends. */
export async function demandJob(tx: Queries, table: JobTable, held: Held): Promise<void> {
  if (!(await keepJob(tx, table, held))) throw new StaleAttempt();
}

/** Releases all jobs that are held, for a database that no other process can use. */
export async function releaseJobs(db: Queries, { name }: JobTable): Promise<void> {
  await db.execute(sql`update ${sql.identifier(name)} set claimed_until = now() where claim is not null`);
}

/** Milliseconds until the next job may be taken; null while there is none. */
export async function msUntilDue(db: Queries, table: JobTable): Promise<number | null> {
  const [next] = await rows(
    db,
    sql`select extract(epoch from min(${dueOf(table)}) - now()) * 1000 as ms
      from ${sql.identifier(table.name)} one where ${table.open}`,
  );
  return next && 'ms' in next && next.ms !== null ? Number(next.ms) : null;
}
