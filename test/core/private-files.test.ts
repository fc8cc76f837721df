import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockFolder } from '../../src/database/folder-lock.ts';
import { createStorage, diskConfig } from '../../src/storage/create-storage.ts';
import { packNamed, uploadForm } from '../access/callers.ts';
import { startTestApp } from '../support/app.ts';
import { begin, send } from '../support/resumable.ts';

/** All that lies in a folder and may be read, written or entered by others than its owner, with the folder itself. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = [folder, ...entries.map(({ parentPath, name }) => path.join(parentPath, name))];
  const found: string[] = [];
  for (const one of all) {
    const { mode } = await stat(one);
    if ((mode & 0o077) !== 0) found.push(`${path.relative(folder, one)} ${(mode & 0o777).toString(8)}`);
  }
  return found;
}

it('what is kept is for the service alone, whatever the umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const parent = await mkdtemp(path.join(os.tmpdir(), 'modes-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  await chmod(parent, 0o755);
  const folder = path.join(parent, 'deep', 'data');
  await using service = await startTestApp({ environment: { DATA_DIR: folder } });
  const followed = service.app.feed.subscribe({}, 0);
  await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: uploadForm('lithium') });
  for await (const { serverPackId } of followed) if (serverPackId !== null) break;
  const bytes = await packNamed('sodium').bytes();
  const { url } = await begin(service, bytes.length);
  await send(url, bytes.subarray(0, 10), 0);
  const kept = await readdir(path.join(folder, 'store'), { recursive: true });
  // A modpack and its server pack, and what has come of an upload.
  expect(kept.filter((name) => /^files\/..\/.{64}$|^resumable\/.{36}$/.test(name))).toHaveLength(3);
  expect(await openToOthers(folder)).toEqual([]);
});

it('a folder of an older release becomes one that only its owner enters', async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'modes-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const [store, database] = [path.join(parent, 'store'), path.join(parent, 'database')];
  for (const folder of [store, database]) {
    await mkdir(folder);
    await chmod(folder, 0o755);
  }
  await createStorage(diskConfig({ dataDir: parent, reserveBytes: 0 }));
  using _lock = lockFolder(database);
  for (const folder of [store, database]) expect((await stat(folder)).mode & 0o777, folder).toBe(0o700);
});
