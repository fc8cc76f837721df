import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { writeArchive } from '../../src/archive/raw-writer.ts';
import { listEntries } from '../../src/archive/zip/directory.ts';
import { carriedRecord } from '../../src/archive/zip-writer/carried-record.ts';
import type { HashedOutput } from '../../src/archive/zip-writer/hashed-output.ts';
import type { RawSource } from '../../src/archive/zip-writer/raw-source.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

/** A source that fills the buffer it is given in the very turn in which it is asked. */
function quickSource(bytes: Buffer): RawSource {
  return {
    size: bytes.length,
    async read(buffer, offset, length) {
      bytes.copy(buffer, 0, offset, offset + length);
      return buffer.subarray(0, length);
    },
  };
}

/** A disk that looks at what it is given as late as it may: just before it says that it has written it. */
function slowOutput(): HashedOutput & { bytes(): Buffer } {
  const written: Buffer[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    async write(pieces) {
      for (const { length } of pieces) size += length;
      await setImmediate();
      for (const piece of pieces) written.push(Buffer.from(piece));
    },
    finish: async () => ({ size, sha256: '' }),
    bytes: () => Buffer.concat(written),
    [Symbol.asyncDispose]: async () => {},
  };
}

test('no byte is overwritten by the next read before the disk has taken it', async () => {
  const contents = ['a', 'b', 'c'].map((name) => ({
    name,
    data: randomFillSync(Buffer.alloc(1_500_000)),
    method: 0,
  }));
  const archive = zipWith(contents);
  await using file = await temporaryFile(archive);
  const entries = listEntries(file.path, defaultArchiveLimits);
  const wanted = new Map(entries.map((entry) => [entry, carriedRecord(entry, entry.name)]));
  const output = slowOutput();
  await writeArchive(output, { parts: [{ source: quickSource(archive), entries, wanted }] }, '', () => {});
  await writeFile(file.path, output.bytes());
  const read = await unzip(file.path);
  // Compared as booleans, since a failing test would print megabytes.
  const same = contents.map(({ name, data }) => read.get(name)?.contents.equals(data));
  expect(same).toEqual([true, true, true]);
});
