/**
 * Shows that the memory of the service does not grow with an upload: the peak of a process that took a small file
 * beside that of one that took a large one. Linux only.
 */
import { forgetPeak, memoryOf, readOptions, temporaryFolder } from './harness.ts';
import { sendForm } from './send-form.ts';
import { ownCopy, startMain } from './servers.ts';

/** What a test knows that makes a start quicker. */
interface Quicker {
  /** Fills the data folder before the service starts in it. */
  prepare?: (dataDir: string) => Promise<void>;
  environment?: Record<string, string>;
}

/** MiB that a fresh service had in memory at most while it took an upload of so many. */
export async function peakOfUpload(
  mebibytes: number,
  { prepare, environment = {} }: Quicker = {},
): Promise<number> {
  await using dataDir = await temporaryFolder();
  await prepare?.(dataDir.path);
  await using service = await startMain(ownCopy, {
    PATH: process.env.PATH,
    DATA_DIR: dataDir.path,
    MODLOADER_VERSIONS: 'off',
    CATALOGUE: 'off',
    ...environment,
  });
  // Starting is not what is measured.
  forgetPeak(service.pid);
  await sendUnusable(`${service.address}/api/v2/modpacks/upload`, mebibytes);
  return Math.round(memoryOf(service.pid, 'peak'));
}

/** Sends bytes that are no zip: they are received whole before they are refused. */
export async function sendUnusable(url: string, mebibytes: number): Promise<void> {
  const fields = { gameVersion: '1.20.1', modloader: 'Forge', modloaderVersion: '47.2.0' };
  const block = Buffer.alloc(1024 ** 2, 7);
  const { statusCode } = await sendForm(url, fields, {
    name: 'file',
    size: mebibytes * block.length,
    pieces: () => Array.from({ length: mebibytes }, () => block),
  });
  if (statusCode !== 400) throw new Error(`The upload was answered with ${statusCode} instead of 400.`);
}

if (import.meta.main) {
  for (const mebibytes of [64, readOptions().small ? 256 : 2048])
    console.log(`${mebibytes} MiB uploaded: at most ${await peakOfUpload(mebibytes)} MiB in memory`);
}
