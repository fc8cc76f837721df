import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { createTurns, isTurnUsedUp, turnToBegin } from '../../src/graphql/execution/turns.ts';

// What was begun before has its share for two turns at most.
beforeEach(async () => {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
});

it('lets operations that arrive together begin in turns of their own, each once those before have taken their time', async () => {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);

  const begun = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await turnToBegin({ turns: createTurns() });
      const begunIn = turn;
      useUpTurn();
      return begunIn;
    }),
  );

  clearImmediate(counting);
  expect(new Set(begun).size).toBe(4);
});

it('gives what an event sets going no second share in the same turn', async () => {
  // An event comes before the immediates of its turn.
  const hasShareLeft = await new Promise<boolean>((resolve) => {
    setTimeout(() => {
      useUpTurn();
      setImmediate(() => resolve(!isTurnUsedUp()));
    }, 0);
  });

  expect(hasShareLeft).toBe(false);
});

/** As parsing something long does. */
function useUpTurn(): void {
  while (!isTurnUsedUp());
}
