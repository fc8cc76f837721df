import { expect, it } from 'vitest';
import { createLimiter } from '../../src/storage/limiter.ts';

it('lets the next begin when one ends, and when one leaves before that', async () => {
  const limiter = createLimiter(1);
  const begun: string[] = [];
  const over = Promise.withResolvers<void>();
  const left = Promise.withResolvers<() => void>();
  const first = limiter.take(async (leave) => {
    begun.push('first');
    left.resolve(leave);
    await over.promise;
  });
  const second = limiter.take(async () => void begun.push('second'));
  const leave = await left.promise;
  expect(begun).toEqual(['first']);
  leave();
  leave();
  await second;
  const held = Promise.withResolvers<void>();
  const third = limiter.take(() => held.promise);
  const fourth = limiter.take(async () => void begun.push('fourth'));
  // It has no place any more that it could hand on.
  over.resolve();
  await first;
  expect(begun).toEqual(['first', 'second']);
  held.resolve();
  await Promise.all([third, fourth]);
  expect(begun).toEqual(['first', 'second', 'fourth']);
});
