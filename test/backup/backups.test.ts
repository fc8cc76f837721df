import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { files as fileRows, tokens } from '../../drizzle/schema.ts';
import { backupChore, listBackups, openBackups } from '../../src/backup/backups.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { readManifest, writeManifest } from '../../src/backup/manifest.ts';
import { type BackupPlace, contentOf, nameOf, openForReading, openPlace } from '../../src/backup/place.ts';
import { findManifest, restoreBackup, verifyBackup } from '../../src/backup/restore.ts';
import { readList, readRows } from '../../src/backup/rows-file.ts';
import type { Config } from '../../src/config.ts';
import { rows } from '../../src/database/database.ts';
import { migrate, migrationDates } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createDiskStorage } from '../../src/storage/disk.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { tokenIn } from '../access/callers.ts';
import { testConfig } from '../support/app.ts';
import { openBareDatabase } from '../support/bare-database.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { filesIn } from '../support/everything-stored.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const log = pino({ level: 'silent' });

/** A database, a store, and a folder for backups. */
async function openService(kind: 'embedded' | 'server' = databaseKind) {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'backups-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const database = parts.use(await openScratchDatabase(kind));
  const { storage } = parts.use(await openTemporaryStorage());
  const config = testConfig(path.join(folder, 'data'), {
    BACKUP_DIR: path.join(folder, 'backups'),
    BACKUP_KEEP: '2',
  });
  const kept = parts.move();
  return { database, storage, log, config, folder, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

type Service = Awaited<ReturnType<typeof openService>>;

/** Stores a file with its row; answers its key. */
async function addFile(
  { database, storage }: Pick<Service, 'database' | 'storage'>,
  text: string,
): Promise<string> {
  const key = await storage.publish(
    await storage.receive(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 }),
  );
  await database.db.insert(fileRows).values({ sha256: key, size: text.length, storageKey: key });
  return key;
}

async function backUp(service: Service, storage = service.storage) {
  await using place = await openPlace(service.config.backups.place, service.config);
  return makeBackup({ ...service, storage }, place, { made: new Date() });
}

async function openNewest({ config }: Pick<Service, 'config'>) {
  const place = await openForReading(config.backups.place, config);
  const ignore = () => {};
  return { place, ...(await findManifest(place, null)), say: ignore, tell: ignore };
}

/** Restores the newest backup into a folder; answers the names of its tokens and the keys of its files. */
async function restoreInto(config: Config, service: Service, keepsFiles = false) {
  await restoreBackup(config, await openNewest(service), keepsFiles);
  await using database = await openDatabase(null, { folder: path.join(config.dataDir, 'database') });
  const named = await database.db.select({ name: tokens.name }).from(tokens).orderBy(tokens.id);
  const stored = await filesIn(path.join(config.dataDir, 'store', 'files'));
  return { tokens: named.map(({ name }) => name), files: stored.sort() };
}

/** Verifies the newest backup; answers the number of its tokens and the keys of its files. */
async function readNewest(service: Service) {
  const newest = await openNewest(service);
  await verifyBackup(newest);
  const { place, manifest } = newest;
  const files: string[] = [];
  let tokens = 0;
  for await (const { key } of readList(contentOf(place, manifest.list.sha256))) files.push(key);
  let table = '';
  for await (const line of readRows(contentOf(place, manifest.rows.sha256))) {
    if (!Array.isArray(line)) table = line.table;
    else if (table === 'tokens') tokens += 1;
  }
  return { tokens, files };
}

const elsewhere = ({ folder }: Service) => testConfig(path.join(folder, crypto.randomUUID()));
const contentsOf = (service: Service) => filesIn(path.join(service.folder, 'backups', 'files'));

/** A place whose calls are counted; from one of them on nothing works any more, as where the process has died. */
function dying(place: BackupPlace, { from, after }: { from: number; after: boolean }) {
  const calls = { count: 0 };
  const counted = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      calls.count += 1;
      const isLast = calls.count === from;
      if (calls.count > from || (isLast && !after)) throw new Error('dead');
      const result = await call(...args);
      if (isLast) throw new Error('dead');
      return result;
    };
  };
  const { files } = place;
  const dyingFiles: Storage = {
    ...files,
    receive: counted(files.receive),
    publish: counted(files.publish),
    discard: counted(files.discard),
  };
  return { calls, place: { ...place, files: dyingFiles, write: counted(place.write) } };
}

describe.each(databaseKinds)('a backup of the %s database', (kind) => {
  it('that ends at any step leaves the one before it whole, and nothing that the next one does not sweep or use', async () => {
    await using service = await openService(kind);
    await tokenIn(service.database, 'first');
    const one = await addFile(service, 'one');
    await backUp(service);
    await tokenIn(service.database, 'second');
    const two = await addFile(service, 'two');
    let steps = 0;
    for (let isWhole = false; !isWhole; steps += 1) {
      await using place = await openPlace(service.config.backups.place, service.config);
      const how = { from: Math.floor(steps / 2) + 1, after: steps % 2 === 1 };
      const { place: frail, calls } = dying(place, how);
      const ended = await makeBackup(service, frail, { made: new Date() }).catch(
        (error: Error) => error.message,
      );
      isWhole = calls.count < how.from || (calls.count === how.from && (await place.list()).length === 2);
      if (!isWhole) {
        expect(ended).toBe('dead');
        expect(await place.list()).toHaveLength(1);
      }
    }
    // Two texts are received and published, the manifest is written, and the file was there after the first half.
    expect(steps).toBe(10);
    expect(await readNewest(service)).toEqual({ tokens: 2, files: [one, two].sort() });
    await backUp(service);
    expect(await readdir(path.join(service.folder, 'backups', 'incoming'))).toEqual([]);
  });

  it('has no file that was removed with its row while others were copied, and says which the store has lost', async () => {
    await using service = await openService(kind);
    const { database, storage } = service;
    const [gone, lost, stays] = [
      await addFile(service, 'gone'),
      await addFile(service, 'lost'),
      await addFile(service, 'stays'),
    ];
    await storage.remove(lost);
    const manifest = await backUp(service, {
      ...storage,
      async openStored(key) {
        if (key === gone) {
          await database.db.delete(fileRows).where(eq(fileRows.sha256, gone));
          await storage.remove(gone);
        }
        return storage.openStored(key);
      },
    });
    expect(manifest).toMatchObject({ files: 2, lost: [lost], tables: { files: 2 } });
    expect(await readNewest(service)).toMatchObject({ files: [lost, stays].sort() });
  });

  it('is refused in words while another one is under way, also one of another process', async () => {
    await using service = await openService(kind);
    await using backups = await openBackups(service, service.config);
    const first = await backups.begin();
    await expect(backups.begin()).rejects.toThrow(/^Another backup is under way, since .+ Try again/);
    // That of the schedule is the same one, and has not failed.
    await backupChore(backups, 24).run();
    expect(await first.ended).toMatchObject({ state: 'WHOLE', reason: null });
    await using _place = await openPlace(service.config.backups.place, service.config);
    const { ended } = await backups.begin();
    expect(await ended).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('is under way') });
  });
});

it('backups by a schedule keep the newest, with the files of those alone, and each is listed', async () => {
  await using service = await openService();
  const { database } = service;
  await using backups = await openBackups(service, service.config);
  const chore = backupChore(backups, 24);
  expect(chore).toMatchObject({ every: 1440 });
  const old = await addFile(service, 'old');
  await chore.run();
  await database.db.delete(fileRows).where(eq(fileRows.sha256, old));
  const kept = await addFile(service, 'kept');
  await chore.run();
  expect(await contentsOf(service)).toEqual(expect.arrayContaining([old, kept]));
  await chore.run();
  expect(await contentsOf(service)).not.toContain(old);
  expect(await contentsOf(service)).toContain(kept);
  expect(await listBackups(database, 10)).toMatchObject(
    Array.from({ length: 2 }, () => ({ state: 'WHOLE', files: 1, bytes: 4, lost: 0, modPacks: 0 })),
  );
  await using full = await openBackups(service, { ...service.config, reserveBytes: Number.MAX_SAFE_INTEGER });
  await expect(backupChore(full, 24).run()).rejects.toThrow('There is no room in');
  const [failed] = await listBackups(database, 1);
  expect(failed).toMatchObject({
    state: 'FAILED',
    reason: expect.stringContaining('Earlier backups are whole'),
  });
  expect(await readNewest(service)).toMatchObject({ files: [kept] });
});

describe('a restore', () => {
  it('refuses a damaged backup, says what is damaged and where, and writes nothing', async () => {
    await using service = await openService();
    const key = await addFile(service, 'content');
    const { rows: rowsFile, made } = await backUp(service);
    const folder = path.join(service.folder, 'backups');
    const fileOf = (sha256: string) => path.join(folder, 'files', sha256.slice(0, 2), sha256);
    const manifestFile = path.join(folder, 'manifests', `${nameOf(new Date(made))}.json`);
    const turnByte = async (file: string) => {
      const bytes = await readFile(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(file, bytes);
    };
    const cut = async (file: string) => truncate(file, 5);
    const damages: [file: string, damage: (file: string) => Promise<void>, words: RegExp][] = [
      [
        fileOf(key),
        turnByte,
        new RegExp(`the file ${key} has other bytes than it was written with in ${folder}`),
      ],
      [fileOf(key), cut, new RegExp(`the file ${key} has other bytes`)],
      [fileOf(key), (file) => rm(file), new RegExp(`the file ${key} is missing in ${folder}`)],
      [fileOf(rowsFile.sha256), turnByte, new RegExp(`the file ${rowsFile.sha256} has other bytes`)],
      [fileOf(rowsFile.sha256), (file) => rm(file), new RegExp(`the file ${rowsFile.sha256} is missing`)],
      [manifestFile, turnByte, /The backup is damaged: .+ in .+ is not as it was written/],
      [manifestFile, cut, /is not as it was written/],
    ];
    for (const [file, damage, words] of damages) {
      const whole = await readFile(file);
      await damage(file);
      const config = elsewhere(service);
      await expect(restoreInto(config, service)).rejects.toThrow(words);
      expect(await filesIn(config.dataDir).catch(() => [])).toEqual([]);
      await writeFile(file, whole);
    }
    expect(await readNewest(service)).toMatchObject({ files: [key] });
  });

  it('refuses a database, or a store with files of others, in its way, and can be run again after a failure', async () => {
    await using service = await openService();
    const key = await addFile(service, 'content');
    await tokenIn(service.database, 'mine');
    await backUp(service);
    const used = elsewhere(service);
    const database = path.join(used.dataDir, 'database');
    await mkdir(database, { recursive: true });
    await expect(restoreInto(used, service)).rejects.toThrow(
      /^There is a database at .+ Nothing was changed\.$/,
    );
    await rm(database, { recursive: true });
    // As a restore leaves it that was killed while it wrote the rows.
    await mkdir(path.join(used.dataDir, 'database.restored', 'postgres'), { recursive: true });
    const storage = await createDiskStorage({ directory: path.join(used.dataDir, 'store') });
    await addFile({ ...service, storage }, 'of another service');
    await expect(restoreInto(used, service)).rejects.toThrow(/^The store has files that .+ lacks/);
    expect(await restoreInto(used, service, true)).toMatchObject({
      tokens: ['mine'],
      files: expect.arrayContaining([key]),
    });
  });

  it('brings a backup of older tables to the tables of today, and refuses one of newer tables', async () => {
    await using service = await openService();
    await using older = await openBareDatabase();
    const dates = migrationDates();
    await migrate(older.db, dates.at(-2));
    await older.exec(`insert into tokens (name, role, hash) values ('old', 'reader', 'hash')`);
    const place = await openPlace(service.config.backups.place, service.config);
    const made = new Date();
    const needs = { database: { kind: 'embedded' as const, patient: older.db }, storage: service.storage };
    await makeBackup(needs, place, { made });
    const config = elsewhere(service);
    expect(await restoreInto(config, service)).toMatchObject({ tokens: ['old'] });
    {
      await using database = await openDatabase(null, { folder: path.join(config.dataDir, 'database') });
      const at = sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`;
      expect(await rows(database.db, at)).toEqual([{ at: String(dates.at(-1)) }]);
    }
    const text = (await place.read(nameOf(made))) ?? '';
    const manifest = readManifest(text, 'it');
    await place.write(
      nameOf(new Date()),
      writeManifest({ ...manifest, version: '99.0.0', migration: Date.now() }),
    );
    await expect(restoreInto(elsewhere(service), service)).rejects.toThrow(
      /was made by release 99\.0\.0, whose tables this release does not know/,
    );
  });
});
