import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startQueues } from '../../src/core/jobs.ts';
import { openDatabase } from '../../src/database/open.ts';
import { compileCache } from './compile-cache.ts';

/** As any: a service that starts sets them anew. */
const queues = { retryLimit: 20, retryDelaySeconds: 2, expireInSeconds: 3600 };

let made: Promise<string> | null = null;

/**
 * Makes `dataDir` the folder of a service that has started there before and has done nothing yet: making an embedded
 * database takes seconds, copying the one that this process has made a fraction of one.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  made ??= make();
  await cp(await made, path.join(dataDir, 'database'), { recursive: true });
}

/** Beside what else the whole run shares, with which it goes. */
async function make(): Promise<string> {
  const folder = path.join(path.dirname(compileCache()), `database-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await using database = await openDatabase(null, { folder });
  await startQueues(database, queues, queues);
  await database.boss.stop({ graceful: false });
  return folder;
}
