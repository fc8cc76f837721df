import { expect, it, vi } from 'vitest';
import { createCare } from '../../src/core/supervision.ts';

it('looks after the queues with every look while somebody works on a job, and once a minute while nobody does', async () => {
  const boss = { supervise: vi.fn(async () => {}) };
  const care = createCare(boss);
  const lookAt = async (seconds: number, active: boolean) => {
    boss.supervise.mockClear();
    await care(seconds * 1_000, active);
    return boss.supervise.mock.calls.length;
  };
  expect([await lookAt(0, false), await lookAt(2, false), await lookAt(58, false)]).toEqual([1, 0, 0]);
  expect([await lookAt(60, false), await lookAt(62, false)]).toEqual([1, 0]);
  expect([await lookAt(64, true), await lookAt(66, true), await lookAt(68, false)]).toEqual([1, 1, 0]);
  expect(await lookAt(126, false)).toBe(1);
});
