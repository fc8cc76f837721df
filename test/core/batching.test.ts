import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batch } from '../../src/core/files/batching.ts';

/** Lets whatever needs no timer go on until it can do so no more. */
async function afterAllTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** Timers of a wait of 100 ms that have not been cleared: those that others of this process set are not counted. */
function timersLeft(): number {
  const { calls, results } = vi.mocked(setTimeout).mock;
  const cleared = new Set(vi.mocked(clearTimeout).mock.calls.map(([timer]) => timer));
  return results.filter(({ value }, index) => calls[index]?.[1] === 100 && !cleared.has(value)).length;
}

describe('work that is done for several at once', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(globalThis, 'setTimeout');
    vi.spyOn(globalThis, 'clearTimeout');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('waits for company, and is done for all who came meanwhile', async () => {
    const done: string[][] = [];
    const { of } = batch<string, string>(
      async (all) => {
        done.push([...all]);
        return all.map((one) => `${one}!`);
      },
      { most: 10, ms: 100 },
    );
    const first = of('one');
    await afterAllTurns();
    vi.advanceTimersByTime(99);
    const second = of('two');
    await afterAllTurns();
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await Promise.all([first, second])).toEqual(['one!', 'two!']);
    expect(done).toEqual([['one', 'two']]);
    expect(timersLeft()).toBe(0);
  });

  it('is begun at once when nobody comes for now, and waits again the next time', async () => {
    const { of, begin } = batch<string, string>(async (all) => [...all], { most: 10, ms: 100 });
    const first = of('one');
    begin();
    expect(await first).toBe('one');
    expect(timersLeft()).toBe(0);
    let isDone = false;
    const second = of('two').then(() => {
      isDone = true;
    });
    await afterAllTurns();
    expect(isDone).toBe(false);
    vi.advanceTimersByTime(100);
    await second;
  });

  it('is done anew for who comes again, and for no more at a time than it can be', async () => {
    const done: string[][] = [];
    const { of, begin } = batch<string, string>(
      async (all) => {
        done.push([...all]);
        return [...all];
      },
      { most: 2, ms: 100 },
    );
    for (let time = 0; time < 2; time++) {
      const all = Promise.all(['one', 'two', 'three'].map(of));
      begin();
      await afterAllTurns();
      begin();
      expect(await all).toEqual(['one', 'two', 'three']);
    }
    expect(done).toEqual([['one', 'two'], ['three'], ['one', 'two'], ['three']]);
  });

  it('is begun again only when it has been done for those before', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const done: string[][] = [];
    const { of, begin } = batch<string, string>(
      async (all) => {
        done.push([...all]);
        if (all.includes('one')) await held;
        return [...all];
      },
      { most: 10, ms: 100 },
    );
    const first = of('one');
    begin();
    await afterAllTurns();
    const second = of('two');
    begin();
    await afterAllTurns();
    expect(done).toEqual([['one']]);
    letGo();
    await Promise.all([first, second]);
    expect(done).toEqual([['one'], ['two']]);
  });

  it('tells each what became of it, and goes on after it has failed for all', async () => {
    const { of, begin } = batch<string, string>(
      async (all) => {
        if (all.includes('all')) throw new Error('away');
        return all.map((one) => (one === 'bad' ? new Error('bad') : one));
      },
      { most: 10, ms: 100 },
    );
    const failed = expect(of('all')).rejects.toThrow('away');
    begin();
    await failed;
    const settled = Promise.allSettled([of('bad'), of('good')]);
    begin();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
