import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rows } from '../../src/database/database.ts';
import { type DatabaseThread, startThreadEarly, takeThread } from '../../src/database/database-thread.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { lockFolder } from '../../src/database/folder-lock.ts';
import { makeDatabaseFolder } from '../support/embedded-files.ts';

async function newFolder(parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'database-thread-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function folderWithDatabase(parts: AsyncDisposableStack): Promise<string> {
  const folder = await newFolder(parts);
  await makeDatabaseFolder(folder);
  return folder;
}

/** The one that was begun, which ends with the test. */
function taken(folder: string, parts: AsyncDisposableStack): DatabaseThread {
  const begun = takeThread(folder);
  if (begun === null) throw new Error('One was begun.');
  parts.defer(async () => {
    await begun.thread.terminate();
    begun.lock?.[Symbol.dispose]();
  });
  return begun;
}

it('the database of a folder that has one starts, and has the folder to itself, before anybody opens it', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await folderWithDatabase(parts);
  startThreadEarly(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  expect(await taken(folder, parts).started).toEqual({ failure: null });
});

it('whoever opens it goes on with what was begun, and lets go of all at the end', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await folderWithDatabase(parts);
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);
  parts.defer(() => void process.off('worker', count));
  startThreadEarly(folder);
  for (let time = 0; time < 2; time += 1) {
    await using database = await openEmbedded({ folder });
    expect(await rows(database.db, sql`select count(*)::int as count from mod_packs`)).toEqual([
      { count: 0 },
    ]);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
  }
  // The second has one of its own.
  expect(threads).toBe(2);
  lockFolder(folder)[Symbol.dispose]();
});

it('nothing is made, and no folder taken, where there is no database yet', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await newFolder(parts);
  startThreadEarly(folder);
  expect(taken(folder, parts)).toMatchObject({ lock: null });
  expect(await readdir(folder)).toEqual([]);
});

it('where another process has the folder, whoever opens it says so', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await folderWithDatabase(parts);
  using _theirs = lockFolder(folder);
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  parts.defer(() => void process.off('worker', note));
  startThreadEarly(folder);
  await expect(openEmbedded({ folder })).rejects.toThrow(FolderInUse);
  // And nothing keeps its process alive, whether one was begun or not.
  await expect(openEmbedded({ folder })).rejects.toThrow(FolderInUse);
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

it('a folder that is not asked for after all is let go of', async () => {
  await using parts = new AsyncDisposableStack();
  const [expected, asked] = [await folderWithDatabase(parts), await folderWithDatabase(parts)];
  startThreadEarly(expected);
  await using _database = await openEmbedded({ folder: asked });
  const isLetGoOf = () => {
    lockFolder(expected)[Symbol.dispose]();
    return true;
  };
  await expect.poll(isLetGoOf).toBe(true);
});

it('a database that cannot start is told of by whoever opens it', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await folderWithDatabase(parts);
  await rm(path.join(folder, 'postgres', 'global'), { recursive: true });
  startThreadEarly(folder);
  await expect(openEmbedded({ folder })).rejects.toThrow();
  lockFolder(folder)[Symbol.dispose]();
});
