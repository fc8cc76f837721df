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
    const holds = (title: string, act: (storage: Storage) => Promise<void>) =>
      it(title, async () => {
        await using opened = await open();
        await act(opened.storage);
      });

    describe('receiving', () => {
      holds('answers size and SHA-256 of what it received', async (storage) => {
        const file = await storage.receive(Readable.from([Buffer.from('ab'), Buffer.from('c')]), plenty);
        expect(file).toMatchObject({ size: 3, sha256: sha256('abc') });
        expect(await readFile(file.path, 'utf8')).toBe('abc');
      });

      holds('receives an empty file', async (storage) => {
        const file = await storage.receive(Readable.from([]), plenty);
        expect(file).toMatchObject({ size: 0, sha256: sha256('') });
      });

      holds('takes a file of exactly the size that is allowed', async (storage) => {
        const file = await storage.receive(bytes('abc'), { maxBytes: 3 });
        expect(file.size).toBe(3);
      });

      holds('stops reading a source that is larger than allowed, and leaves nothing', async (storage) => {
        let chunks = 0;
        const endless = new Readable({
          read() {
            chunks += 1;
            this.push(Buffer.alloc(1000));
          },
        });
        const receiving = storage.receive(endless, { maxBytes: 100_000 });
        await expect(receiving).rejects.toMatchObject({ code: 'TOO_LARGE' });
        expect(chunks).toBeLessThan(1000);
        expect(await left(storage)).toBe(0);
      });

      holds('leaves the source of a refused file open, since it belongs to the caller', async (storage) => {
        const source = bytes('abc');
        await expect(storage.receive(source, { maxBytes: 2 })).rejects.toThrow(AppError);
        expect(source.destroyed).toBe(false);
      });

      const cut = new AppError('BAD_REQUEST', 'Two files.');
      it.each<[string, (source: PassThrough) => unknown, string]>([
        ['fails midway', (source) => source.destroy(new Error('connection reset')), 'UPLOAD_INTERRUPTED'],
        ['closes before its end', (source) => source.destroy(), 'UPLOAD_INTERRUPTED'],
        [
          'tells of an error and then ends all the same',
          (source) => source.emit('error', new Error('cut off')) && source.end(),
          'UPLOAD_INTERRUPTED',
        ],
        ['was ended on purpose', (source) => source.destroy(cut), 'BAD_REQUEST'],
      ])('reports a source that %s, and leaves nothing', async (_, end, code) => {
        await using opened = await open();
        const source = new PassThrough();
        source.write('abc');
        const receiving = opened.storage.receive(source, plenty);
        end(source);
        await expect(receiving).rejects.toMatchObject({ code });
        expect(await left(opened.storage)).toBe(0);
      });

      holds('reports a source that was closed before it began as an interrupted upload', async (storage) => {
        const receiving = storage.receive(new PassThrough().destroy(), plenty);
        await expect(receiving).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' });
        expect(await left(storage)).toBe(0);
      });

      holds(
        'keeps a file that somebody else writes aside, and publishes it as any other',
        async (storage) => {
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
        },
      );

      holds(
        'leaves nothing of a file that somebody else could not write, or that is refused meanwhile',
        async (storage) => {
          const write: FileWriter = async (path, wrote) => {
            await writeFile(path, 'abc');
            await wrote(3);
            throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
          };
          const receiving = storage.receiveFrom(write, plenty);
          await expect(receiving).rejects.toMatchObject({ code: 'STORAGE_FULL' });
          const admit = () => Promise.reject(new AppError('TOO_MANY_REQUESTS', 'enough'));
          const refused = storage.receiveFrom(write, { ...plenty, admit });
          await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
          expect(await left(storage)).toBe(0);
        },
      );

      holds('keeps files apart that arrive at the same time', async (storage) => {
        const names = Array.from({ length: 20 }, (_, index) => `file ${index}`);
        const files = await Promise.all(names.map((name) => storage.receive(bytes(name), plenty)));
        expect(files.map((file) => file.sha256)).toEqual(names.map(sha256));
      });
    });

    describe('publishing', () => {
      holds('makes received bytes readable under their key', async (storage) => {
        const key = await publish(storage, 'content');
        expect(await contentOf(storage, key)).toBe('content');
        expect(await left(storage)).toBe(0);
      });

      holds('shows received bytes to nobody before they are published', async (storage) => {
        const file = await storage.receive(bytes('content'), plenty);
        expect(await storage.open(file.sha256)).toBeNull();
        expect(await keys(storage)).toEqual([]);
      });

      holds('stores the same bytes once, however often and however parallel they come', async (storage) => {
        const published = await Promise.all(
          Array.from({ length: 8 }, () => publish(storage, 'same content')),
        );
        expect(new Set(published).size).toBe(1);
        expect(await keys(storage)).toEqual([published[0]]);
        expect(await left(storage)).toBe(0);
        expect(await contentOf(storage, published[0] ?? '')).toBe('same content');
      });

      holds('publishes a scratch file, which its disposal then leaves alone', async (storage) => {
        let key: string;
        {
          await using scratch = await storage.scratch();
          await writeFile(scratch.path, 'generated');
          const file = { path: scratch.path, size: 9, sha256: sha256('generated') };
          key = await storage.publish(file);
        }
        expect(await contentOf(storage, key)).toBe('generated');
      });

      holds('discards what was received, even twice and even after it was published', async (storage) => {
        const dropped = await storage.receive(bytes('dropped'), plenty);
        await storage.discard(dropped);
        await storage.discard(dropped);
        const kept = await storage.receive(bytes('kept'), plenty);
        const key = await storage.publish(kept);
        await storage.discard(kept);
        expect(await contentOf(storage, key)).toBe('kept');
        expect(await left(storage)).toBe(0);
      });

      holds('removes a scratch file that was not published when its user is done', async (storage) => {
        const scratch = await storage.scratch();
        await writeFile(scratch.path, 'half');
        await scratch[Symbol.asyncDispose]();
        await expect(stat(scratch.path)).rejects.toMatchObject({ code: 'ENOENT' });
      });

      holds('disposes of a scratch file that was never written', async (storage) => {
        await using scratch = await storage.scratch();
        expect(scratch.path).not.toBe('');
      });
    });

    describe('reading', () => {
      holds('reads from any position, as much as there is', async (storage) => {
        const key = await publish(storage, '0123456789');
        const file = await storage.open(key);
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

      holds('goes on reading a file that was removed after it was opened', async (storage) => {
        const key = await publish(storage, 'still here');
        const file = await storage.open(key);
        await storage.remove(key);
        const buffer = Buffer.alloc(10);
        expect(await file?.read(buffer, 0)).toBe(10);
        expect(buffer.toString()).toBe('still here');
        await file?.close();
        expect(await storage.open(key)).toBeNull();
      });

      holds('gives published bytes as a file of this machine', async (storage) => {
        const key = await publish(storage, 'content');
        {
          await using local = await storage.local(key);
          expect(await readFile(local.path, 'utf8')).toBe('content');
        }
        expect(await contentOf(storage, key)).toBe('content');
      });

      holds('opens nothing under a key that nobody published', async (storage) => {
        expect(await storage.open(sha256('nothing'))).toBeNull();
        await expect(storage.local(sha256('nothing'))).rejects.toThrow();
        await storage.remove(sha256('nothing'));
      });

      const noKeys = [
        '',
        '../../etc/passwd',
        sha256('x').toUpperCase(),
        `${sha256('x')}/..`,
        `${sha256('x')}\n`,
      ];
      holds('takes nothing else for a key', async (storage) => {
        for (const key of noKeys)
          for (const act of ['open', 'local', 'remove'] as const)
            await expect((async () => storage[act](key))(), key).rejects.toThrow('storage key');
      });
    });

    describe('sweeping', () => {
      holds('lists what was published before a time', async (storage) => {
        const published = [await publish(storage, 'a'), await publish(storage, 'b')];
        expect((await keys(storage)).sort()).toEqual(published.sort());
        expect(await keys(storage, new Date(0))).toEqual([]);
      });

      holds(
        'removes what was left received or scratched, and nothing that was published',
        async (storage) => {
          const key = await publish(storage, 'published');
          await storage.receive(bytes('abandoned'), plenty);
          const scratch = await storage.scratch();
          await writeFile(scratch.path, 'half');
          expect(await storage.sweepUnpublished(new Date(0))).toBe(0);
          expect(await storage.sweepUnpublished(distantFuture)).toBe(2);
          expect(await storage.sweepUnpublished(distantFuture)).toBe(0);
          expect(await contentOf(storage, key)).toBe('published');
        },
      );
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
