import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createKeptWork } from '../../src/core/previews/kept-work.ts';
import type { SharedLimit } from '../../src/limits/shared-limits.ts';

/** Work of which each piece ends when it is told to. */
function worker(limits: Partial<SharedLimit> = {}) {
  const begun: { key: string; signal: AbortSignal; end(result: string): void; fail(error: Error): void }[] =
    [];
  const good = { caller: 10, all: 10, anonymous: 10, ...limits };
  const kept = createKeptWork<string>(good, (result) => result.length);
  const get = (key: string, signal = new AbortController().signal, caller = 'somebody') =>
    kept.get(
      key,
      (signal) => {
        const { promise, resolve: end, reject: fail } = Promise.withResolvers<string>();
        begun.push({ key, signal, end, fail });
        return promise;
      },
      { caller, signal },
    );
  /** Whether it is kept; it is worked out if it is not. */
  const make = async (key: string, result: string, caller?: string) => {
    const count = begun.length;
    const made = get(key, undefined, caller);
    begun[count]?.end(result);
    await made;
    return begun.length === count ? 'kept' : 'worked out';
  };
  return { begun, get, make };
}

describe('work that is kept', () => {
  it('is done once for all who want it at the same time, and afterwards', async () => {
    const { begun, get } = worker();
    const all = [get('a'), get('a'), get('a')];
    begun[0]?.end('done');
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
    expect(await get('a')).toBe('done');
    expect(begun.map(({ key }) => key)).toEqual(['a']);
  });

  it('stays within its bytes: what was not wanted for longest goes, and what is larger is never kept', async () => {
    const { make } = worker();
    for (const [key, result] of [
      ['a', '12345'],
      ['b', '12345'],
      ['a', ''],
      ['c', '12345'],
    ] as const)
      await make(key, result);
    expect(await make('a', '12345')).toBe('kept');
    expect(await make('c', '12345')).toBe('kept');
    await make('all', '1234567890');
    expect(await make('all', '1234567890')).toBe('kept');
    await make('a', '12345');
    await make('c', '12345');
    expect(await make('b', '12345')).toBe('worked out');
    expect(await make('a', '12345')).toBe('worked out');
    expect(await make('large', '12345678901')).toBe('worked out');
    expect(await make('large', '12345678901')).toBe('worked out');
    expect(await make('a', '12345')).toBe('kept');
  });

  it.each([
    ['of a caller with too much', { caller: 5 }, 'address:1', 'address:1', 'worked out'],
    ['of another caller', { caller: 5 }, 'address:1', 'address:2', 'kept'],
    [
      'of callers without a token, where these have too much',
      { anonymous: 5 },
      'address:1',
      'address:2',
      'worked out',
    ],
    [
      'of a caller with a token, which goes for none without',
      { anonymous: 5 },
      'token:1',
      'address:2',
      'kept',
    ],
  ])('lets go of what is oldest: %s', async (_whose, limits, first, second, found) => {
    const { make } = worker(limits);
    await make('a', '12345', first);
    await make('b', '12345', second);
    expect(await make('a', '12345', first)).toBe(found);
  });

  it('goes on while anybody waits for it, ends with the last who leaves, and begins anew for the next', async () => {
    const { begun, get } = worker();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = get('a', one.signal);
    const second = get('a', other.signal);
    one.abort(new Error('one left'));
    await expect(first).rejects.toThrow('one left');
    expect(begun[0]?.signal.aborted).toBe(false);
    other.abort(new Error('the other left'));
    await expect(second).rejects.toThrow('the other left');
    expect(begun[0]?.signal.aborted).toBe(true);
    const again = get('a');
    // What comes of work that was ended is nobody's any more.
    begun[0]?.end('old');
    begun[1]?.end('new');
    expect(await again).toBe('new');
    expect(await get('a')).toBe('new');
  });

  it('that a caller without a token waits for is not waited for by one with a token, and takes the place of none of its', async () => {
    const { begun, get } = worker();
    const anonymous = get('a', undefined, 'address:1');
    const known = get('a', undefined, 'token:1');
    const later = get('a', undefined, 'address:2');
    expect(begun).toHaveLength(2);
    begun[1]?.end('ahead');
    expect([await known, await later]).toEqual(['ahead', 'ahead']);
    begun[0]?.end('behind');
    expect(await anonymous).toBe('behind');
    expect(await get('a', undefined, 'address:1')).toBe('ahead');
  });

  it('fails for all who wait, and is tried again by the next', async () => {
    const { begun, get } = worker();
    const all = [get('a'), get('a')];
    begun[0]?.fail(new Error('no'));
    await Promise.all(all.map((one) => expect(one).rejects.toThrow('no')));
    const again = get('a');
    begun[1]?.end('done');
    expect(await again).toBe('done');
  });

  it('is not begun for who has left already, and not kept when it comes after the last has left', async () => {
    const { begun, get, make } = worker();
    await expect(get('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(begun).toEqual([]);
    const leaving = new AbortController();
    const left = get('a', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    begun[0]?.end('late');
    await setImmediate();
    expect(await make('a', 'anew')).toBe('worked out');
  });

  it('leaves nothing with who waited for it', async () => {
    const { begun, get } = worker();
    const { signal } = new AbortController();
    const done = get('a', signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    begun[0]?.end('done');
    await done;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
