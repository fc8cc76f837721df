import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../src/core/runs/throttle.ts';

describe('a throttle', () => {
  it('lets a subject speak once in each pause, whatever others say', () => {
    const throttle = createThrottle(250);
    expect([0, 100, 249, 250, 300, 500].map((now) => throttle.allows(1, now))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(throttle.allows(2, 501)).toBe(true);
  });

  it('lets a subject speak at once after it was forgotten', () => {
    const throttle = createThrottle(250);
    throttle.allows(1, 0);
    throttle.forget(1);
    expect(throttle.allows(1, 1)).toBe(true);
  });

  it('remembers only those who spoke within the last pause', () => {
    const throttle = createThrottle(250);
    for (let subject = 0; subject < 10_000; subject += 1) {
      throttle.allows(subject, subject);
      expect(throttle.size).toBeLessThanOrEqual(250);
    }
  });
});
