import type { MessageBody } from './message.ts';
import { wait } from './wait.ts';

/** A message that follows something: whatever it is told to show in between, only the newest is sent. */
export interface LiveMessage {
  /** Shows a body as soon as the pace allows; does nothing once the message is gone. */
  show(body: MessageBody): void;
  /** Resolves when what was shown last has arrived, or never will. */
  settled(): Promise<void>;
  /** Leaves out what is not on its way yet; resolves when no edit is. What is shown later keeps the pace. */
  drop(): Promise<void>;
}

/** 'gone': this message can no longer be edited. */
export type EditOutcome = 'shown' | 'gone';

/** Times of a live message, in milliseconds. */
export interface Pace {
  /** Between the end of an edit and the next one. */
  intervalMs: number;
  /** The first wait after an edit that failed for now; doubled up to `longestRetryMs`. */
  retryMs: number;
  longestRetryMs: number;
}

/** Never more than one edit in 2 seconds. */
export const usualPace: Pace = { intervalMs: 2000, retryMs: 1000, longestRetryMs: 30_000 };

/**
 * Sends what `show` is told through `edit`, at the given pace. An `edit` that throws is tried again, with what is
 * newest by then, until it gets through or `signal` aborts.
 */
export function createLiveMessage(
  edit: (body: MessageBody) => Promise<EditOutcome>,
  { signal, pace }: { signal: AbortSignal; pace: Pace },
): LiveMessage {
  let waiting: MessageBody | null = null;
  let shown = '';
  let gone = false;
  let sending: Promise<void> | null = null;
  let nextAt = 0;
  let dropping = new AbortController();

  async function send(): Promise<void> {
    let retryMs = pace.retryMs;
    dropping = new AbortController();
    const over = AbortSignal.any([signal, dropping.signal]);
    try {
      while (waiting !== null && !gone) {
        await wait(nextAt - Date.now(), over);
        // The wait may have ended just before it was to be dropped.
        over.throwIfAborted();
        const body: MessageBody = waiting;
        waiting = null;
        const text = JSON.stringify(body);
        if (text === shown) continue;
        try {
          gone = (await edit(body)) === 'gone';
          shown = text;
          retryMs = pace.retryMs;
          nextAt = Date.now() + pace.intervalMs;
        } catch {
          waiting ??= body;
          nextAt = Date.now() + Math.max(pace.intervalMs, retryMs);
          retryMs = Math.min(pace.longestRetryMs, retryMs * 2);
        }
      }
    } catch {
      // The wait was aborted.
      waiting = null;
      gone ||= signal.aborted;
    } finally {
      // In the same turn as the loop's last look, so that nothing shown after it is lost.
      sending = null;
    }
  }

  return {
    show(body) {
      if (gone || signal.aborted) return;
      waiting = body;
      sending ??= send();
    },
    async settled() {
      while (sending !== null) await sending;
    },
    async drop() {
      waiting = null;
      dropping.abort();
      await sending;
    },
  };
}
