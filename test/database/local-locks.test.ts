import { expect, it } from 'vitest';
import { createLocalLocks, inOrder } from '../../src/database/local-locks.ts';

/** Work that is under way until it is told to end, and writes down when it begins. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { begun, work, end: (name: string) => ends.get(name) };
}

/** Everything that can go on without anything from outside has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets work of one name follow on each other, and others go their way', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const first = locks.take('a', work('first'));
  const second = locks.take('a', work('second'));
  const other = locks.take('b', work('other'));
  await settled();
  expect(begun).toEqual(['first', 'other']);
  end('first')?.resolve('1');
  await expect(first).resolves.toBe('1');
  await settled();
  expect(begun).toEqual(['first', 'other', 'second']);
  end('second')?.resolve('2');
  end('other')?.resolve('3');
  await expect(Promise.all([second, other])).resolves.toEqual(['2', '3']);
});

it('lets nobody who comes later begin beside whoever has waited', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const first = locks.take('a', work('first'));
  const second = locks.take('a', work('second'));
  end('first')?.resolve('1');
  await first;
  await settled();
  const third = locks.take('a', work('third'));
  await settled();
  expect(begun).toEqual(['first', 'second']);
  end('second')?.resolve('2');
  await second;
  await settled();
  end('third')?.resolve('3');
  await expect(third).resolves.toBe('3');
});

it('goes on after work that failed', async () => {
  const locks = createLocalLocks();
  const failing = locks.take('a', () => Promise.reject(new Error('no')));
  const next = locks.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
});

it('takes several names one after the other, in their order', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const ofB = locks.take('b', work('b'));
  const both = locks.take(['a', 'b'], work('both'));
  const ofA = locks.take('a', work('a'));
  await settled();
  expect(begun).toEqual(['b']);
  end('b')?.resolve('1');
  await ofB;
  await settled();
  expect(begun).toEqual(['b', 'both']);
  end('both')?.resolve('2');
  await expect(both).resolves.toBe('2');
  await settled();
  end('a')?.resolve('3');
  await expect(ofA).resolves.toBe('3');
  await expect(locks.take([], async () => 'none')).resolves.toBe('none');
});

it('does not do the work of whoever gives up waiting, and lets nobody pass those before', async () => {
  const locks = createLocalLocks();
  const { begun, work, end } = createWork();
  const first = locks.take('a', work('first'));
  const waited: Promise<unknown>[] = [];
  const gone = locks.take(['a'], work('gone'), (before) => {
    waited.push(before);
    return Promise.reject(new Error('too long'));
  });
  const third = locks.take('a', work('third'));
  await expect(gone).rejects.toThrow('too long');
  await settled();
  expect(waited).toHaveLength(1);
  expect(begun).toEqual(['first']);
  end('first')?.resolve('1');
  await first;
  await settled();
  expect(begun).toEqual(['first', 'third']);
  end('third')?.resolve('3');
  await third;
});

it('asks nobody to wait who is alone', async () => {
  const locks = createLocalLocks();
  const wait = () => Promise.reject(new Error('nobody is there'));
  await expect(locks.take('a', async () => 'done', wait)).resolves.toBe('done');
  await settled();
  await expect(locks.take('a', async () => 'again', wait)).resolves.toBe('again');
});

it('brings names into one order, each once', () => {
  expect(inOrder(['b', 'a', 'b'])).toEqual(['a', 'b']);
  expect(inOrder('name')).toEqual(['name']);
});
