import { existsSync } from 'node:fs';
/** The embedded database in a folder: who has it, what is left in it, and that it lets others have their turn. */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { rows } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { keepRoom, makeRoomToStart, NoRoomToStart, startFailure } from '../../src/database/folder-room.ts';
import { RefusedTables } from '../../src/database/refused-tables.ts';
import { templateId } from '../../src/database/template.ts';
import { makeDatabaseFolder } from '../support/embedded-files.ts';

describe('an embedded database in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'embedded-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('is had by one at a time, and keeps what the one before has written', async () => {
    await makeDatabaseFolder(folder);
    {
      await using database = await openEmbedded({ folder });
      await database.db.insert(files).values({ sha256: 'a', size: 1, storageKey: 'a' });
      await expect(openEmbedded({ folder })).rejects.toThrow(FolderInUse);
    }
    await using next = await openEmbedded({ folder });
    expect(await next.db.$count(files)).toBe(1);
  });

  it('is begun aside from a template, with nothing left of what was begun before, and all of what is another’s', async () => {
    const place = path.join(folder, 'data');
    const templates = path.join(folder, 'templates');
    await mkdir(path.join(templates, await templateId()), { recursive: true });
    await mkdir(path.join(place, 'postgres.new-begun', 'base'), { recursive: true });
    await writeFile(path.join(place, 'of somebody else'), '');
    await using database = await openEmbedded({ folder: place, templates });
    expect(await rows(database.db, sql`select count(*)::int as count from files`)).toEqual([{ count: 0 }]);
    const left = await readdir(place);
    expect(left.filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
    expect(left).toContain('of somebody else');
  });

  it('is refused in words where the engine of another version made it, and left as it is', async () => {
    await makeDatabaseFolder(folder);
    const made = path.join(folder, 'postgres', 'PG_VERSION');
    await writeFile(made, '99\n');
    await expect(openEmbedded({ folder })).rejects.toThrow(RefusedTables);
    await expect(openEmbedded({ folder })).rejects.toThrow('PostgreSQL 99 made the files');
    await writeFile(made, '18\n');
    await (await openEmbedded({ folder })).close();
  });

  it('is no other’s to open once its start has failed, and says why', async () => {
    await mkdir(path.join(folder, 'postgres'));
    await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), '18\n');
    await expect(openEmbedded({ folder })).rejects.toThrow();
    await rm(path.join(folder, 'postgres'), { recursive: true });
    await makeDatabaseFolder(folder);
    await using database = await openEmbedded({ folder });
    expect(await database.db.$count(files)).toBe(0);
  });
});

const MiB = 1024 * 1024;

/** A folder with its files of the log, on a disk that has as much room as it is told. */
async function openFolder(logFiles: readonly string[] = []) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'room-'));
  const log = path.join(folder, 'postgres', 'pg_wal');
  await mkdir(log, { recursive: true });
  for (const name of logFiles) await writeFile(path.join(log, name), '');
  return {
    folder,
    log,
    reserve: path.join(folder, 'reserve'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const logFile = (number: number) => `0000000100000000${String(number).padStart(8, '0')}`;
const logFiles = (count: number) => Array.from({ length: count }, (_, number) => logFile(number));

describe('a database that starts', () => {
  it.each([
    { isNew: true, least: 128 * MiB, told: '128 MiB' },
    { isNew: false, least: 4 * MiB, told: '4 MiB' },
  ])('needs $told where it is new: $isNew', async ({ isNew, least, told }) => {
    await using place = await openFolder();
    await makeRoomToStart(place.folder, isNew, async () => least);
    const refused = makeRoomToStart(place.folder, isNew, async () => least - 1);
    await expect(refused).rejects.toThrow(NoRoomToStart);
    await expect(refused).rejects.toThrow(`needs ${told} free to start`);
  });

  it('has the reserve where less is free than it takes, and leaves it alone otherwise', async () => {
    await using place = await openFolder();
    await writeFile(place.reserve, '');
    await makeRoomToStart(place.folder, false, async () => 32 * MiB);
    expect(existsSync(place.reserve)).toBe(true);
    const withReserve = async () => (existsSync(place.reserve) ? 0 : 32 * MiB);
    await makeRoomToStart(place.folder, false, withReserve);
    expect(existsSync(place.reserve)).toBe(false);
  });

  it('failed for the full disk where less is free than a start takes, and else for what it says', async () => {
    const error = new Error('out of order');
    expect(await startFailure('data', error, async () => 32 * MiB)).toBe(error);
    const failure = await startFailure('data', error, async () => 32 * MiB - 1);
    expect(failure).toBeInstanceOf(NoRoomToStart);
    expect(failure).toMatchObject({ message: expect.stringContaining('needs 32 MiB'), cause: error });
  });
});

/** A database in such a folder, which is looked after, and what it was told. */
async function keep(logFiles: readonly string[], free: number) {
  await using parts = new AsyncDisposableStack();
  const place = parts.use(await openFolder(logFiles));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  parts.defer(() => void vi.useRealTimers());
  const disk = { free, looks: 0 };
  const told: string[] = [];
  const exec = vi.fn<(statements: string) => Promise<unknown>>(async (statements) => told.push(statements));
  const room = keepRoom({ exec }, place.folder, async () => {
    disk.looks += 1;
    return disk.free;
  });
  parts.use(room);
  const kept = parts.move();
  /** A whole look: the next one begins when this one is over. */
  const look = async () => {
    const { looks } = disk;
    const tick = () => {
      vi.advanceTimersByTime(1_000);
      return disk.looks;
    };
    await expect.poll(tick, { interval: 1 }).toBeGreaterThan(looks + 1);
  };
  return { ...place, disk, told, exec, room, look, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const readOnly = (how: 'on' | 'off') => `set default_transaction_read_only = ${how}`;

describe('the room of a database that runs', () => {
  it('is looked at once a second', async () => {
    await using kept = await keep(logFiles(3), 8 * MiB);
    vi.advanceTimersByTime(999);
    expect(kept.disk.looks).toBe(0);
    vi.advanceTimersByTime(1);
    expect(kept.disk.looks).toBe(1);
  });

  it('is kept by reading only while less than 8 MiB are free, which is said once', async () => {
    await using kept = await keep(logFiles(5), 8 * MiB - 1);
    await kept.look();
    await kept.look();
    // Nor is there a checkpoint, which would write.
    expect(kept.told).toEqual([readOnly('on')]);
    // A database that has been started again reads and writes.
    kept.room.startedAgain();
    await kept.look();
    kept.disk.free = 8 * MiB;
    await kept.look();
    expect(kept.told.filter((statement) => statement !== 'checkpoint')).toEqual([
      readOnly('on'),
      readOnly('on'),
      readOnly('off'),
    ]);
  });

  it('is tried to be kept again when a statement has failed', async () => {
    await using kept = await keep([], 0);
    kept.exec.mockRejectedValueOnce(new Error('busy'));
    await kept.look();
    await kept.look();
    expect(kept.told).toEqual([readOnly('on')]);
    expect(kept.exec).toHaveBeenCalledTimes(2);
  });

  it('is not looked at while a look is under way', async () => {
    await using kept = await keep([], 0);
    const answer = Promise.withResolvers<unknown>();
    kept.exec.mockReturnValueOnce(answer.promise);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => kept.exec.mock.calls.length).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(kept.disk.looks).toBe(1);
    answer.resolve(null);
    await kept.look();
    expect(kept.exec).toHaveBeenCalledTimes(1);
  });

  it('is made by a checkpoint after four files of the log', async () => {
    await using kept = await keep(
      [...logFiles(4), 'archive_status', `${logFile(0)}.history`, `x${logFile(0)}`],
      8 * MiB,
    );
    await kept.look();
    expect(kept.told).toEqual([]);
    await writeFile(path.join(kept.log, logFile(4)), '');
    await kept.look();
    expect(new Set(kept.told)).toEqual(new Set(['checkpoint']));
  });

  it('holds three files of the log and a reserve as soon as twice the reserve is free', async () => {
    await using kept = await keep(logFiles(1), 64 * MiB - 1);
    await kept.look();
    expect([kept.told, existsSync(kept.reserve)]).toEqual([[], false]);
    kept.exec.mockImplementation(async (statements) => {
      kept.told.push(statements);
      if (statements === 'checkpoint')
        for (const name of logFiles(3)) await writeFile(path.join(kept.log, name), '');
    });
    kept.disk.free = 64 * MiB;
    await kept.look();
    const next = expect.stringContaining('pg_switch_wal()');
    expect(kept.told).toEqual([next, next, 'checkpoint']);
    const made = await stat(kept.reserve);
    expect(made.size).toBe(32 * MiB);
    expect(await readdir(kept.folder)).toEqual(['postgres', 'reserve']);
    await kept.look();
    expect((await stat(kept.reserve)).ino).toBe(made.ino);
    expect(kept.told).toHaveLength(3);
    await writeFile(kept.reserve, 'cut off');
    await kept.look();
    expect((await stat(kept.reserve)).size).toBe(32 * MiB);
  });

  it('is looked at no more once the database is closed, whose folder is left alone even amid the making of a reserve', async () => {
    await using kept = await keep(logFiles(3), 64 * MiB);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => existsSync(`${kept.reserve}.new`), { interval: 1 }).toBe(true);
    await kept.room[Symbol.asyncDispose]();
    expect(await readdir(kept.folder)).toEqual(['postgres']);
    vi.advanceTimersByTime(10_000);
    expect(kept.disk.looks).toBe(1);
  });

  it('is no longer asked for when the database is closed: a look that is under way ends before', async () => {
    await using kept = await keep([], 64 * MiB);
    const answer = Promise.withResolvers<unknown>();
    kept.exec.mockReturnValueOnce(answer.promise);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => kept.exec.mock.calls.length).toBe(1);
    const closed = kept.room[Symbol.asyncDispose]().then(() => kept.exec.mock.lastCall);
    answer.resolve(null);
    expect(await closed).toEqual(['checkpoint']);
    expect(await readdir(kept.folder)).toEqual(['postgres']);
  });
});
