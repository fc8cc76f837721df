import { z } from 'zod';
import { BoundedMap } from '../../bounded-map.ts';
import type { Database } from '../../database/database.ts';
import { Topic } from '../../live/topic.ts';
import { createThrottle } from './throttle.ts';

const channel = 'progress';
/** A message in place of a progress: workers answer it with their current progress. */
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

/** Carries progress from the node that works to all other nodes. */
export interface ProgressBoard extends AsyncDisposable {
  /**
   * Announces a progress to all nodes, at most a few times a second for one modpack; values in between are delayed or
   * dropped.
   */
  announce(progress: Progress): void;
  /** Stops repeating a modpack's progress, since its worker has stopped. */
  forget(modPackId: number): void;
  /** The newest progress of a modpack each time it changes; a slow reader skips outdated values. */
  follow(modPackId: number): AsyncIterableIterator<Progress, undefined>;
  /**
   * The newest progress of a modpack that any node has announced; null when it is outdated, or when nothing is worked
   * on.
   */
  newestOf(modPackId: number): Progress | null;
}

/** Milliseconds between two announcements about one modpack. */
const pauseMs = 250;
/** Milliseconds after which a progress is outdated: its node may have died. */
const believedMs = 60_000;
/** Most modpacks whose progress is remembered; far fewer are worked on at a time. */
const mostReceived = 1_000;

export async function openProgressBoard(database: Database): Promise<ProgressBoard> {
  const topic = new Topic<number, Progress>();
  const throttle = createThrottle(pauseMs);
  /** Progress of the phases in this process. */
  const newest = new Map<number, Progress>();
  /** Progress that any node has announced. */
  const received = new BoundedMap<number, { now: Progress; at: number }>(mostReceived);
  const remember = (now: Progress) => {
    if (isOver(now)) received.delete(now.modPackId);
    else received.set(now.modPackId, { now, at: performance.now() });
  };
  /** Announcements being sent, by modpack. */
  const underWay = new Map<number, Promise<void>>();
  /** Timers that announce a modpack's newest progress, after an announcement was held back. */
  const late = new Map<number, NodeJS.Timeout>();
  // One at a time: on two connections an announcement could overtake the previous one. A lost announcement does no
  // harm, since the next one follows and events are authoritative.
  const send = (now: Progress) => {
    const { modPackId } = now;
    const tellIt = () => database.notify(channel, JSON.stringify(now)).catch(() => {});
    const sent = underWay.get(modPackId)?.then(tellIt) ?? tellIt();
    underWay.set(modPackId, sent);
    void sent.then(() => {
      if (underWay.get(modPackId) === sent) underWay.delete(modPackId);
    });
  };
  await topic.listen(
    database,
    channel,
    (payload) => {
      if (payload === again) {
        for (const now of newest.values()) send(now);
        return;
      }
      const parsed = progress.safeParse(parseJson(payload));
      if (!parsed.success) return;
      remember(parsed.data);
      for (const subscriber of topic.of(parsed.data.modPackId)) subscriber.replace(parsed.data);
    },
    // The sending node repeats announcements that were missed.
    () => void database.notify(channel, again).catch(() => {}),
  );
  const forgetLate = (modPackId: number) => {
    clearTimeout(late.get(modPackId));
    late.delete(modPackId);
  };
  // After a pause, the delayed value is the current one.
  const announceLate = (modPackId: number) => {
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
    announce(now) {
      // The end of a phase and the beginning of the next are always announced.
      const { modPackId } = now;
      if (isOver(now)) forget(modPackId);
      else {
        newest.set(modPackId, now);
        if (!throttle.allows(modPackId, performance.now())) {
          if (!late.has(modPackId)) late.set(modPackId, setTimeout(announceLate, pauseMs, modPackId).unref());
          return;
        }
        forgetLate(modPackId);
      }
      send(now);
    },
    follow: (modPackId) => topic.subscribe(modPackId),
    newestOf(modPackId) {
      const last = received.get(modPackId);
      return last && performance.now() - last.at < believedMs ? last.now : null;
    },
    async [Symbol.asyncDispose]() {
      for (const modPackId of [...late.keys()]) forgetLate(modPackId);
      await topic[Symbol.asyncDispose]();
    },
  };
}

/**
 * Whether a phase is complete. Fetched files are counted after their last byte has arrived, and some packs do not state
 * their total bytes.
 */
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
