import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import type { FileWriter, Storage } from '../../src/storage/storage.ts';

/** A store to test, empty, that is torn down with it. */
export interface StorageUnderTest extends AsyncDisposable {
  storage: Storage;
}

const distantFuture = new Date('9999-01-01');
const plenty = { maxBytes: 1_000_000_000 };

/** What every backend must do; each runs it with its own way to open an empty store. */
export function describeStorage(backend: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${backend} storage`, () => {
    describe('receiving', () => {
      it('answers size and SHA-256 of what it received', async () => {
        await using opened = await open();
        const file = await opened.storage.receive(
          Readable.from([Buffer.from('ab'), Buffer.from('c')]),
          plenty,
        );
        expect(file).toMatchObject({ size: 3, sha256: sha256('abc') });
        expect(await readFile(file.path, 'utf8')).toBe('abc');
      });

      it('receives an empty file', async () => {
        await using opened = await open();
        const file = await opened.storage.receive(Readable.from([]), plenty);
        expect(file).toMatchObject({ size: 0, sha256: sha256('') });
      });

      it('takes a file of exactly the size that is allowed', async () => {
        await using opened = await open();
        const file = await opened.storage.receive(bytes('abc'), { maxBytes: 3 });
        expect(file.size).toBe(3);
      });

      it('stops reading a source that is larger than allowed, and leaves nothing', async () => {
        await using opened = await open();
        let chunks = 0;
        const endless = new Readable({
          read() {
            chunks += 1;
            this.push(Buffer.alloc(1000));
          },
        });
        const receiving = opened.storage.receive(endless, { maxBytes: 100_000 });
        await expect(receiving).rejects.toMatchObject({ code: 'TOO_LARGE' });
        expect(chunks).toBeLessThan(1000);
        expect(await left(opened.storage)).toBe(0);
      });

      it('leaves the source of a refused file open, since it belongs to the caller', async () => {
        await using opened = await open();
        const source = bytes('abc');
        await expect(opened.storage.receive(source, { maxBytes: 2 })).rejects.toThrow(AppError);
        expect(source.destroyed).toBe(false);
      });

      it('reports a source that fails midway as an interrupted upload, and leaves nothing', async () => {
        await using opened = await open();
        const source = new PassThrough();
        source.write('abc');
        const receiving = opened.storage.receive(source, plenty);
        source.destroy(new Error('connection reset'));
        await expect(receiving).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' });
        expect(await left(opened.storage)).toBe(0);
      });

      it('keeps a file that somebody else writes aside, and publishes it as any other', async () => {
        await using opened = await open();
        const { storage } = opened;
        const counted: number[] = [];
        const admit = async (written: number) => void counted.push(written);
        const write: FileWriter = async (path, wrote) => {
          await writeFile(path, 'abc', { flag: 'wx', flush: true });
          await wrote(2);
          await wrote(1);
          return { size: 3, sha256: sha256('abc') };
        };
        const file = await storage.receiveFrom(write, { ...plenty, admit });
        expect(counted).toEqual([2, 1]);
        await using local = await storage.local(await storage.publish(file));
        expect(await readFile(local.path, 'utf8')).toBe('abc');
      });

      it('leaves nothing of a file that somebody else could not write, or that is refused meanwhile', async () => {
        await using opened = await open();
        const write: FileWriter = async (path, wrote) => {
          await writeFile(path, 'abc');
          await wrote(3);
          throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        };
        const receiving = opened.storage.receiveFrom(write, plenty);
        await expect(receiving).rejects.toMatchObject({ code: 'STORAGE_FULL' });
        const admit = () => Promise.reject(new AppError('TOO_MANY_REQUESTS', 'enough'));
        const refused = opened.storage.receiveFrom(write, { ...plenty, admit });
        await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
        expect(await left(opened.storage)).toBe(0);
      });

      it('reports a source that closes before its end as an interrupted upload', async () => {
        await using opened = await open();
        const source = new PassThrough();
        source.write('abc');
        const receiving = opened.storage.receive(source, plenty);
        source.destroy();
        await expect(receiving).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' });
        expect(await left(opened.storage)).toBe(0);
      });

      it('reports a source that was closed before it began as an interrupted upload', async () => {
        await using opened = await open();
        const source = new PassThrough();
        source.destroy();
        await expect(opened.storage.receive(source, plenty)).rejects.toMatchObject({
          code: 'UPLOAD_INTERRUPTED',
        });
        expect(await left(opened.storage)).toBe(0);
      });

      it('reports a source that tells of an error and then ends all the same as an interrupted upload', async () => {
        await using opened = await open();
        const source = new PassThrough();
        const receiving = opened.storage.receive(source, plenty);
        source.emit('error', new Error('cut off'));
        source.end();
        await expect(receiving).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' });
        expect(await left(opened.storage)).toBe(0);
      });

      it('passes on the failure that a source was ended with on purpose', async () => {
        await using opened = await open();
        const source = new PassThrough();
        const receiving = opened.storage.receive(source, plenty);
        source.destroy(new AppError('BAD_REQUEST', 'Two files.'));
        await expect(receiving).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      });

      it('keeps files apart that arrive at the same time', async () => {
        await using opened = await open();
        const names = Array.from({ length: 20 }, (_, index) => `file ${index}`);
        const files = await Promise.all(names.map((name) => opened.storage.receive(bytes(name), plenty)));
        expect(files.map((file) => file.sha256)).toEqual(names.map(sha256));
      });
    });

    describe('publishing', () => {
      it('makes received bytes readable under their key', async () => {
        await using opened = await open();
        const key = await publish(opened.storage, 'content');
        expect(await contentOf(opened.storage, key)).toBe('content');
        expect(await left(opened.storage)).toBe(0);
      });

      it('shows received bytes to nobody before they are published', async () => {
        await using opened = await open();
        const file = await opened.storage.receive(bytes('content'), plenty);
        expect(await opened.storage.open(file.sha256)).toBeNull();
        expect(await keys(opened.storage)).toEqual([]);
      });

      it('stores the same bytes once, however often and however parallel they come', async () => {
        await using opened = await open();
        const published = await Promise.all(
          Array.from({ length: 8 }, () => publish(opened.storage, 'same content')),
        );
        expect(new Set(published).size).toBe(1);
        expect(await keys(opened.storage)).toEqual([published[0]]);
        expect(await left(opened.storage)).toBe(0);
        expect(await contentOf(opened.storage, published[0] ?? '')).toBe('same content');
      });

      it('publishes a scratch file, which its disposal then leaves alone', async () => {
        await using opened = await open();
        let key: string;
        {
          await using scratch = await opened.storage.scratch();
          await writeFile(scratch.path, 'generated');
          const file = { path: scratch.path, size: 9, sha256: sha256('generated') };
          key = await opened.storage.publish(file);
        }
        expect(await contentOf(opened.storage, key)).toBe('generated');
      });

      it('discards what was received, even twice and even after it was published', async () => {
        await using opened = await open();
        const dropped = await opened.storage.receive(bytes('dropped'), plenty);
        await opened.storage.discard(dropped);
        await opened.storage.discard(dropped);
        const kept = await opened.storage.receive(bytes('kept'), plenty);
        const key = await opened.storage.publish(kept);
        await opened.storage.discard(kept);
        expect(await contentOf(opened.storage, key)).toBe('kept');
        expect(await left(opened.storage)).toBe(0);
      });

      it('removes a scratch file that was not published when its user is done', async () => {
        await using opened = await open();
        const scratch = await opened.storage.scratch();
        await writeFile(scratch.path, 'half');
        await scratch[Symbol.asyncDispose]();
        await expect(stat(scratch.path)).rejects.toMatchObject({ code: 'ENOENT' });
      });

      it('disposes of a scratch file that was never written', async () => {
        await using opened = await open();
        await using scratch = await opened.storage.scratch();
        expect(scratch.path).not.toBe('');
      });
    });

    describe('reading', () => {
      it('reads from any position, as much as there is', async () => {
        await using opened = await open();
        const key = await publish(opened.storage, '0123456789');
        const file = await opened.storage.open(key);
        if (file === null) throw new Error('The file was published');
        const buffer = Buffer.alloc(4);
        expect(file.size).toBe(10);
        expect(await file.read(buffer, 3)).toBe(4);
        expect(buffer.toString()).toBe('3456');
        expect(await file.read(buffer, 8)).toBe(2);
        expect(buffer.subarray(0, 2).toString()).toBe('89');
        expect(await file.read(buffer, 10)).toBe(0);
        await file.close();
        await file.close();
      });

      it('goes on reading a file that was removed after it was opened', async () => {
        await using opened = await open();
        const key = await publish(opened.storage, 'still here');
        const file = await opened.storage.open(key);
        await opened.storage.remove(key);
        const buffer = Buffer.alloc(10);
        expect(await file?.read(buffer, 0)).toBe(10);
        expect(buffer.toString()).toBe('still here');
        await file?.close();
        expect(await opened.storage.open(key)).toBeNull();
      });

      it('gives published bytes as a file of this machine', async () => {
        await using opened = await open();
        const key = await publish(opened.storage, 'content');
        {
          await using local = await opened.storage.local(key);
          expect(await readFile(local.path, 'utf8')).toBe('content');
        }
        expect(await contentOf(opened.storage, key)).toBe('content');
      });

      it('opens nothing under a key that nobody published', async () => {
        await using opened = await open();
        expect(await opened.storage.open(sha256('nothing'))).toBeNull();
        await expect(opened.storage.local(sha256('nothing'))).rejects.toThrow();
        await opened.storage.remove(sha256('nothing'));
      });

      it.each(['', '../../etc/passwd', sha256('x').toUpperCase(), `${sha256('x')}/..`, `${sha256('x')}\n`])(
        'takes %j for no key',
        async (key) => {
          await using opened = await open();
          const { storage } = opened;
          await expect((async () => storage.open(key))()).rejects.toThrow('storage key');
          await expect((async () => storage.local(key))()).rejects.toThrow('storage key');
          await expect((async () => storage.remove(key))()).rejects.toThrow('storage key');
        },
      );
    });

    describe('sweeping', () => {
      it('lists what was published before a time', async () => {
        await using opened = await open();
        const published = [await publish(opened.storage, 'a'), await publish(opened.storage, 'b')];
        expect((await keys(opened.storage)).sort()).toEqual(published.sort());
        expect(await keys(opened.storage, new Date(0))).toEqual([]);
      });

      it('removes what was left received or scratched, and nothing that was published', async () => {
        await using opened = await open();
        const key = await publish(opened.storage, 'published');
        await opened.storage.receive(bytes('abandoned'), plenty);
        const scratch = await opened.storage.scratch();
        await writeFile(scratch.path, 'half');
        expect(await opened.storage.sweepUnpublished(new Date(0))).toBe(0);
        expect(await opened.storage.sweepUnpublished(distantFuture)).toBe(2);
        expect(await opened.storage.sweepUnpublished(distantFuture)).toBe(0);
        expect(await contentOf(opened.storage, key)).toBe('published');
      });
    });
  });
}

function bytes(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function publish(storage: Storage, text: string): Promise<string> {
  return storage.publish(await storage.receive(bytes(text), plenty));
}

async function keys(storage: Storage, before = distantFuture): Promise<string[]> {
  const found: string[] = [];
  for await (const key of storage.publishedBefore(before)) found.push(key);
  return found;
}

/** How many files are neither published nor gone. */
async function left(storage: Storage): Promise<number> {
  return storage.sweepUnpublished(distantFuture);
}

async function contentOf(storage: Storage, key: string): Promise<string> {
  const file = await storage.open(key);
  if (file === null) throw new Error(`Nothing is published under ${key}`);
  const buffer = Buffer.alloc(file.size);
  await file.read(buffer, 0);
  await file.close();
  return buffer.toString();
}
