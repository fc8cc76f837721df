import { z } from 'zod';
import { BoundedMap } from '../../bounded-map.ts';
import type { Database } from '../../database/database.ts';
import { Topic } from '../../live/topic.ts';
import { createThrottle } from './throttle.ts';

const channel = 'progress';
/** A message in place of a progress: workers answer it with their current progress. */
const again = 'again';

const progress = z.object({
  runConfigurationId: z.int(),
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
   * Announces a progress to all nodes, at most a few times a second for one run; values in between are delayed or
   * dropped.
   */
  announce(progress: Progress): void;
  /** Stops repeating a run's progress, since its worker has stopped. */
  forget(runConfigurationId: number): void;
  /** The newest progress of a run each time it changes; a slow reader skips outdated values. */
  follow(runConfigurationId: number): AsyncIterableIterator<Progress, undefined>;
  /**
   * The newest progress of a run that any node has announced; null when it is outdated, or when nothing is worked
   * on.
   */
  newestOf(runConfigurationId: number): Progress | null;
}

/** Milliseconds between two announcements about one run. */
const pauseMs = 250;
/** Milliseconds after which a progress is outdated: its node may have died. */
const believedMs = 60_000;
/** Most runs whose progress is remembered; far fewer are worked on at a time. */
const mostReceived = 1_000;

export async function openProgressBoard(database: Database): Promise<ProgressBoard> {
  const topic = new Topic<number, Progress>();
  const throttle = createThrottle(pauseMs);
  /** Progress of the phases in this process. */
  const newest = new Map<number, Progress>();
  /** Progress that any node has announced. */
  const received = new BoundedMap<number, { now: Progress; at: number }>(mostReceived);
  const remember = (now: Progress) => {
    if (isOver(now)) received.delete(now.runConfigurationId);
    else received.set(now.runConfigurationId, { now, at: performance.now() });
  };
  /** Announcements being sent, by run. */
  const underWay = new Map<number, Promise<void>>();
  /** Timers that announce a run's newest progress, after an announcement was held back. */
  const late = new Map<number, NodeJS.Timeout>();
  // One at a time: on two connections an announcement could overtake the previous one. A lost announcement does no
  // harm, since the next one follows and events are authoritative.
  const send = (now: Progress) => {
    const { runConfigurationId } = now;
    const tellIt = () => database.notify(channel, JSON.stringify(now)).catch(() => {});
    const sent = underWay.get(runConfigurationId)?.then(tellIt) ?? tellIt();
    underWay.set(runConfigurationId, sent);
    void sent.then(() => {
      if (underWay.get(runConfigurationId) === sent) underWay.delete(runConfigurationId);
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
      for (const subscriber of topic.of(parsed.data.runConfigurationId)) subscriber.replace(parsed.data);
    },
    // The sending node repeats announcements that were missed.
    () => void database.notify(channel, again).catch(() => {}),
  );
  const forgetLate = (runConfigurationId: number) => {
    clearTimeout(late.get(runConfigurationId));
    late.delete(runConfigurationId);
  };
  // After a pause, the delayed value is the current one.
  const announceLate = (runConfigurationId: number) => {
    late.delete(runConfigurationId);
    const now = newest.get(runConfigurationId);
    if (now === undefined) return;
    throttle.allows(runConfigurationId, performance.now());
    send(now);
  };
  const forget = (runConfigurationId: number) => {
    forgetLate(runConfigurationId);
    throttle.forget(runConfigurationId);
    newest.delete(runConfigurationId);
  };
  return {
    forget,
    announce(now) {
      // The end of a phase and the beginning of the next are always announced.
      const { runConfigurationId } = now;
      if (isOver(now)) forget(runConfigurationId);
      else {
        newest.set(runConfigurationId, now);
        if (!throttle.allows(runConfigurationId, performance.now())) {
          if (!late.has(runConfigurationId))
            late.set(runConfigurationId, setTimeout(announceLate, pauseMs, runConfigurationId).unref());
          return;
        }
        forgetLate(runConfigurationId);
      }
      send(now);
    },
    follow: (runConfigurationId) => topic.subscribe(runConfigurationId),
    newestOf(runConfigurationId) {
      const last = received.get(runConfigurationId);
      return last && performance.now() - last.at < believedMs ? last.now : null;
    },
    async [Symbol.asyncDispose]() {
      for (const runConfigurationId of [...late.keys()]) forgetLate(runConfigurationId);
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
