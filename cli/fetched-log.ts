import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../src/config.ts';
import { fetchLog } from '../src/core/logs/fetch-log.ts';
import { AppError } from '../src/errors.ts';
import { openFetching } from '../src/fetching/open-fetching.ts';
import { createStorage } from '../src/storage/create-storage.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { fetchedHere } from './fetched-here.ts';
import { shown } from './screen.ts';

/** A log of mclo.gs on this machine, gone on disposal. Fails with INVALID_INPUT for any other link, with exit code 6 where it cannot be had. */
export async function openFetchedLog(
  { environment, signal, connect }: Pick<CommandContext, 'environment' | 'signal' | 'connect'>,
  link: string,
): Promise<AsyncDisposable & { path: string }> {
  const { fetching: settings, platforms } = readConfig(environment);
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'server-pack-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const storage = await createStorage({ kind: 'disk', directory: folder });
  const fetching =
    settings &&
    opened.use(openFetching({ storage, fetched: fetchedHere(storage) }, settings, platforms, connect));
  try {
    const file = await fetchLog({ fetching }, { link, receive: storage.receiveFrom, signal });
    const parts = opened.move();
    return { path: file.path, [Symbol.asyncDispose]: () => parts.disposeAsync() };
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'NOT_FETCHED') throw cause;
    throw new CommandFailed(exitCodes.file, shown(cause.message), { cause });
  }
}
