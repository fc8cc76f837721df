import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { askGateway, GatewayRefusal } from '../access/control.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { FolderInUse } from '../database/folder-in-use.ts';
import { NoRoomToStart } from '../database/folder-room.ts';
import { embeddedFolder, openForCommand } from '../database/open-for-command.ts';
import { isUnreachable } from '../database/unreachable.ts';
import { AppError } from '../errors.ts';
import { createStorage, diskConfig, s3Config } from '../storage/create-storage.ts';
import { StoreNotOpened } from '../storage/storage.ts';
import { type BackupState, backupState } from './backup-command.ts';
import { openBackups } from './backups.ts';
import { openForReading } from './place.ts';
import { nameOfPlace, type PlaceAddress, readPlace } from './place-address.ts';
import { findManifest, restoreBackup, restoreFiles } from './restore.ts';

const usage = `npm run backup                     saves database and files into BACKUP_DIR, also while the service runs
    -- --to PLACE                  into another folder or s3://bucket/prefix
npm run restore -- PLACE           brings the newest backup there into an empty database and store; stop the service first
    --backup NAME                  another one: the name of its file in PLACE/manifests
    --keep-files                   the store has files of this service already
    --files                        brings missing and damaged files alone, also while the service runs

A PLACE is a folder, or s3://bucket/prefix on the S3 server of the settings.`;

/** Milliseconds between two lines of progress. */
const reportEveryMs = 10_000;
/** Milliseconds between two looks at a backup that the service makes. */
const lookEveryMs = 500;
/** Milliseconds for each answer of the service. */
const answerMs = 60_000;

async function main(): Promise<void> {
  const { command, from, to, backup, keepFiles, filesOnly } = parseCommand();
  const config = readConfig();
  if (command === 'backup') return await makeBackup(config, to);
  const place = await openForReading(from, config);
  const restoring = { place, ...(await findManifest(place, backup)), say, tell };
  say(`From: ${place.name}, ${restoring.name}.`);
  await (filesOnly ? restoreFiles(config, restoring) : restoreBackup(config, restoring, keepFiles));
}

async function makeBackup(config: Config, to: PlaceAddress | null): Promise<void> {
  // Only one process may open the embedded database, so a running service makes the backup.
  const isBegun = config.databaseUrl === null && (await askForBackup(config, to));
  if (isBegun) return;
  await using database = await openForCommand(config, { print: (line) => process.stderr.write(`${line}\n`) });
  const storage = await createStorage(config.s3 === null ? diskConfig(config) : s3Config(config, config.s3));
  const log = pino({ level: 'silent' });
  await using backups = await openBackups({ database, storage, log }, config);
  const { ended } = await backups.begin(to ?? undefined);
  report(await ended);
}

/** Has the running service make a backup, and waits for its end; false when none runs. */
async function askForBackup(config: Config, to: PlaceAddress | null): Promise<boolean> {
  const ask = async (command: Parameters<typeof askGateway>[1]) => {
    const lines = await askGateway(config.dataDir, command, answerMs);
    if (lines === 'silent')
      throw new GatewayRefusal(
        `The service did not answer within ${answerMs / 1000} seconds. Its log tells more.`,
      );
    return lines && backupState.parse(JSON.parse(lines[0] ?? ''));
  };
  let state = await ask({ do: 'back up', to: to && nameOfPlace(to) });
  if (state === null) return false;
  process.stderr.write(`Database: ${embeddedFolder(config)}, by the service that runs.\n`);
  while (state.state === 'RUNNING') {
    tell(`saved ${state.files} files`);
    await sleep(lookEveryMs);
    state = await ask({ do: 'look at backup', id: state.id });
    if (state === null)
      throw new GatewayRefusal(
        'The service was stopped meanwhile. The next backup goes on where this one ended.',
      );
  }
  report(state);
  return true;
}

/** Says how a backup has ended. Fails with the reason of one that has failed. */
function report({ state, reason, name, place, files, bytes, modPacks, lost }: BackupState): void {
  if (state !== 'WHOLE') throw new GatewayRefusal(`The backup has failed. ${reason ?? ''}`);
  say(`Saved ${modPacks} modpacks, ${files} files of ${bytes} bytes: ${name} in ${place}.`);
  if (lost === 0) return;
  say(
    `${lost} files are missing or damaged in the store. An earlier backup may have them: npm run restore -- PLACE --files`,
  );
  process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

let toldAt = Date.now();

function tell(line: string): void {
  if (Date.now() - toldAt < reportEveryMs) return;
  toldAt = Date.now();
  say(line);
}

type Command = Record<'keepFiles' | 'filesOnly', boolean> & {
  backup: string | null;
  to: PlaceAddress | null;
} & ({ command: 'backup'; from: null } | { command: 'restore'; from: PlaceAddress });

function parseCommand(): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  const { positionals, values } = parsed;
  const [command, from] = positionals;
  const common = {
    backup: values.backup ?? null,
    to: values.to === undefined ? null : placeOf(values.to),
    keepFiles: values['keep-files'],
    filesOnly: values.files,
  };
  if (command === 'backup' && positionals.length === 1) return { ...common, command, from: null };
  if (command === 'restore' && from !== undefined && positionals.length === 2)
    return { ...common, command, from: placeOf(from) };
  throw new ConfigError(usage);
}

const parse = () =>
  parseArgs({
    options: {
      to: { type: 'string' },
      backup: { type: 'string' },
      'keep-files': { type: 'boolean', default: false },
      files: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });

function placeOf(text: string): PlaceAddress {
  const place = readPlace(text);
  if (place === null)
    throw new ConfigError(`"${text}" is neither a folder nor s3://bucket/prefix.\n\n${usage}`);
  return place.kind === 'folder' ? { kind: 'folder', folder: path.resolve(place.folder) } : place;
}

main().catch((error: unknown) => {
  const kinds = [ConfigError, AppError, GatewayRefusal, FolderInUse, NoRoomToStart, StoreNotOpened];
  const isExpected = kinds.some((kind) => error instanceof kind) || isUnreachable(error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${isExpected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`);
  process.exitCode = 1;
});
