import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { openProgressBoard, type Progress } from '../../src/core/runs/progress.ts';
import type { Database } from '../../src/database/database.ts';
import { Subscriber } from '../../src/live/subscriber.ts';
import { openScratchDatabase } from '../support/database.ts';

// The pool of connections to a server has timers of its own, which the false ones of these tests would hold up.
const database = await openScratchDatabase('embedded');
afterAll(() => database.close());

/** How far the check of a run has come, of ten bytes. Each test has runs of its own: notices may come late. */
function at(bytesDone: number, runConfigurationId: number): Progress {
  return {
    runConfigurationId,
    phase: 'CHECKING',
    bytesDone,
    bytesTotal: 10,
    entriesDone: 0,
    entriesTotal: 1,
  };
}

it('is told to who follows the run, on each node, and to nobody else', async () => {
  const [near, far] = [await openProgressBoard(database), await openProgressBoard(database)];
  const followed = [near.follow(1), far.follow(1)];
  const other = far.follow(2);
  const told = followed.map((one) => one.next());
  near.announce(at(3, 1));
  expect(await Promise.all(told)).toEqual([1, 2].map(() => ({ done: false, value: at(3, 1) })));
  near.announce(at(4, 2));
  expect((await other.next()).value).toEqual(at(4, 2));
  // Whoever asks once is told the newest that was heard, until the phase is over.
  expect([far.newestOf(1), far.newestOf(2), far.newestOf(5)]).toEqual([at(3, 1), at(4, 2), null]);
  near.announce(at(10, 2));
  expect((await other.next()).value).toEqual(at(10, 2));
  expect(far.newestOf(2)).toBeNull();
  const waiting = [...followed, other].map((one) => one.next());
  await near[Symbol.asyncDispose]();
  await far[Symbol.asyncDispose]();
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => ({ done: true, value: undefined })));
});

it('is told a few times a second, the newest last, but the end of a phase always and the beginning of the next', async () => {
  const board = await openProgressBoard(database);
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const notify = vi.spyOn(database, 'notify').mockResolvedValue();
  const told = async () => {
    // A word waits for the one before it.
    await setImmediate();
    return notify.mock.calls.splice(0).map(([, payload]) => Number(JSON.parse(payload).bytesDone));
  };
  try {
    for (const done of [0, 1, 2]) board.announce(at(done, 3));
    board.announce(at(7, 4));
    expect(await told()).toEqual([0, 7]);
    vi.advanceTimersByTime(249);
    board.announce(at(3, 3));
    expect(await told()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await told()).toEqual([3]);
    vi.advanceTimersByTime(1_000);
    expect(await told()).toEqual([]);
    for (const done of [4, 5]) board.announce(at(done, 3));
    expect(await told()).toEqual([4]);
    for (const done of [10, 0, 1]) board.announce(at(done, 3));
    expect(await told()).toEqual([10, 0]);
    board.announce(at(11, 3));
    expect(await told()).toEqual([11]);
    vi.advanceTimersByTime(1_000);
    expect(await told()).toEqual([]);
  } finally {
    vi.useRealTimers();
    await board[Symbol.asyncDispose]();
  }
});

/** Tells at these times, in milliseconds, how far modpack 20 has come, and answers what was told on when. */
async function toldAt(words: Readonly<Record<number, number | 'forget' | 'close'>>, until: number) {
  const board = await openProgressBoard(database);
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const told: [time: number, bytesDone: number][] = [];
  const begin = performance.now();
  const notify = vi.spyOn(database, 'notify').mockImplementation(async (_channel, payload) => {
    told.push([performance.now() - begin, Number(JSON.parse(payload).bytesDone)]);
  });
  try {
    for (let time = 0; time <= until; time += 10) {
      const word = words[time];
      if (word === 'forget') board.forget(20);
      else if (word === 'close') await board[Symbol.asyncDispose]();
      else if (word !== undefined) board.announce(at(word, 20));
      await setImmediate();
      vi.advanceTimersByTime(10);
    }
    return told;
  } finally {
    vi.useRealTimers();
    notify.mockRestore();
    await board[Symbol.asyncDispose]();
  }
}

it.each([
  [
    'once: what was held back is not told late where something newer was told meanwhile',
    { 0: 1, 100: 2, 260: 3, 400: 4 },
    { 0: 1, 260: 3, 650: 4 },
  ],
  [
    'no sooner after a late word than after any other',
    { 0: 1, 100: 2, 360: 3, 370: 4 },
    { 0: 1, 350: 2, 610: 4 },
  ],
  [
    'of work that begins anew not by the clock of what was forgotten',
    { 0: 1, 10: 2, 200: 'forget', 210: 5, 220: 6 },
    { 0: 1, 210: 5, 470: 6 },
  ],
  ['not at all by a node that stops', { 0: 1, 10: 2, 20: 'close' }, { 0: 1 }],
] as const)('is told %s', async (_how, words, told) => {
  expect(Object.fromEntries(await toldAt(words, 2_000))).toEqual(told);
});

it('is told at once where no other word is on its way, and after those that are', async () => {
  const board = await openProgressBoard(database);
  const ways = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const sent = vi
    .spyOn(database, 'notify')
    .mockImplementation(async () => ways[sent.mock.calls.length - 1]?.promise);
  // Each is the end of a phase, which is always told.
  const announce = () => board.announce(at(10, 21));
  announce();
  expect(sent).toHaveBeenCalledTimes(1);
  announce();
  ways[0]?.resolve();
  await setImmediate();
  expect(sent).toHaveBeenCalledTimes(2);
  announce();
  await setImmediate();
  expect(sent).toHaveBeenCalledTimes(2);
  ways[1]?.resolve();
  await setImmediate();
  expect(sent).toHaveBeenCalledTimes(3);
  ways[2]?.resolve();
  await setImmediate();
  announce();
  expect(sent).toHaveBeenCalledTimes(4);
  sent.mockRestore();
  await board[Symbol.asyncDispose]();
});

it('is asked for anew by a node that may have missed some of it, again and again where that fails', async () => {
  let miss = () => {};
  const said: string[][] = [];
  // No spy: it would hear the failure that nobody else does.
  const notify = (...words: [channel: string, payload: string]) => {
    said.push(words);
    return Promise.reject(new Error('away'));
  };
  const listen: Database['listen'] = async (_channel, _hear, missed) => {
    miss = missed;
    return async () => {};
  };
  const board = await openProgressBoard({ ...database, listen, notify });
  miss();
  await setImmediate();
  miss();
  expect(said).toEqual(Array(2).fill(['progress', 'again']));
  await setImmediate();
  await board[Symbol.asyncDispose]();
});

it('is not told of work that has ended before the end of its phase, neither late nor anew', async () => {
  const board = await openProgressBoard(database);
  const heard = Promise.withResolvers<void>();
  const unlisten = await database.listen(
    'progress',
    (payload) => payload === 'again' && heard.resolve(),
    () => {},
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const notify = vi.spyOn(database, 'notify');
  try {
    for (const done of [1, 2]) board.announce(at(done, 11));
    board.forget(11);
    vi.advanceTimersByTime(1_000);
    await database.notify('progress', 'again');
    await heard.promise;
    await setImmediate();
    expect(notify.mock.calls.map(([, payload]) => payload)).toEqual([JSON.stringify(at(1, 11)), 'again']);
  } finally {
    vi.useRealTimers();
    await unlisten();
    await board[Symbol.asyncDispose]();
  }
});

it('of fetching is over with the last file, not with the last byte', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const notify = vi.spyOn(database, 'notify').mockResolvedValue();
  const told = async () => {
    await setImmediate();
    return notify.mock.calls.splice(0).map(([, payload]) => Number(JSON.parse(payload).entriesDone));
  };
  const board = await openProgressBoard(database);
  const fetched = (entriesDone: number): Progress => ({
    ...at(10, 10),
    phase: 'FETCHING',
    entriesDone,
    entriesTotal: 4,
  });
  try {
    for (const entriesDone of [0, 1, 2]) board.announce(fetched(entriesDone));
    expect(await told()).toEqual([0]);
    vi.advanceTimersByTime(250);
    for (const entriesDone of [3, 4]) board.announce(fetched(entriesDone));
    expect(await told()).toEqual([3, 4]);
  } finally {
    vi.useRealTimers();
    await board[Symbol.asyncDispose]();
  }
});

it('is told anew when notices may have been lost, of the phases that are not over', async () => {
  const board = await openProgressBoard(database);
  const [first, second] = [board.follow(5), board.follow(6)];
  board.announce(at(3, 5));
  await first.next();
  board.announce(at(5, 6));
  board.announce(at(10, 6));
  while ((await second.next()).value?.bytesDone !== 10);
  const again = first.next();
  await database.notify('progress', 'again');
  expect((await again).value).toEqual(at(3, 5));
  const silent = second.next();
  board.announce(at(1, 6));
  expect((await silent).value).toEqual(at(1, 6));
  await board[Symbol.asyncDispose]();
});

it('is not what somebody else says on the channel', async () => {
  const board = await openProgressBoard(database);
  const followed = board.follow(7);
  for (const text of [
    'no JSON',
    '{"runConfigurationId":7}',
    JSON.stringify({ ...at(1, 7), phase: 'RESTING' }),
  ])
    await database.notify('progress', text);
  board.announce(at(2, 7));
  expect((await followed.next()).value).toEqual(at(2, 7));
  await board[Symbol.asyncDispose]();
});

it('is kept for nobody who follows no more', async () => {
  const board = await openProgressBoard(database);
  const put = vi.spyOn(Subscriber.prototype, 'put');
  const [gone, there] = [board.follow(22), board.follow(22)];
  await gone.return?.();
  board.announce(at(1, 22));
  await there.next();
  expect(put).toHaveBeenCalledTimes(1);
  await board[Symbol.asyncDispose]();
});

it('is no loss when it cannot be told', async () => {
  const board = await openProgressBoard(database);
  const followed = board.follow(9);
  const notify = vi.spyOn(database, 'notify').mockRejectedValueOnce(new Error('away'));
  board.announce(at(0, 9));
  expect(notify).toHaveBeenCalledOnce();
  board.announce(at(10, 9));
  expect((await followed.next()).value).toEqual(at(10, 9));
  await board[Symbol.asyncDispose]();
});
