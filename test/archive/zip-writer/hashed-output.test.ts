import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { openHashedOutput } from '../../../src/archive/zip-writer/hashed-output.ts';
import { temporaryFile } from '../../support/zip.ts';

const mebibyte = 1024 * 1024;

/** What every open file does its work with. */
async function fileHandles(path: string): Promise<Awaited<ReturnType<typeof open>>> {
  await using file = await open(path);
  return Object.getPrototypeOf(file);
}

describe('a file that is hashed while it is written', () => {
  test('has the size and the hash that are told of it', async () => {
    await using place = await temporaryFile(Buffer.from('what was there before, and longer'));
    await using output = await openHashedOutput(place.path);
    await output.write([Buffer.from('one'), Buffer.alloc(0), Buffer.from('two')]);
    await output.write([Buffer.from('three')]);
    const sha256 = createHash('sha256').update('onetwothree').digest('hex');
    expect(await output.finish()).toEqual({ size: 11, sha256 });
    expect(await readFile(place.path, 'utf8')).toBe('onetwothree');
  });

  test('is not finished when the disk failed in passing, of which it tells once', async () => {
    await using place = await temporaryFile(Buffer.alloc(0));
    const handles = await fileHandles(place.path);
    const flush = vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('EIO: i/o error'));
    await using output = await openHashedOutput(place.path);
    await output.write([Buffer.alloc(17 * mebibyte)]);
    expect(flush).toHaveBeenCalledOnce();
    await expect(output.finish()).rejects.toThrow('EIO');
    flush.mockRestore();
  });
});
