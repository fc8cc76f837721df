/** A delay that doubles with each retry, up to the longest, unless the first delay is longer already. */
export function doubled(first: number, times: number, longest: number): number {
  return Math.max(first, Math.min(first * 2 ** times, longest));
}
