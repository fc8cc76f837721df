import { expect, it, vi } from 'vitest';
import { Latest } from '../../src/core/events/latest.ts';

const over = { done: true, value: undefined };

it('hands out the newest value alone to who has not asked meanwhile, and each once', async () => {
  const latest = new Latest<string>(() => {});
  latest.put('old');
  latest.put('new');
  expect(await latest.next()).toEqual({ done: false, value: 'new' });
  const waiting = latest.next();
  latest.put('later');
  latest.put('latest');
  expect(await waiting).toEqual({ done: false, value: 'later' });
  expect(await latest.next()).toEqual({ done: false, value: 'latest' });
});

it('can be read by a loop', async () => {
  const latest = new Latest<number>(() => {});
  latest.put(1);
  for await (const value of latest) {
    expect(value).toBe(1);
    break;
  }
  expect(await latest.next()).toEqual(over);
});

it('ends for who waits and for who comes later, and says so once', async () => {
  const onEnd = vi.fn<() => void>();
  const latest = new Latest<string>(onEnd);
  const waiting = latest.next();
  expect(onEnd).not.toHaveBeenCalled();
  expect(await latest.return()).toEqual(over);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(await waiting).toEqual(over);
  latest.put('too late');
  expect(await latest.next()).toEqual(over);
  expect(await latest.return()).toEqual(over);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('ends without a value that nobody has asked for', async () => {
  const latest = new Latest<string>(() => {});
  latest.put('unread');
  await latest.return();
  expect(await latest.next()).toEqual(over);
});
