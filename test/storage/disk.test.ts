import { createHash } from 'node:crypto';
import nodeFileSystem, { readdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createDiskStorage } from '../../src/storage/disk.ts';
import type { FileSystem } from '../../src/storage/file-system.ts';
import { NoRoomError, type Storage, writeFailure } from '../../src/storage/storage.ts';
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

describe('disk storage with a reserve', () => {
  const reserve = { bytes: 100 * 1024 * 1024, beside: [] };
  const piece = 1024 * 1024;

  it('refuses a file before its first byte when less than the reserve is left', async () => {
    const disk = diskWithRoom(reserve.bytes);
    await using opened = await openTemporaryStorage({ reserve, fileSystem: disk.fileSystem });
    const refused = opened.storage.receive(source(), plenty);
    await expect(refused).rejects.toMatchObject({ code: 'STORAGE_FULL', name: 'NoRoomError' });
    expect(await opened.storage.sweepUnpublished(distantFuture)).toBe(0);
  });

  it('ends a file midway when it comes to the reserve, and leaves nothing', async () => {
    const disk = diskWithRoom(reserve.bytes + 10 * piece);
    await using opened = await openTemporaryStorage({ reserve, fileSystem: disk.fileSystem });
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (; ; sent += 1) {
          yield Buffer.alloc(piece);
          disk.fill(piece);
        }
      })(),
    );
    await expect(opened.storage.receive(endless, plenty)).rejects.toBeInstanceOf(NoRoomError);
    expect(sent).toBeLessThanOrEqual(11);
    expect(await opened.storage.sweepUnpublished(distantFuture)).toBe(0);
  });

  it('ends a file that somebody else writes midway when it comes to the reserve, and leaves nothing', async () => {
    const disk = diskWithRoom(reserve.bytes + 10 * piece);
    await using opened = await openTemporaryStorage({ reserve, fileSystem: disk.fileSystem });
    let written = 0;
    const endless = opened.storage.receiveFrom(async (path, wrote) => {
      await writeFile(path, '');
      for (; written < 20; written += 1) {
        disk.fill(piece);
        await wrote(piece);
      }
      return { size: 20 * piece, sha256: key };
    }, plenty);
    await expect(endless).rejects.toBeInstanceOf(NoRoomError);
    expect(written).toBeLessThanOrEqual(10);
    const full = diskWithRoom(reserve.bytes);
    await using other = await openTemporaryStorage({ reserve, fileSystem: full.fileSystem });
    const never = () => Promise.reject(new Error('This is never written.'));
    await expect(other.storage.receiveFrom(never, plenty)).rejects.toBeInstanceOf(NoRoomError);
    for (const { storage } of [opened, other]) expect(await storage.sweepUnpublished(distantFuture)).toBe(0);
  });

  it('sets room aside for what is going to be written, until it is', async () => {
    const disk = diskWithRoom(reserve.bytes + 10 * piece);
    await using opened = await openTemporaryStorage({ reserve, fileSystem: disk.fileSystem });
    await expect(opened.storage.scratch({ expectedBytes: 11 * piece })).rejects.toBeInstanceOf(NoRoomError);
    {
      await using scratch = await opened.storage.scratch({ expectedBytes: 9 * piece + 1 });
      await expect(opened.storage.receive(source(), plenty)).rejects.toBeInstanceOf(NoRoomError);
      await writeFile(scratch.path, Buffer.alloc(piece));
      await opened.storage.discard(await opened.storage.receive(source(), plenty));
    }
    await using all = await opened.storage.scratch({ expectedBytes: 10 * piece });
    expect(all.path).not.toBe('');
  });

  it('asks a file system that does not say how large it is for no reserve', async () => {
    const disk = diskWithRoom(0, { blocks: 0 });
    await using opened = await openTemporaryStorage({ reserve, fileSystem: disk.fileSystem });
    expect(await store(opened.storage)).toBe(key);
  });

  it('goes on reading when there is no room', async () => {
    const disk = diskWithRoom(reserve.bytes + piece);
    await using opened = await openTemporaryStorage({ reserve, fileSystem: disk.fileSystem });
    expect(await store(opened.storage)).toBe(key);
    disk.fill(piece);
    const file = await opened.storage.open(key);
    expect(file?.size).toBe(content.length);
    await file?.close();
  });
});

describe('disk storage that several nodes share', () => {
  it('keeps what is half received or built for as long as its process is at work on it', async () => {
    await using opened = await openTemporaryStorage({ touchEveryMs: 5 });
    const other = await createDiskStorage({ directory: opened.directory });
    const upload = new PassThrough();
    upload.write('the first bytes');
    const receiving = opened.storage.receive(upload, plenty);
    const received = await opened.storage.receive(source(), plenty);
    await using scratch = await opened.storage.scratch();
    await writeFile(scratch.path, 'half');
    const incoming = join(opened.directory, 'incoming');
    await expect.poll(async () => (await readdir(incoming)).length).toBe(2);
    const paths = [...(await readdir(incoming)).map((name) => join(incoming, name)), scratch.path];
    for (const path of paths) await utimes(path, 1, 1);
    for (const path of paths) await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(2000);
    expect(await other.sweepUnpublished(new Date(2000))).toBe(0);
    upload.end();
    await opened.storage.discard(await receiving);
    await opened.storage.discard(received);
  });

  it('removes what a process that is gone has left', async () => {
    await using opened = await openTemporaryStorage();
    await writeFile(join(opened.directory, 'incoming', 'half'), 'half');
    await utimes(join(opened.directory, 'incoming', 'half'), 1, 1);
    await opened.storage.discard(await opened.storage.receive(source(), plenty));
    expect(await opened.storage.sweepUnpublished(new Date(2000))).toBe(1);
  });
});

describe('disk storage that is read-only', () => {
  it.each(['EROFS', 'EACCES', 'EPERM'])(
    'answers in words that nothing can be stored on %s',
    async (errno) => {
      const disk = failingDisk(errno);
      await using opened = await openTemporaryStorage({ fileSystem: disk.fileSystem });
      disk.failAt(1);
      expect(await store(opened.storage)).toMatchObject({ code: 'UNAVAILABLE' });
    },
  );
});

describe('what a failed write means', () => {
  it('knows a full disk from a thread, which hands on no code', () => {
    const error = structuredClone(
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    );
    expect(writeFailure(error)).toBeInstanceOf(NoRoomError);
  });

  it('leaves every other failure as it is', () => {
    const error = new Error('The generated file has no end.');
    expect(writeFailure(error)).toBe(error);
    expect(writeFailure('no error')).toBe('no error');
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
      expect(steps.filter((name) => name === 'sync')).toHaveLength(3);
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

/** The real file system, but for what it says of its free room. */
function diskWithRoom(free: number, { blocks = 1_000_000 } = {}) {
  let left = free;
  const fileSystem: FileSystem = {
    ...nodeFileSystem,
    statfs: async () => ({ blocks, bsize: 1, bavail: left }),
  };
  return {
    fileSystem,
    fill(bytes: number) {
      left -= bytes;
    },
  };
}

function source(): Readable {
  return Readable.from([Buffer.from(content)]);
}
