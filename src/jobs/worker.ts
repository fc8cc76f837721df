import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type Held, type JobTable, keepJob, msUntilDue, releaseJobs } from './job-tables.ts';
import { workWhenWoken } from './work-when-woken.ts';

/** The state of an attempt at a job. */
export interface Attempting {
  held: Held;
  /** Aborts when the claim is lost, when the attempt exceeds its time, and when the worker stops. */
  signal: AbortSignal;
  /** Aborts when the claim is lost: the job was cancelled, or another process has taken it. */
  lost: AbortSignal;
  /** Aborts when the attempt exceeds its time; from then on the claim is not extended. */
  overtime: AbortSignal;
  /** Whether the worker is stopping, perhaps still within its grace period. */
  isStopping(): boolean;
  /** Sends a heartbeat now. */
  beat(): void;
}

export interface WorkerNeeds {
  database: Pick<Database, 'db' | 'kind' | 'listen'>;
  log: Logger;
}

/** A table of jobs, and the work on each of them. */
export interface WorkerOrder<Job extends Pick<Held, 'id'>> {
  table: JobTable;
  /** Most jobs that are worked on at a time. */
  most: number;
  /** Milliseconds between two polls, for jobs whose notification was lost; five times as long while no job waits. */
  pollMs: number;
  /** Milliseconds that an attempt may take; absent where the work limits itself. */
  longestMs?: number;
  /**
   * Takes the next job under this claim; null when there is none. `own` are the claims of attempts of this worker, whose
   * jobs are not taken even where heartbeats came too late, as behind a long statement.
   */
  take(claim: string, own: readonly string[]): Promise<Job | null>;
  /** Works on a job and records its end. A job whose end could not be recorded is taken again. */
  work(job: Job, attempting: Attempting): Promise<void>;
  /** Sends a heartbeat that also records the job's state; false when this attempt has lost the job. */
  keep?(held: Held): Promise<boolean>;
}

/** The worker on the jobs of one table. */
export interface Worker {
  /** Checks for a job now. */
  wake(): void;
  /** Takes no more jobs, and gives the jobs in progress so many milliseconds before their signals abort. */
  close(graceMs: number): Promise<void>;
}

/** While no job waits, the worker polls this many times less often. */
const idleFactor = 5;

/** Starts working on the jobs of a table: existing jobs, jobs that are announced, and jobs that become due. */
export async function startWorker<Job extends Pick<Held, 'id'>>(
  { database, log }: WorkerNeeds,
  order: WorkerOrder<Job>,
): Promise<Worker> {
  const { table, most, pollMs } = order;
  // Only one process can have an embedded database open, so earlier holders of its jobs have died.
  if (database.kind === 'embedded') await releaseJobs(database.db, table);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** The claims of attempts that may still commit. */
  const own = new Set<string>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (job: Job, held: Held) => {
    const { longestMs } = order;
    const overtime = longestMs === undefined ? AbortSignal.any([]) : AbortSignal.timeout(longestMs);
    const keep = async () => overtime.aborted || (order.keep?.(held) ?? keepJob(database.db, table, held));
    using heartbeat = startHeartbeat(keep, (err) =>
      log.warn({ err, table: table.name, job: job.id }, 'a job could not be kept'),
    );
    const { signal: lost, beat } = heartbeat;
    const signal = AbortSignal.any([stopping.signal, lost, overtime]);
    own.add(held.claim);
    overtime.addEventListener('abort', () => own.delete(held.claim));
    await order.work(job, { held, signal, lost, overtime, isStopping: () => closed, beat });
  };
  const begin = (job: Job, claim: string) => {
    const working = attempt(job, { id: job.id, claim })
      .catch((err: unknown) =>
        log.error({ err, table: table.name, job: job.id }, 'the end of a job is not recorded'),
      )
      .finally(() => {
        underWay.delete(working);
        own.delete(claim);
        loop.wake();
      });
    underWay.add(working);
  };
  const pollIn = (ms: number) => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(loop.wake, ms).unref();
  };
  const loop = workWhenWoken(
    async () => {
      let askedAt = performance.now();
      while (!closed && underWay.size < most) {
        const claim = randomUUID();
        askedAt = performance.now();
        const job = await order.take(claim, [...own]);
        if (job === null) break;
        begin(job, claim);
      }
      if (closed || underWay.size >= most) return;
      const ms = await msUntilDue(database.db, table);
      // A job that was due when it was asked for is locked by another process, or has to wait for other jobs. One that has
      // become due since is taken at once.
      const waits = ms !== null && ms < askedAt - performance.now();
      pollIn(waits ? pollMs : Math.min(Math.max(ms ?? Number.POSITIVE_INFINITY, 0), idleFactor * pollMs));
    },
    (err) => {
      log.warn({ err, table: table.name }, 'no job could be taken');
      pollIn(pollMs);
    },
  );
  const unlisten = await database.listen(table.channel, loop.wake, loop.wake);
  loop.wake();
  return {
    wake: loop.wake,
    async close(graceMs) {
      closed = true;
      clearTimeout(timer);
      const end = () => stopping.abort(new Error('The service stops.'));
      const deadline = graceMs > 0 ? setTimeout(end, graceMs) : end();
      await unlisten();
      await loop.close();
      await Promise.all(underWay);
      clearTimeout(deadline ?? undefined);
    },
  };
}
