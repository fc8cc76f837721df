import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { and, eq, sql } from 'drizzle-orm';
import { backups } from '../../drizzle/schema.ts';
import type { Config } from '../config.ts';
import type { Database, Queries } from '../database/database.ts';
import { lockFolder } from '../database/folder-lock.ts';
import { migrate, migrationDates } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { embeddedFolder } from '../database/open-for-command.ts';
import { migrationsLock } from '../database/server.ts';
import { findTables } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { unclaimed } from '../jobs/job-tables.ts';
import { copyStorage, forEachKey, hashOf } from '../storage/copy.ts';
import { createStorage, diskConfig, s3Config } from '../storage/create-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { endOf } from './backups.ts';
import { loadRows } from './load-rows.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type BackupPlace, contentOf } from './place.ts';
import { readList, readRows } from './rows-file.ts';

/** What a restore takes, and what it says on its way. */
export interface Restoring {
  place: BackupPlace;
  /** The name of the backup. */
  name: string;
  manifest: Manifest;
  /** Receives a line for each step, and lines of progress. */
  say: (line: string) => void;
  /** The same, for lines of which only some need be shown. */
  tell: (line: string) => void;
}

/** Reads the manifest of a backup, the newest by default. Fails with NOT_FOUND, or INVALID_INPUT when it is damaged. */
export async function findManifest(place: BackupPlace, wanted: string | null) {
  const names = await place.list();
  const name = wanted ?? names[0] ?? '';
  const text = await place.read(name);
  if (text === null)
    throw new AppError(
      'NOT_FOUND',
      `There is no backup ${name} in ${place.name}. There are: ${names.join(', ')}.`,
    );
  const manifest = readManifest(text, `${name} in ${place.name}`);
  if (migrationDates().includes(manifest.migration)) return { name, manifest };
  throw new AppError(
    'INVALID_INPUT',
    `The backup ${name} was made by release ${manifest.version}, whose tables this release does not know. Restore it with that release or a newer one.`,
  );
}

/**
 * Brings a backup into an empty database and store: first all of it is verified, then files come, then all rows in one
 * transaction. Can be run again after a failure. Fails with CONFLICT where something is in the way.
 */
export async function restoreBackup(
  config: Config,
  restoring: Restoring,
  keepsFiles: boolean,
): Promise<void> {
  const { place, say } = restoring;
  await using target = await openTarget(config);
  const { storage } = target;
  if (!keepsFiles) await refuseOthersFiles(storage, place);
  await verifyBackup(restoring);
  await bringFiles(storage, restoring, false);
  await target.load(restoring);
  say(`Restored ${restoring.manifest.modPacks} modpacks and all that belongs to them. Start the service.`);
}

/** Brings the files of a backup that a store lacks, or has damaged. */
export async function restoreFiles(config: Config, restoring: Restoring): Promise<void> {
  await bringFiles(await openStore(config), restoring, true);
}

function openStore(config: Config): Promise<Storage> {
  return createStorage(config.s3 === null ? diskConfig(config) : s3Config(config, config.s3));
}

interface Target extends AsyncDisposable {
  storage: Storage;
  load(restoring: Restoring): Promise<void>;
}

/** Milliseconds of one statement: the constraints of a large table are checked at once. */
const statementMs = 3_600_000;

/** Opens the empty database and the store. Fails with CONFLICT for a database that is not empty. */
async function openTarget(config: Config): Promise<Target> {
  // Between two portions of rows, a slow place may take its time.
  const limits = { workStatementTimeoutMs: statementMs, idleTransactionTimeoutMs: statementMs };
  const server = { ...config.databaseServer, ...limits };
  if (config.databaseUrl !== null) {
    const database = await openDatabase(config.databaseUrl, { memory: true }, { server, migrates: false });
    await using opened = new AsyncDisposableStack();
    opened.use(database);
    await refuseTables(database.patient);
    const storage = await openStore(config);
    const parts = opened.move();
    return {
      storage,
      load: (restoring) =>
        load(database, restoring, async (tx) => {
          // A service that starts now waits until the tables are there.
          await tx.execute(sql.raw(`select pg_advisory_xact_lock(${migrationsLock})`));
          await refuseTables(tx);
        }),
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    };
  }
  const folder = embeddedFolder(config);
  const refuseFolder = () => {
    if (!existsSync(folder)) return;
    throw inTheWay(
      `There is a database at ${folder}. Stop the service if it runs, and move this folder away, or name an empty DATA_DIR.`,
    );
  };
  refuseFolder();
  const storage = await openStore(config);
  const unfinished = `${folder}.restored`;
  return {
    storage,
    async load(restoring) {
      lockFolder(unfinished)[Symbol.dispose]();
      await rm(unfinished, { recursive: true, maxRetries: 5 });
      {
        await using database = await openDatabase(null, { folder: unfinished }, { server, migrates: false });
        await load(database, restoring, async (tx) => {
          // A new database has the tables of this release.
          await tx.execute(sql`drop schema if exists drizzle cascade`);
          await tx.execute(sql`drop schema public cascade`);
          await tx.execute(sql`create schema public`);
        });
      }
      refuseFolder();
      await rename(unfinished, folder);
    },
    async [Symbol.asyncDispose]() {},
  };
}

const inTheWay = (message: string) => new AppError('CONFLICT', `${message} Nothing was changed.`);

async function refuseTables(db: Queries): Promise<void> {
  const [found] = await findTables(db);
  if (found === undefined) return;
  throw inTheWay(
    `The database at DATABASE_URL has tables, such as ${found.name}. Name an empty one, which "createdb" makes, for example.`,
  );
}

const everything = new Date('9999-01-01');

/** A store with other files belongs to another service, whose files this one's sweep would remove. */
async function refuseOthersFiles(storage: Storage, place: BackupPlace): Promise<void> {
  await forEachKey(storage.publishedBefore(everything), async (key) => {
    const file = await place.files.openStored(key);
    await file?.close();
    if (file) return;
    throw inTheWay(
      `The store has files that ${place.name} lacks, such as ${key}: is it another service's? Name an empty one; if it is this service's own, add --keep-files.`,
    );
  });
}

/** Reads all contents of a backup. Fails with INVALID_INPUT, naming the first that is damaged. */
export async function verifyBackup({ place, name, manifest, say, tell }: Restoring): Promise<void> {
  say(`Verifying ${name}: ${manifest.files} files of ${manifest.bytes} bytes.`);
  let done = 0;
  const verify = async (key: string) => {
    const fault = await faultOf(place, key);
    if (fault !== null)
      throw new AppError(
        'INVALID_INPUT',
        `The backup ${name} is damaged: ${fault} in ${place.name}. Nothing was changed. Another backup may be whole: ${otherNames(await place.list(), name)}.`,
      );
    done += 1;
    tell(`verified ${done} files`);
  };
  await verify(manifest.rows.sha256);
  await verify(manifest.list.sha256);
  await forEachKey(keysOf(place, manifest), verify);
}

function otherNames(names: readonly string[], name: string): string {
  return names.filter((one) => one !== name).join(', ') || 'there is none';
}

async function faultOf({ files }: BackupPlace, key: string): Promise<string | null> {
  const file = await files.openStored(key);
  if (file === null) return `the file ${key} is missing`;
  try {
    return (await hashOf(file)) === key ? null : `the file ${key} has other bytes than it was written with`;
  } finally {
    await file.close();
  }
}

/** The digests of a backup's files, but for those that were lost before it was made. */
async function* keysOf(place: BackupPlace, { list, lost }: Manifest): AsyncGenerator<string> {
  const absent = new Set(lost);
  for await (const { key } of readList(contentOf(place, list.sha256))) if (!absent.has(key)) yield key;
}

async function bringFiles(
  storage: Storage,
  { place, name, manifest, say, tell }: Restoring,
  verify: boolean,
): Promise<void> {
  say(`Bringing ${manifest.files} files from ${place.name}.`);
  const copied = await copyStorage(place.files, storage, {
    keys: keysOf(place, manifest),
    verify,
    report: ({ copied, there, bytes }) =>
      tell(`brought ${copied} files of ${bytes} bytes, ${there} were there`),
  });
  const { there, replaced, damaged, missing } = copied;
  say(
    `Brought ${copied.copied} files of ${copied.bytes} bytes, ${replaced.length} of them in place of other bytes; ${there} were there.`,
  );
  const faulty = [...missing, ...damaged];
  if (faulty.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    `The backup ${name} is damaged: ${faulty.length} files are missing or have other bytes in ${place.name}, such as ${faulty[0]}. The others are there now.`,
  );
}

/** Makes the tables of the backup, fills them, and migrates them to those of this release. */
async function load(
  { patient }: Database,
  { place, name, manifest, say, tell }: Restoring,
  prepare: (tx: Queries) => Promise<void>,
): Promise<void> {
  say('Writing the rows.');
  let written = 0;
  await patient.transaction(async (tx) => {
    await prepare(tx);
    await migrate(tx, manifest.migration);
    const lines = readRows(contentOf(place, manifest.rows.sha256));
    const counts = await loadRows(tx, lines, (added) => {
      written += added;
      tell(`wrote ${written} rows`);
    });
    for (const [table, count] of Object.entries(manifest.tables))
      if (counts[table] !== count)
        throw new Error(`The backup has ${counts[table]} rows of ${table} instead of ${count}.`);
  });
  await migrate(patient);
  // Its own row is of the moment in which it was being made.
  await patient
    .update(backups)
    .set({ ...endOf(manifest), ...unclaimed, dateEnded: new Date(manifest.made) })
    .where(and(eq(backups.name, name), eq(backups.state, 'RUNNING')));
  await patient.execute(sql`analyze`);
  say(`Wrote ${written} rows.`);
}
