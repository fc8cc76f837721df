import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type OutputFile, watchSource, writeBytes } from '../../src/storage/write-bytes.ts';

const KiB = 1024;

/** A file in memory that takes at most so many bytes of a write, as one on a disk may. */
function openMemory(mostAtOnce = Number.POSITIVE_INFINITY) {
  const content = Buffer.alloc(16 * KiB * KiB);
  const state = { length: 0, writes: 0 };
  const file: OutputFile = {
    async writev(chunks, position) {
      const bytes = Buffer.concat(chunks).subarray(0, mostAtOnce);
      bytes.copy(content, position);
      state.length = Math.max(state.length, position + bytes.length);
      state.writes += 1;
      return { bytesWritten: bytes.length };
    },
  };
  return { file, state, written: () => content.subarray(0, state.length) };
}

/** Lets whatever needs no one else go on until it can do so no more. */
async function afterAllTurns(): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
}

const writing = {
  position: 0,
  claim: { next: async () => {}, [Symbol.dispose]() {} },
  maxBytes: Number.POSITIVE_INFINITY,
  admit: undefined,
};

describe('writing what arrives', () => {
  it('gathers what comes fast, so that there are few writes', async () => {
    const chunks = Array.from({ length: 160 }, () => randomBytes(64 * KiB));
    const { file, state, written } = openMemory();
    const source = Readable.from(chunks, { objectMode: false });
    expect(await writeBytes(file, watchSource(source), writing)).toBe(160 * 64 * KiB);
    expect(written().equals(Buffer.concat(chunks))).toBe(true);
    // Twenty of half a MiB, and some where a busy machine takes longer than they wait for each other.
    expect(state.writes).toBeLessThan(30);
  });

  it('writes one after another, and holds its source back while the disk does not keep up', async () => {
    const { file, written } = openMemory();
    const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
    let under = 0;
    let mostUnder = 0;
    const held: OutputFile = {
      async writev(chunks, position) {
        under += 1;
        mostUnder = Math.max(mostUnder, under);
        await letGo;
        under -= 1;
        return file.writev(chunks, position);
      },
    };
    const chunks = Array.from({ length: 100 }, () => randomBytes(64 * KiB));
    let taken = 0;
    const source = Readable.from(
      (function* () {
        for (const chunk of chunks) {
          taken += 1;
          yield chunk;
        }
      })(),
      { objectMode: false, highWaterMark: 1 },
    );
    const done = writeBytes(held, watchSource(source), writing);
    // At most half a MiB under way, half a MiB gathered, and what the source itself has at hand.
    await expect.poll(() => taken).toBeGreaterThan(8);
    await afterAllTurns();
    expect(taken).toBeLessThanOrEqual(20);
    release();
    await done;
    expect(mostUnder).toBe(1);
    expect(written().equals(Buffer.concat(chunks))).toBe(true);
  });

  it('goes on behind what a write has left over, in the middle of a chunk too', async () => {
    const chunks = Array.from({ length: 20 }, () => randomBytes(1_000));
    const { file, written } = openMemory(700);
    await writeBytes(file, watchSource(Readable.from(chunks, { objectMode: false })), writing);
    expect(written().equals(Buffer.concat(chunks))).toBe(true);
  });

  it('does not wait for more where little comes', async () => {
    const { file, written } = openMemory();
    const source = new PassThrough();
    const done = writeBytes(file, watchSource(source), writing);
    source.write('one ');
    await expect.poll(() => written().toString()).toBe('one ');
    source.write('two');
    await expect.poll(() => written().toString()).toBe('one two');
    source.end();
    await done;
  });

  it('has written all that came when its source breaks off', async () => {
    const chunks = Array.from({ length: 5 }, () => randomBytes(1_000));
    const { file, written } = openMemory();
    const source = Readable.from(
      (async function* () {
        yield* chunks;
        throw new Error('cut off');
      })(),
      { objectMode: false },
    );
    await expect(writeBytes(file, watchSource(source), writing)).rejects.toMatchObject({
      code: 'UPLOAD_INTERRUPTED',
    });
    expect(written().equals(Buffer.concat(chunks))).toBe(true);
  });

  it('tells the failure of a write, and writes nothing after it', async () => {
    const full = new Error('no room');
    let writes = 0;
    const file: OutputFile = {
      async writev() {
        writes += 1;
        throw full;
      },
    };
    const source = Readable.from([randomBytes(KiB), randomBytes(KiB)], { objectMode: false });
    await expect(writeBytes(file, watchSource(source), writing)).rejects.toBe(full);
    expect(writes).toBe(1);
  });
});
