import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import type { OpenFile } from '../../src/storage/storage.ts';
import { insertFinishedRuns, storeArchive } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const MiB = 1024 * 1024;
const largeBytes = 64_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** What buffers of this process hold, without those that nothing refers to any more. */
function bytesInBuffers(): number {
  if (typeof collectGarbage !== 'function') throw new Error('Garbage cannot be collected.');
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** A download of which nothing is read, nor held on this side. */
function unread({ url }: TestApp): Socket {
  const connection = connect(Number(new URL(url).port), '127.0.0.1').pause();
  connection.on('error', () => {});
  connection.write('GET /api/v2/modpacks/download/1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return connection;
}

/** Counts what is read of stored files from now on, and the files that are being read. */
function countReads({ app: { storage } }: TestApp) {
  const open = storage.open.bind(storage);
  let bytes = 0;
  let looked = 0;
  const files = new Set<OpenFile>();
  vi.spyOn(storage, 'open').mockImplementation(async (...given) => {
    const file = await open(...given);
    if (file === null) return null;
    return {
      ...file,
      async read(...into) {
        files.add(file);
        const filled = await file.read(...into);
        bytes += filled;
        return filled;
      },
      async close() {
        files.delete(file);
        await file.close();
      },
    };
  });
  return {
    files: () => files.size,
    sinceLastLook() {
      const since = bytes - looked;
      looked = bytes;
      return since;
    },
  };
}

it('downloads that nobody reads keep two buffers each, of which those beyond the first 32 are small', async () => {
  const downloads = 96;
  // Four fifths of them are for callers without a token.
  await using service = await startTestApp({
    values: { sharedLimits: sharedLimits({ downloads: { caller: 250, all: 120 } }) },
  });
  const empty = bytesInBuffers();
  await storeLarge(service);
  // What was stored may be let go of only later, and would be missing from what is kept then.
  await expect.poll(() => bytesInBuffers() - empty).toBeLessThan(largeBytes / 2);
  const read = countReads(service);
  const before = bytesInBuffers();
  await using held = new AsyncDisposableStack();
  for (let number = 0; number < downloads; number += 1) {
    const connection = unread(service);
    held.defer(() => void connection.destroy());
  }
  await expect.poll(() => statusOf(service, '/api/v2/modpacks/download/1')).toBe(503);
  // All have filled what the system holds between two ends of a connection, and stand still.
  await expect.poll(() => read.files()).toBe(downloads);
  await expect.poll(() => read.sinceLastLook()).toBe(0);
  const kept = bytesInBuffers() - before;
  expect(kept).toBeGreaterThan(60 * MiB);
  expect(kept).toBeLessThan((32 * 2 + (downloads - 32) / 16 + 4) * MiB);
  await held.disposeAsync();
  await expect.poll(() => statusOf(service, '/api/v2/modpacks/download/1')).toBe(200);
  await expect.poll(() => bytesInBuffers() - before).toBeLessThan(4 * MiB);
});

/** Stores an archive of more bytes than the system holds between two ends of a connection. */
async function storeLarge({ app }: TestApp): Promise<void> {
  await insertFinishedRuns(app.database.db, { modPacks: 1, runs: 1 });
  await storeArchive(app, 1, Buffer.alloc(largeBytes));
}

async function statusOf({ url }: TestApp, path: string): Promise<number> {
  const { status, body } = await fetch(new URL(path, url));
  await body?.cancel();
  return status;
}
