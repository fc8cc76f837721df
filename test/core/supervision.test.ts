import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import type { Found } from '../../src/core/runs/queue-tables.ts';
import { createCare, superviseQueues } from '../../src/core/runs/supervision.ts';

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

it('looks after them once at a time, goes on after a failure, and stops when what is under way is over', async () => {
  const hears = new Set<(found: Found) => void>();
  const queueWatch = {
    follow(hear: (found: Found) => void) {
      hears.add(hear);
      return () => hears.delete(hear);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const find = () => {
    for (const hear of hears) hear({ waiting: false, active: true, due: [], pending: false });
  };
  const told: object[] = [];
  const log = pino({ base: null }, { write: (line: string) => void told.push(JSON.parse(line)) });
  const looks: PromiseWithResolvers<void>[] = [];
  const supervise = () => {
    const look = Promise.withResolvers<void>();
    looks.push(look);
    return look.promise;
  };
  const supervision = superviseQueues({ boss: { supervise }, queueWatch, log });
  find();
  find();
  expect(looks).toHaveLength(1);
  looks[0]?.reject(new Error('away'));
  await setImmediate();
  expect(told).toMatchObject([{ msg: 'the queue could not be looked after', err: { message: 'away' } }]);
  find();
  expect(looks).toHaveLength(2);
  let isOver = false;
  const ending = supervision[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  find();
  await setImmediate();
  expect([isOver, hears.size, looks.length]).toEqual([false, 0, 2]);
  looks[1]?.resolve();
  await ending;
});
