import { and, eq, inArray } from 'drizzle-orm';
import { events } from '../../../drizzle/schema.ts';
import type { Database } from '../../database/database.ts';
import { cancelledChannel } from './run-control.ts';

/** The reason given to the work of a cancelled run. */
export class RunCancelled extends Error {
  override readonly name = 'RunCancelled';

  constructor() {
    super('This run has been cancelled.');
  }
}

/** Tells the runs that are under way in this process when they are cancelled, on whichever node. */
export interface Cancellations {
  /** A signal for one attempt at a run, until it is disposed of; it aborts with `RunCancelled`. */
  of(runConfigurationId: number): { signal: AbortSignal } & Disposable;
  close(): Promise<void>;
}

/**
 * Listens for cancelled runs. Hearing of one spares the work until the attempt's next step, which finds that its job is
 * gone.
 */
export async function followCancellations(database: Pick<Database, 'db' | 'listen'>): Promise<Cancellations> {
  const underWay = new Set<{ run: number; controller: AbortController }>();
  const end = (cancelled: number) => {
    for (const { run, controller } of underWay) if (run === cancelled) controller.abort(new RunCancelled());
  };
  const lookAgain = async () => {
    const runs = [...underWay].map(({ run }) => run);
    if (runs.length === 0) return;
    const ended = await database.db
      .select({ id: events.runConfigurationId })
      .from(events)
      .where(and(inArray(events.runConfigurationId, runs), eq(events.status, 'ERROR')));
    for (const { id } of ended) end(id);
  };
  const close = await database.listen(
    cancelledChannel,
    (payload) => end(Number(payload)),
    // When this fails too, the connection is lost again, and the next connection triggers another look.
    () => void lookAgain().catch(() => {}),
  );
  return {
    of(runConfigurationId) {
      // An attempt that lost its job may end after its successor has begun.
      const attempt = { run: runConfigurationId, controller: new AbortController() };
      underWay.add(attempt);
      return { signal: attempt.controller.signal, [Symbol.dispose]: () => underWay.delete(attempt) };
    },
    close,
  };
}
