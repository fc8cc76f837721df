import { createHash } from 'node:crypto';
import nodeFileSystem, { readdir, stat, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createDiskStorage } from '../../src/storage/disk.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';
import { describeStorage } from './suite.ts';

describeStorage('disk', openTemporaryStorage);

const distantFuture = new Date('9999-01-01');
const plenty = { maxBytes: 1_000_000_000 };
const content = 'the bytes of a file';
const key = createHash('sha256').update(content).digest('hex');

describe('disk storage', () => {
  it('keeps published bytes in a folder named after the start of their key', async () => {
    await using opened = await openTemporaryStorage();
    await opened.storage.publish(await opened.storage.receive(source(), plenty));
    expect((await stat(join(opened.directory, 'files', key.slice(0, 2), key))).size).toBe(content.length);
    expect(await readdir(join(opened.directory, 'incoming'))).toEqual([]);
  });

  it('finds what an earlier process published in the same folder', async () => {
    await using opened = await openTemporaryStorage();
    await opened.storage.publish(await opened.storage.receive(source(), plenty));
    const again = await createDiskStorage({ directory: opened.directory });
    const file = await again.open(key);
    expect(file?.size).toBe(content.length);
    await file?.close();
  });

  it('makes old bytes young again when they are published again', async () => {
    await using opened = await openTemporaryStorage();
    await opened.storage.publish(await opened.storage.receive(source(), plenty));
    await utimes(join(opened.directory, 'files', key.slice(0, 2), key), 1, 1);
    const old = opened.storage.publishedBefore(new Date(2000));
    expect(await old[Symbol.asyncIterator]().next()).toMatchObject({ value: key });
    await opened.storage.publish(await opened.storage.receive(source(), plenty));
    const stillOld = opened.storage.publishedBefore(new Date(2000));
    expect(await stillOld[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });

  it('replaces stored bytes that were cut short when the whole ones come again', async () => {
    await using opened = await openTemporaryStorage();
    await opened.storage.publish(await opened.storage.receive(source(), plenty));
    await truncate(join(opened.directory, 'files', key.slice(0, 2), key), 3);
    await opened.storage.publish(await opened.storage.receive(source(), plenty));
    const file = await opened.storage.open(key);
    expect(file?.size).toBe(content.length);
    await file?.close();
  });

  it('neither publishes nor removes a file outside its own folders', async () => {
    await using opened = await openTemporaryStorage();
    const foreign = { path: '/etc/hostname', size: 1, sha256: key };
    await expect((async () => opened.storage.publish(foreign))()).rejects.toThrow(
      'neither received nor scratched',
    );
    await expect((async () => opened.storage.discard(foreign))()).rejects.toThrow(
      'neither received nor scratched',
    );
  });

  it('does not hold a large file in memory while it is received', async () => {
    await using opened = await openTemporaryStorage();
    const megabyte = 1024 * 1024;
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const large = Readable.from(
      (function* () {
        for (let count = 0; count < 300; count += 1) {
          yield Buffer.alloc(megabyte, count);
          peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
        }
      })(),
    );
    const file = await opened.storage.receive(large, plenty);
    expect(file.size).toBe(300 * megabyte);
    expect(peak).toBeLessThan(200 * megabyte);
  });
});

describe('disk storage on a disk that fails', () => {
  for (const errno of ['EIO', 'ENOSPC', 'EDQUOT']) {
    it(`leaves nothing half done when any one step of storing fails with ${errno}`, async () => {
      const steps: string[] = [];
      for (let step = 1; ; step += 1) {
        const disk = failingDisk(errno);
        await using opened = await openTemporaryStorage({ fileSystem: disk.fileSystem });
        disk.failAt(step);
        const outcome = await store(opened.storage);
        const failed = disk.failed();
        if (failed === null) {
          expect(outcome).toBe(key);
          break;
        }
        steps.push(failed);
        expect(outcome).toMatchObject({ code: errno === 'EIO' ? 'EIO' : 'STORAGE_FULL' });
        expect(disk.openHandles()).toBe(0);
        await expectNoneOrWhole(opened.directory);
      }
      expect(steps).toContain('rename');
      expect(steps.filter((name) => name === 'sync')).toHaveLength(4);
    });
  }

  it('publishes on the next try after any one step has failed', async () => {
    for (let step = 1; ; step += 1) {
      const disk = failingDisk('EIO');
      await using opened = await openTemporaryStorage({ fileSystem: disk.fileSystem });
      disk.failAt(step);
      await store(opened.storage);
      if (disk.failed() === null) break;
      expect(await store(opened.storage)).toBe(key);
      await expectNoneOrWhole(opened.directory);
    }
  });
});

/** Stores `content` as an upload is stored; answers its key or what went wrong. */
async function store(storage: Storage): Promise<unknown> {
  try {
    const file = await storage.receive(source(), plenty);
    try {
      return await storage.publish(file);
    } catch (error) {
      await storage.discard(file);
      return error;
    }
  } catch (error) {
    return error;
  }
}

async function expectNoneOrWhole(directory: string): Promise<void> {
  const storage = await createDiskStorage({ directory });
  expect(await storage.sweepUnpublished(distantFuture)).toBe(0);
  const file = await storage.open(key);
  if (file !== null) expect(file.size).toBe(content.length);
  await file?.close();
}

/** The real file system, one call of which fails with `errno`; calls on open files count as well. */
function failingDisk(errno: string) {
  let callsLeft = Number.POSITIVE_INFINITY;
  let openHandles = 0;
  let failed: string | null = null;

  function failing<T extends object>(target: T): T {
    return new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || typeof name !== 'string') return member;
        return async (...values: unknown[]) => {
          callsLeft -= 1;
          const fails = callsLeft === 0;
          if (fails) failed = name;
          // Closing tells of a failure only after it has closed.
          if (fails && name !== 'close') throw failure();
          const result: unknown = await Reflect.apply(member, target, values);
          if (name === 'close') openHandles -= 1;
          if (fails) throw failure();
          if (name !== 'open' || typeof result !== 'object' || result === null) return result;
          openHandles += 1;
          return failing(result);
        };
      },
    });
  }

  function failure(): Error {
    return Object.assign(new Error(`${errno}: made to fail`), { code: errno });
  }

  return {
    fileSystem: failing(nodeFileSystem),
    /** Lets the `step`-th call from now on fail, the first being 1. */
    failAt(step: number) {
      callsLeft = step;
    },
    openHandles: () => openHandles,
    /** The name of the call that failed. */
    failed: () => failed,
  };
}

function source(): Readable {
  return Readable.from([Buffer.from(content)]);
}
