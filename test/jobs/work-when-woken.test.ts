import { expect, it } from 'vitest';
import { workWhenWoken } from '../../src/jobs/work-when-woken.ts';

/** Rounds that end when the test says so. */
function heldRounds() {
  const begun: PromiseWithResolvers<void>[] = [];
  const failures: unknown[] = [];
  const work = workWhenWoken(
    () => {
      const round = Promise.withResolvers<void>();
      begun.push(round);
      return round.promise;
    },
    (error) => failures.push(error),
  );
  return { work, begun, failures };
}

it('rounds are worked one at a time, and however often one is wanted meanwhile, one more follows', async () => {
  const { work, begun } = heldRounds();
  work.wake();
  work.wake();
  work.wake();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
  await work.close();
  expect(begun).toHaveLength(2);
});

it('a round that fails is told of, and holds back no other', async () => {
  const { work, begun, failures } = heldRounds();
  work.wake();
  begun[0]?.reject('away');
  await expect.poll(() => failures).toEqual(['away']);
  work.wake();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.resolve();
  await work.close();
});

it('the end waits for the round under way, and lets no other begin', async () => {
  const { work, begun } = heldRounds();
  work.wake();
  work.wake();
  let isOver = false;
  const closed = work.close().then(() => {
    isOver = true;
  });
  expect(isOver).toBe(false);
  begun[0]?.resolve();
  await closed;
  work.wake();
  await work.close();
  expect(begun).toHaveLength(1);
});
