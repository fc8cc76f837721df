import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { Latest } from './latest.ts';
import { createPace } from './pace.ts';

const channel = 'progress';
/** Said on the channel instead of a progress: whoever works says anew how far it is. */
const again = 'again';

const progress = z.object({
  modPackId: z.int(),
  phase: z.enum(['CHECKING', 'FETCHING', 'GENERATING']),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  entriesDone: z.number(),
  entriesTotal: z.number(),
});

/** How far the check, the fetching or the generation under way has come; sizes in bytes. Told while it happens, never stored. */
export type Progress = z.infer<typeof progress>;

/** Carries progress from the node that works to the nodes that are asked. */
export interface ProgressBoard {
  /** Tells all nodes; at most a few times a second for one modpack, the rest is dropped. */
  tell(progress: Progress): void;
  /** The newest progress of a modpack each time it changes; a slow reader skips what is out of date. */
  follow(modPackId: number): AsyncIterableIterator<Progress, undefined>;
  close(): Promise<void>;
}

/** Milliseconds between two words about one modpack. */
const pauseMs = 250;

export async function openProgressBoard(database: Database): Promise<ProgressBoard> {
  const followers = new Set<{ modPackId: number; latest: Latest<Progress> }>();
  const pace = createPace(pauseMs);
  /** Of the phases that this process is in. */
  const newest = new Map<number, Progress>();
  /** What is being told of each modpack. */
  const underWay = new Map<number, Promise<void>>();
  // One after the other: on two connections, a word might overtake the one before it. Losing one is no loss: the next follows, and the
  // run's events are what counts.
  const send = (now: Progress) => {
    const { modPackId } = now;
    const tellIt = () => database.notify(channel, JSON.stringify(now)).catch(() => {});
    const sent = underWay.get(modPackId)?.then(tellIt) ?? tellIt();
    underWay.set(modPackId, sent);
    void sent.then(() => {
      if (underWay.get(modPackId) === sent) underWay.delete(modPackId);
    });
  };
  const unlisten = await database.listen(
    channel,
    (payload) => {
      if (payload === again) {
        for (const now of newest.values()) send(now);
        return;
      }
      const parsed = progress.safeParse(parseJson(payload));
      if (!parsed.success) return;
      for (const { modPackId, latest } of followers) {
        if (modPackId === parsed.data.modPackId) latest.put(parsed.data);
      }
    },
    // What was told meanwhile is told again, by whichever node told it.
    () => void database.notify(channel, again).catch(() => {}),
  );
  return {
    tell(now) {
      // The end of a phase is always told, and so is the beginning of the next.
      if (isOver(now)) {
        pace.forget(now.modPackId);
        newest.delete(now.modPackId);
      } else {
        newest.set(now.modPackId, now);
        if (!pace.allows(now.modPackId, performance.now())) return;
      }
      send(now);
    },
    follow(modPackId) {
      const follower = { modPackId, latest: new Latest<Progress>(() => followers.delete(follower)) };
      followers.add(follower);
      return follower.latest;
    },
    async close() {
      await unlisten();
      for (const { latest } of [...followers]) await latest.return();
    },
  };
}

/** Whether all of a phase is done. Files that are fetched are entered after their last byte has come, and some packs do not say how many bytes there are. */
function isOver({ phase, bytesDone, bytesTotal, entriesDone, entriesTotal }: Progress): boolean {
  return bytesDone >= bytesTotal && (phase !== 'FETCHING' || entriesDone >= entriesTotal);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
