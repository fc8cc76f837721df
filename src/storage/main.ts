import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { type Copied, copyStorage } from './copy.ts';
import { createStorage, diskConfig, s3Config } from './create-storage.ts';
import { StoreNotOpened } from './storage.ts';

const usage = `npm run storage -- copy          copies the files of DATA_DIR into the bucket of the S3_* settings
npm run storage -- copy --back   copies those of the bucket into DATA_DIR
    --verify                     reads what is there already, too, and replaces what is not what it should be

What is there already with the same size is passed over, so it can be run again at any time. Set STORAGE=s3 for it, whatever the service runs with.`;

/** Milliseconds between two progress lines. */
const reportEveryMs = 10_000;

async function main(): Promise<void> {
  const { back, verify } = parseCommand();
  const config = readConfig();
  if (config.s3 === null)
    throw new ConfigError(`STORAGE: must be s3, with the S3_* settings of the bucket\n\n${usage}`);
  const folder = path.join(config.dataDir, 'store');
  // A data folder without a store has nothing to copy.
  if (!back && !existsSync(folder))
    throw new ConfigError(
      `There are no files at ${folder}. Run this where the service runs, or with its DATA_DIR.`,
    );
  const { bucket: name, endpoint } = config.s3;
  const locations = [folder, `the bucket ${name} of ${endpoint ?? 'Amazon S3'}`];
  const [source, target] = back ? locations.reverse() : locations;
  process.stderr.write(`Files: from ${source} to ${target}.\n`);
  const disk = await createStorage(diskConfig(config));
  const bucket = await createStorage(s3Config(config, config.s3));
  const [from, to] = back ? [bucket, disk] : [disk, bucket];
  let reported = Date.now();
  const report = (sofar: Copied) => {
    if (Date.now() - reported < reportEveryMs) return;
    reported = Date.now();
    say(sofar);
  };
  const copied = await copyStorage(from, to, { verify, report });
  say(copied);
  for (const key of copied.replaced) process.stdout.write(`other bytes were there, replaced: ${key}\n`);
  for (const key of copied.damaged) process.stdout.write(`damaged, not copied: ${key}\n`);
  if (copied.damaged.length > 0) process.exitCode = 1;
}

function say({ copied, bytes, there, replaced, damaged }: Copied): void {
  const words = [
    `copied ${copied} files of ${bytes} bytes`,
    `${replaced.length} of them in place of other bytes`,
    `${there} were there`,
    `${damaged.length} are damaged`,
  ];
  process.stdout.write(`${words.join(', ')}\n`);
}

function parseCommand(): { back: boolean; verify: boolean } {
  try {
    const { positionals, values } = parseArgs({
      options: {
        back: { type: 'boolean', default: false },
        verify: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    if (positionals.length === 1 && positionals[0] === 'copy') return values;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  throw new ConfigError(usage);
}

main().catch((error: unknown) => {
  const isExpected = [ConfigError, AppError, StoreNotOpened].some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isExpected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  process.exitCode = 1;
});
