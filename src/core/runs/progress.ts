import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { Latest } from '../events/latest.ts';
import { createThrottle } from '../throttle.ts';

const channel = 'progress';
/** Sent instead of a progress: workers answer with their current progress. */
const again = 'again';

const progress = z.object({
  modPackId: z.int(),
  phase: z.enum(['CHECKING', 'FETCHING', 'GENERATING']),
  bytesDone: z.number(),
  bytesTotal: z.number(),
  entriesDone: z.number(),
  entriesTotal: z.number(),
});

/** Progress of the current check, fetching or generation; sizes in bytes. Announced only, never stored. */
export type Progress = z.infer<typeof progress>;

/** Carries progress from the node that works to the nodes that are asked. */
export interface ProgressBoard {
  /**
   * Announces a progress to all nodes, at most a few times a second for one modpack; values in between are delayed or
   * dropped.
   */
  tell(progress: Progress): void;
  /** Stops repeating a modpack's progress, since its worker has stopped. */
  forget(modPackId: number): void;
  /** The newest progress of a modpack each time it changes; a slow reader skips outdated values. */
  follow(modPackId: number): AsyncIterableIterator<Progress, undefined>;
  /** The last progress of a modpack that a node has told; null when that is long ago, or nothing is worked on. */
  newestOf(modPackId: number): Progress | null;
  close(): Promise<void>;
}

/** Milliseconds between two words about one modpack. */
const pauseMs = 250;
/** Milliseconds for which a progress counts: its node may have died since. */
const believedMs = 60_000;
/** Most modpacks whose progress is remembered; far fewer are worked on. */
const mostHeard = 1_000;

export async function openProgressBoard(database: Database): Promise<ProgressBoard> {
  const followers = new Set<{ modPackId: number; latest: Latest<Progress> }>();
  const throttle = createThrottle(pauseMs);
  /** Progress of the phases in this process. */
  const newest = new Map<number, Progress>();
  /** Progress that any node has told, the one heard longest ago first. */
  const heard = new Map<number, { now: Progress; at: number }>();
  const remember = (now: Progress) => {
    const { modPackId } = now;
    heard.delete(modPackId);
    if (isOver(now)) return;
    heard.set(modPackId, { now, at: performance.now() });
    const [oldest] = heard.keys();
    if (heard.size > mostHeard && oldest !== undefined) heard.delete(oldest);
  };
  /** Announcements on their way, by modpack. */
  const underWay = new Map<number, Promise<void>>();
  /** Tell the newest of a modpack, of which a word was held back. */
  const late = new Map<number, NodeJS.Timeout>();
  // One at a time: on two connections an announcement could overtake the previous one. A lost one does no harm, since
  // the next follows and events are authoritative.
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
      remember(parsed.data);
      for (const { modPackId, latest } of followers) {
        if (modPackId === parsed.data.modPackId) latest.put(parsed.data);
      }
    },
    // Missed announcements are repeated by their node.
    () => void database.notify(channel, again).catch(() => {}),
  );
  const forgetLate = (modPackId: number) => {
    clearTimeout(late.get(modPackId));
    late.delete(modPackId);
  };
  // After a pause, the delayed value is the current one.
  const tellLate = (modPackId: number) => {
    late.delete(modPackId);
    const now = newest.get(modPackId);
    if (now === undefined) return;
    throttle.allows(modPackId, performance.now());
    send(now);
  };
  const forget = (modPackId: number) => {
    forgetLate(modPackId);
    throttle.forget(modPackId);
    newest.delete(modPackId);
  };
  return {
    forget,
    tell(now) {
      // The end of a phase is always told, and so is the beginning of the next.
      const { modPackId } = now;
      if (isOver(now)) forget(modPackId);
      else {
        newest.set(modPackId, now);
        if (!throttle.allows(modPackId, performance.now())) {
          if (!late.has(modPackId)) late.set(modPackId, setTimeout(tellLate, pauseMs, modPackId).unref());
          return;
        }
        forgetLate(modPackId);
      }
      send(now);
    },
    follow(modPackId) {
      const follower = { modPackId, latest: new Latest<Progress>(() => followers.delete(follower)) };
      followers.add(follower);
      return follower.latest;
    },
    newestOf(modPackId) {
      const told = heard.get(modPackId);
      return told && performance.now() - told.at < believedMs ? told.now : null;
    },
    async close() {
      for (const modPackId of [...late.keys()]) forgetLate(modPackId);
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
