import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { heldTo } from '../../src/storage/held-to.ts';
import type { OpenFile } from '../../src/storage/storage.ts';

class Other extends Error {}

/** A file of these bytes, held to be that of `content`. */
function held(bytes: string, content = 'abcdef'): OpenFile {
  const stored = Buffer.from(bytes);
  const file: OpenFile = {
    size: stored.length,
    read: async (buffer, position) => stored.copy(buffer, 0, position),
    close: async () => undefined,
  };
  return heldTo(createHash('sha256').update(content).digest('hex'), file, () => new Other());
}

async function read(file: OpenFile, length: number, position: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, await file.read(buffer, position)).toString();
}

describe('a file that is held to its SHA-256', () => {
  it('is read as any other where it is what it should be, beyond its end and once more, too', async () => {
    const file = held('abcdef');
    expect([await read(file, 4, 0), await read(file, 4, 4), await read(file, 4, 6)]).toEqual([
      'abcd',
      'ef',
      '',
    ]);
    expect(await read(file, 6, 0)).toBe('abcdef');
  });

  it('fails in place of its last bytes where it is another', async () => {
    const file = held('abcdeF');
    expect(await read(file, 4, 0)).toBe('abcd');
    await expect(read(file, 4, 4)).rejects.toBeInstanceOf(Other);
    await expect(read(held('abcdeF'), 10, 0)).rejects.toBeInstanceOf(Other);
  });

  it('is held to it where it is read elsewhere in between', async () => {
    const file = held('abcdeF');
    expect([await read(file, 3, 0), await read(file, 2, 4), await read(file, 2, 3)]).toEqual([
      'abc',
      'eF',
      'de',
    ]);
    await expect(read(file, 1, 5)).rejects.toBeInstanceOf(Other);
    const whole = held('abcdef');
    expect([await read(whole, 3, 0), await read(whole, 2, 4), await read(whole, 3, 3)]).toEqual([
      'abc',
      'ef',
      'def',
    ]);
  });

  it('is taken as it comes where it is not read from its start', async () => {
    const file = held('abcdeF');
    expect([await read(file, 3, 1), await read(file, 2, 4)]).toEqual(['bcd', 'eF']);
  });
});
