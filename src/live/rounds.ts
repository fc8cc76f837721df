import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type WokenWork, workWhenWoken } from '../jobs/work-when-woken.ts';

/** Milliseconds after which a failed round is tried again. */
const againMs = 1_000;

/**
 * Works a round at each notification on a channel, and one more whenever a round returns true. A failed round is tried
 * again every second; only the first failure of a series is logged.
 */
export async function workInRounds(
  { database, log }: { database: Pick<Database, 'listen'>; log: Logger },
  { channel, failed, recovered }: { channel: string; failed: string; recovered: string },
  round: () => Promise<boolean>,
): Promise<WokenWork> {
  let failing = false;
  const work = workWhenWoken(
    async () => {
      if (await round()) work.wake();
      if (failing) log.info(recovered);
      failing = false;
    },
    (error) => {
      if (!failing) log.error({ err: error }, failed);
      failing = true;
      setTimeout(work.wake, againMs).unref();
    },
  );
  const unlisten = await database.listen(channel, work.wake, work.wake);
  return {
    wake: work.wake,
    async close() {
      await unlisten();
      await work.close();
    },
  };
}
