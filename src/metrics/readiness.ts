import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { noRoomFailure } from '../database/no-room.ts';
import type { PlatformTrouble, WatchedPlatform } from '../fetching/platform-troubles.ts';
import type { Storage } from '../storage/storage.ts';

/** `ready` is false when this node cannot work; the checks say why. */
export interface Readiness {
  ready: boolean;
  checks: Check[];
}

/** The state of one part; figures are for operators only. */
interface Check {
  name: 'database' | 'storage' | 'facts' | WatchedPlatform;
  ok: boolean;
  message: string;
  figures?: string;
}

/** Milliseconds within which the database or the store must answer a trivial request. */
const patienceMs = 3_000;

/**
 * Checks the parts that every request needs. Troubles of platforms and of facts are reported, but leave the node ready:
 * most work goes on without them.
 */
export async function judgeReadiness(parts: {
  database: Pick<Database, 'db'>;
  storage: Storage;
  reserveBytes: number;
  troubles: () => PlatformTrouble[];
  /** The trouble with the facts about mods, in a sentence; null without one. */
  factsTrouble?: () => string | null;
}): Promise<Readiness> {
  const checks = await Promise.all([judgeDatabase(parts.database), judgeStorage(parts)]);
  const ready = checks.every(({ ok }) => ok);
  const troubled = parts.troubles().map(({ platform, message }) => ({ name: platform, ok: false, message }));
  const stale = parts.factsTrouble?.() ?? null;
  const factsCheck = stale === null ? [] : [{ name: 'facts' as const, ok: false, message: stale }];
  return { ready, checks: [...checks, ...troubled, ...factsCheck] };
}

/** Milliseconds for which a result is cached, so that frequent probes do not load the database. */
const standsMs = 1_000;

/** Judges readiness at most once a second, for all callers together. */
export function createReadiness(parts: Parameters<typeof judgeReadiness>[0]): () => Promise<Readiness> {
  let answer: Promise<Readiness> | null = null;
  let stale: NodeJS.Timeout | undefined;
  return () => {
    answer ??= judgeReadiness(parts).finally(() => {
      clearTimeout(stale);
      stale = setTimeout(() => {
        answer = null;
      }, standsMs).unref();
    });
    return answer;
  };
}

/** Anonymous callers learn whether a part works, but no figures. */
export function withoutFigures({ ready, checks }: Readiness): Readiness {
  return { ready, checks: checks.map(({ name, ok, message }) => ({ name, ok, message })) };
}

/** Joins message and figures, for operators. */
export function inFull({ name, ok, message, figures }: Check): Omit<Check, 'figures'> {
  return { name, ok, message: figures === undefined ? message : `${message} ${figures}` };
}

async function judgeDatabase({ db }: Pick<Database, 'db'>): Promise<Check> {
  const name = 'database';
  try {
    return (await inTime(db.execute(sql`select 1`)))
      ? { name, ok: true, message: 'The database answers.' }
      : { name, ok: false, message: `The database has not answered within ${patienceMs} ms.` };
  } catch (error) {
    const full = noRoomFailure(error);
    // The driver's own message may hold addresses, which are only for the log.
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

/** A full disk stops only uploads: it is reported, but the node stays ready. */
async function judgeStorage({
  storage,
  reserveBytes,
}: {
  storage: Storage;
  reserveBytes: number;
}): Promise<Check> {
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
          ? 'The store has room.'
          : 'The store has come to its reserve: uploads and runs wait for room.',
      figures: `${free} bytes are free, ${reserveBytes} of them in reserve.`,
    };
  } catch {
    return { name, ok: false, message: 'The store of files cannot be reached.' };
  }
}
