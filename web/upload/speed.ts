/** In milliseconds: how far back the speed looks. */
const window = 8_000;

/** Tells the speed of a transfer from what has arrived when. */
export interface SpeedMeter {
  /**
   * Notes how many bytes have arrived by now, and answers the bytes a second; null while there is too little to tell.
   */
  note(bytes: number, now: number): number | null;
}

/** Begins to measure. */
export function measureSpeed(): SpeedMeter {
  let marks: { bytes: number; at: number }[] = [];
  return {
    note(bytes, now) {
      const last = marks.at(-1);
      // Begun anew, as after a lost connection.
      if (last !== undefined && bytes < last.bytes) marks = [];
      marks.push({ bytes, at: now });
      marks = marks.filter(({ at }) => now - at <= window);
      const [first] = marks;
      if (first === undefined || now - first.at < 500) return null;
      return ((bytes - first.bytes) * 1000) / (now - first.at);
    },
  };
}
