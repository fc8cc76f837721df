import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { releaseAllUploads, releaseUpload, takeUpload } from '../core/files/resumable-uploads.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { workWhenWoken } from '../jobs/work-when-woken.ts';

/** Lets one request at a time add to a resumable upload, across all nodes. */
export interface UploadLocks extends AsyncDisposable {
  newLock(id: string): {
    /**
     * Takes the upload's lock, asking its holder to release it. `release` is called when another caller asks for the
     * lock, or when it is lost. Fails with NOT_FOUND, or with CONFLICT when the holder does not release it.
     */
    lock(signal: AbortSignal, release: () => void): Promise<void>;
    unlock(): Promise<void>;
  };
}

const channel = 'uploads_wanted';
/** Milliseconds for which a lock holds without a renewal by its node. */
const leaseMs = 15_000;
/** Milliseconds after which a holder without a renewed lock stops writing, before another may take the lock. */
const stopAfterMs = 12_000;
const renewEveryMs = 4_000;
/** Interval and limit of waiting for a lock, in milliseconds. */
const pauseMs = 100;
const patienceMs = 20_000;

export async function openUploadLocks(database: Database): Promise<UploadLocks> {
  const holders = new Map<string, () => void>();
  // The embedded database has one process, so no other process can hold a lock any more.
  if (database.kind === 'embedded') await releaseAllUploads(database);
  const unlisten = await database.listen(
    channel,
    (id) => holders.get(id)?.(),
    () => {},
  );

  function newLock(id: string) {
    const writer = randomUUID();
    const held = new AsyncDisposableStack();
    const take = () => takeUpload(database, { id, writer, milliseconds: leaseMs });

    function keep(release: () => void): void {
      let stop = setTimeout(release, stopAfterMs);
      const renewal = workWhenWoken(
        async () => {
          if (!(await take()) || held.disposed) return;
          clearTimeout(stop);
          stop = setTimeout(release, stopAfterMs);
        },
        () => {},
      );
      const timer = setInterval(renewal.wake, renewEveryMs);
      held.defer(() => {
        clearTimeout(stop);
        clearInterval(timer);
        // A pending renewal would take the lock again after the release.
        return renewal.close();
      });
    }

    return {
      async lock(signal: AbortSignal, release: () => void) {
        const until = Date.now() + patienceMs;
        while (!(await take())) {
          if (Date.now() > until || signal.aborted) throw isTaken();
          await database.notify(channel, id);
          await sleep(pauseMs);
        }
        keep(release);
        holders.set(id, release);
        held.defer(() => {
          if (holders.get(id) === release) holders.delete(id);
        });
      },
      async unlock() {
        await held.disposeAsync();
        // A lock that cannot be released now expires with its lease.
        await releaseUpload(database, writer).catch(() => undefined);
      },
    };
  }

  return { newLock, [Symbol.asyncDispose]: unlisten };
}

function isTaken(): AppError {
  const message = 'Somebody is sending to this upload at the moment. Try again shortly.';
  return new AppError('CONFLICT', message, { retryAfter: 2 });
}
