import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openHashedOutput } from '../../../src/archive/zip/hashed-output.ts';
import { temporaryFile } from '../../support/zip.ts';

const mebibyte = 1024 * 1024;
/** After so many bytes the disk is set to work in passing. */
const step = Buffer.alloc(16 * mebibyte);

/** What every open file does its work with. */
async function fileHandles(path: string): Promise<FileHandle> {
  await using file = await open(path);
  return Object.getPrototypeOf(file);
}

function concatenated(pieces: readonly NodeJS.ArrayBufferView[]): Buffer {
  return Buffer.concat(
    pieces.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

describe('a file that is hashed while it is written', () => {
  test('has the size and the hash that are told of it', async () => {
    await using place = await temporaryFile(Buffer.from('what was there before, and longer'));
    await using output = await openHashedOutput(place.path);
    await output.write([Buffer.from('one'), Buffer.alloc(0), Buffer.from('two')]);
    await output.write([Buffer.from('three')]);
    expect(output.size).toBe(11);
    const sha256 = createHash('sha256').update('onetwothree').digest('hex');
    expect(await output.finish()).toEqual({ size: 11, sha256 });
    expect(await readFile(place.path, 'utf8')).toBe('onetwothree');
  });

  test('is written in as many goes as the disk needs', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    for (const atOnce of [1, 3, 4, 10, 11]) {
      vi.spyOn(handles, 'writev').mockImplementation(async function (this: FileHandle, pieces, position) {
        const some = concatenated(pieces).subarray(0, atOnce);
        const { bytesWritten } = await this.write(some, 0, some.length, position);
        return { bytesWritten, buffers: pieces };
      });
      await using output = await openHashedOutput(place.path);
      await output.write([Buffer.from('one'), Buffer.from('two')]);
      await output.write([Buffer.alloc(0)]);
      await output.write([Buffer.from('three')]);
      expect(await readFile(place.path, 'utf8')).toBe('onetwothree');
    }
  });

  test('is given up when the disk takes nothing more', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    vi.spyOn(handles, 'writev').mockResolvedValue({ bytesWritten: 0, buffers: [] });
    await using output = await openHashedOutput(place.path);
    await expect(output.write([Buffer.from('one')])).rejects.toThrow('took no more bytes');
  });

  test('is closed once it is done with', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const output = await openHashedOutput(place.path);
    await output[Symbol.asyncDispose]();
    await expect(output.write([Buffer.from('one')])).rejects.toThrow('closed');
  });

  test('has the disk set to work after each 16 MiB, one go at a time', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    const first = Promise.withResolvers<void>();
    const flush = vi.spyOn(handles, 'datasync').mockReturnValueOnce(first.promise).mockResolvedValue();
    await using output = await openHashedOutput(place.path);
    await output.write([step.subarray(1)]);
    expect(flush).not.toHaveBeenCalled();
    await output.write([step.subarray(0, 1)]);
    expect(flush).toHaveBeenCalledTimes(1);
    await output.write([step]);
    expect(flush).toHaveBeenCalledTimes(1);
    first.resolve();
    await first.promise;
    await output.write([step.subarray(0, 1)]);
    expect(flush).toHaveBeenCalledTimes(2);
    await output.write([step.subarray(1)]);
    expect(flush).toHaveBeenCalledTimes(2);
  });

  test('is made safe at the end, after what the disk was set to in passing', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    const order: string[] = [];
    vi.spyOn(handles, 'datasync').mockImplementation(async () => {
      await setImmediate();
      order.push('in passing');
    });
    vi.spyOn(handles, 'sync').mockImplementation(async () => void order.push('at the end'));
    await using output = await openHashedOutput(place.path);
    await output.write([step]);
    await output.finish();
    expect(order).toEqual(['in passing', 'at the end']);
  });

  test('is not finished when the disk failed in passing, of which it tells once', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    const flush = vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('EIO: i/o error'));
    await using output = await openHashedOutput(place.path);
    await output.write([step]);
    expect(flush).toHaveBeenCalledOnce();
    await expect(output.finish()).rejects.toThrow('EIO');
  });

  test('that is given up after the disk failed in passing fails nothing else', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('EIO: i/o error'));
    const unheard = vi.fn<(reason: unknown) => void>();
    process.once('unhandledRejection', unheard);
    onTestFinished(() => void process.off('unhandledRejection', unheard));
    await using output = await openHashedOutput(place.path);
    await output.write([step]);
    await setImmediate();
    expect(unheard).not.toHaveBeenCalled();
  });
});
