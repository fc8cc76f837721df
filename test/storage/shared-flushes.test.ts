import { expect, it } from 'vitest';
import { shareFlushes } from '../../src/storage/shared-flushes.ts';

/** Flushes that last until they are let go, and the folders of those that have begun. */
function openFlushes() {
  const begun: { folder: string; end: PromiseWithResolvers<void> }[] = [];
  const flush = shareFlushes((folder) => {
    const end = Promise.withResolvers<void>();
    begun.push({ folder, end });
    return end.promise;
  });
  return { flush, begun, folders: () => begun.map(({ folder }) => folder) };
}

it('a flush that has not begun is shared, and one that has begun is not', async () => {
  const { flush, begun, folders } = openFlushes();
  const first = [flush('a'), flush('a')];
  await expect.poll(folders).toEqual(['a']);
  // What is done in the folder from now on, the one under way may miss.
  const second = [flush('a'), flush('a'), flush('a')];
  const other = flush('b');
  await expect.poll(folders).toEqual(['a', 'b']);
  begun[0]?.end.resolve();
  await Promise.all(first);
  await expect.poll(folders).toEqual(['a', 'b', 'a']);
  begun[1]?.end.resolve();
  begun[2]?.end.resolve();
  await Promise.all([...second, other]);
  expect(folders()).toEqual(['a', 'b', 'a']);
});

it('a flush that fails is told to all who share it, and to nobody after them', async () => {
  const { flush, begun, folders } = openFlushes();
  const failed = [expect(flush('a')).rejects.toThrow('no'), expect(flush('a')).rejects.toThrow('no')];
  await expect.poll(folders).toEqual(['a']);
  const next = flush('a');
  begun[0]?.end.reject(new Error('no'));
  await Promise.all(failed);
  await expect.poll(folders).toEqual(['a', 'a']);
  begun[1]?.end.resolve();
  await next;
});
