import type { EventFeed } from '../../core/events/event-feed.ts';
import { isFinal } from '../../core/events/event-kinds.ts';
import type { ProgressBoard } from '../../core/runs/progress.ts';
import type { QueueBoard } from '../../core/runs/queue-places.ts';
import { findRunStates } from '../../core/runs/runs.ts';
import type { Queries } from '../../database/database.ts';
import { Subscriber } from '../../live/subscriber.ts';

interface FollowNeeds {
  database: { db: Queries };
  feed: EventFeed;
  progress: ProgressBoard;
  queueBoard: QueueBoard;
}

/** A run of which something has changed. All its followers get the same object, so that they share an answer. */
interface ChangedRun {
  runConfigurationId: number;
}

/**
 * A run now, and after each of its steps; with each change of its progress and its place in the queue where the operation
 * selects them. Ends with the run. A slow reader skips outdated changes.
 */
export async function followRun(
  { database, feed, progress, queueBoard }: FollowNeeds,
  runConfigurationId: number,
  selects: (...names: string[]) => boolean,
): Promise<AsyncIterableIterator<ChangedRun, undefined>> {
  const sources: AsyncIterator<ChangedRun, undefined>[] = [];
  const changes = new Subscriber<ChangedRun>(() => {
    for (const source of sources) void source.return?.();
  });
  const follow = async <Change extends ChangedRun>(
    source: AsyncIterator<Change, undefined>,
    isLast: (change: Change) => boolean = () => false,
  ) => {
    sources.push(source);
    try {
      for (let next = await source.next(); !next.done; next = await source.next()) {
        changes.replace(next.value);
        if (isLast(next.value)) changes.finish();
      }
    } catch (error) {
      changes.fail(error);
    }
  };
  const steps = feed.subscribe({ runConfigurationId, changesState: true });
  changes.put({ runConfigurationId });
  void follow(steps, isFinal).then(() => changes.finish());
  if (selects('progress')) void follow(progress.follow(runConfigurationId));
  if (selects('queuePlace', 'queueLength')) void follow(queueBoard.follow(runConfigurationId));
  try {
    const [state] = await findRunStates(database, [runConfigurationId]);
    if (state === undefined || state.ended !== null) changes.finish();
  } catch (error) {
    await changes.return();
    throw error;
  }
  return changes;
}
