/** Files share their process: one that leaves timers behind which are not real would have the next wait for ever. */
import timers from 'node:timers';
import { beforeEach, vi } from 'vitest';

const { setTimeout, setInterval, setImmediate } = timers;

beforeEach(() => {
  const areReal =
    globalThis.setTimeout === setTimeout &&
    globalThis.setInterval === setInterval &&
    globalThis.setImmediate === setImmediate;
  if (!areReal && !vi.isFakeTimers()) throw new Error('A test before this one has left false timers behind.');
});
