import { mkdir, mkdtemp, readdir, rm, watch } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { keepRoom } from '../../src/database/folder-room.ts';

it('the folder of the embedded database is left alone once it is closed, even in the middle of making its reserve', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'room-'));
  await using cleaning = new AsyncDisposableStack();
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'postgres', 'pg_wal'), { recursive: true });
  const changes = watch(folder);
  const room = keepRoom({ exec: async () => undefined }, folder);
  for await (const { filename } of changes) if (filename === 'reserve.new') break;
  await room[Symbol.asyncDispose]();
  expect(await readdir(folder)).toEqual(['postgres']);
});
