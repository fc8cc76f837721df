import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { noRoomFailure } from '../database/no-room.ts';
import type { Storage } from '../storage/storage.ts';

/** Whether this node can do its work, and in words what is wrong where it cannot. */
export interface Readiness {
  ready: boolean;
  checks: { name: 'database' | 'storage'; ok: boolean; message: string }[];
}

/** How long the database or the store may take to answer a question about nothing, in milliseconds. */
const patienceMs = 3_000;

/** Asks the parts without which no request can be served. */
export async function judgeReadiness(parts: {
  database: Pick<Database, 'db'>;
  storage: Storage;
  reserveBytes: number;
}): Promise<Readiness> {
  const checks = await Promise.all([judgeDatabase(parts.database), judgeStorage(parts)]);
  return { ready: checks.every(({ ok }) => ok), checks };
}

async function judgeDatabase({ db }: Pick<Database, 'db'>): Promise<Readiness['checks'][number]> {
  const name = 'database';
  try {
    return (await inTime(db.execute(sql`select 1`)))
      ? { name, ok: true, message: 'The database answers.' }
      : { name, ok: false, message: `The database has not answered within ${patienceMs} ms.` };
  } catch (error) {
    const full = noRoomFailure(error);
    // What the driver says may hold addresses, which are for the log.
    const message = full ? 'The disk of the database is full.' : 'The database cannot be reached.';
    return { name, ok: false, message };
  }
}

/** False when the answer takes too long. */
async function inTime(answer: PromiseLike<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), patienceMs);
  try {
    return await Promise.race([answer.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A disk that is full stops uploads only, and reading goes on: it is told, but the node stays ready. */
async function judgeStorage({
  storage,
  reserveBytes,
}: {
  storage: Storage;
  reserveBytes: number;
}): Promise<Readiness['checks'][number]> {
  const name = 'storage';
  try {
    if (!(await inTime(storage.check())))
      return { name, ok: false, message: `The store of files has not answered within ${patienceMs} ms.` };
    const free = await storage.freeBytes();
    return {
      name,
      ok: true,
      message:
        free > reserveBytes
          ? `${free} bytes are free.`
          : `Only ${free} bytes are free: uploads and runs wait until more than the reserve of ${reserveBytes} are.`,
    };
  } catch {
    return { name, ok: false, message: 'The store of files cannot be reached.' };
  }
}
