import type { Database } from '../database/database.ts';
import { cancelledChannel } from './run-control.ts';

/** Why the work on a run is ended: somebody has cancelled it. */
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
 * Listens for cancelled runs. A notification that is lost does no harm: the attempt's next step finds that its job is
 * gone; hearing of it only spares the work until then.
 */
export async function followCancellations(database: Pick<Database, 'listen'>): Promise<Cancellations> {
  const underWay = new Map<string, AbortController>();
  const close = await database.listen(
    cancelledChannel,
    (payload) => underWay.get(payload)?.abort(new RunCancelled()),
    () => {},
  );
  return {
    of(runConfigurationId) {
      const key = String(runConfigurationId);
      const controller = new AbortController();
      underWay.set(key, controller);
      return { signal: controller.signal, [Symbol.dispose]: () => underWay.delete(key) };
    },
    close,
  };
}
