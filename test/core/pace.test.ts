import { describe, expect, it } from 'vitest';
import { createPace } from '../../src/core/pace.ts';

describe('a pace', () => {
  it('lets a subject speak once in each pause, whatever others say', () => {
    const pace = createPace(250);
    expect([0, 100, 249, 250, 300, 500].map((now) => pace.allows(1, now))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(pace.allows(2, 501)).toBe(true);
  });

  it('lets a subject speak at once after it was forgotten', () => {
    const pace = createPace(250);
    pace.allows(1, 0);
    pace.forget(1);
    expect(pace.allows(1, 1)).toBe(true);
  });

  it('remembers only those who spoke within the last pause', () => {
    const pace = createPace(250);
    for (let subject = 0; subject < 10_000; subject += 1) {
      pace.allows(subject, subject);
      expect(pace.size).toBeLessThanOrEqual(250);
    }
  });
});
