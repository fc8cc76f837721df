/** What is kept of fetched files, and who fetches them: the table of all nodes, without hosts. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchedFiles, files } from '../../drizzle/schema.ts';
import { createFetchedFiles, forgetUnusedFetched } from '../../src/core/files/fetched-files.ts';
import { fileLock } from '../../src/core/files/files.ts';
import { setModPackFiles } from '../../src/core/packs/mod-pack-files.ts';
import { rows } from '../../src/database/database.ts';
import type { FetchedFiles } from '../../src/fetching/fetch-files.ts';
import type { TransferredFile } from '../../src/fetching/transfer.ts';
import type { FileHashes, WantedFile } from '../../src/fetching/wanted-file.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const hashesOf = (text: string) => ({ sha512: hash('sha512', text), sha1: hash('sha1', text) });
const wantedBy = (hashes: FileHashes): WantedFile => ({ path: 'mods/a.jar', links: [], hashes, size: null });
const wanted = (text: string) => wantedBy(hashesOf(text));
const longAgo = new Date('2020-01-01T00:00:00.000Z');
const inAnHour = () => new Date(Date.now() + 3_600_000);
const unheard = new AbortController().signal;

afterEach(() => void vi.useRealTimers());

describe.each(databaseKinds)('fetched files on the %s database', (kind) => {
  async function openScene(seconds = 3_600) {
    await using parts = new AsyncDisposableStack();
    const { storage, directory } = parts.use(await openTemporaryStorage());
    const database = parts.use(await openScratchDatabase(kind));
    const kept = createFetchedFiles({ database, storage }, { seconds, pauseMs: 5 });
    const transfer = async (text: string, hashes: FileHashes = hashesOf(text)): Promise<TransferredFile> => {
      const incoming = await storage.receive(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 });
      return { incoming, hashes, crc32: text.length };
    };
    /** Has a file of this content, fetched if need be. */
    const obtain = (text: string, by: FetchedFiles = kept, want = wanted(text)) =>
      by.obtain(want, unheard, () => transfer(text));
    const leftAside = () => readdir(path.join(directory, 'incoming'));
    const moved = parts.move();
    const { db } = database;
    return {
      storage,
      database,
      db,
      kept,
      transfer,
      obtain,
      leftAside,
      [Symbol.asyncDispose]: () => moved.disposeAsync(),
    };
  }

  it('are found by their SHA-512 and what is stated beside it, and by no other', async () => {
    await using scene = await openScene();
    for (const another of ['y', 'z']) await scene.obtain(another);
    const stored = await scene.obtain('a');
    expect(stored).toMatchObject({ sha256: hash('sha256', 'a'), size: 1, crc32: 1 });
    const { sha512, sha1 } = hashesOf('a');
    const other = hashesOf('b');
    const asked = [{ sha512 }, { sha512, sha1 }, { sha1 }, { sha512, sha1: other.sha1 }, other, {}];
    expect(await scene.kept.findAll(asked.map(wantedBy))).toEqual(
      new Map([0, 1].map((index) => [index, stored])),
    );
    expect(await scene.kept.findAll([wantedBy({})])).toEqual(new Map());
    const contradicted = scene.obtain('a', scene.kept, wantedBy({ sha512, sha1: other.sha1 }));
    await expect(contradicted).rejects.toMatchObject({
      code: 'FETCH_WRONG_HASH',
      message: 'The sha1 that the pack gives for mods/a.jar is not that of the file with its sha512',
    });
  });

  it('are found by a weak hash alone only as the very file that was fetched', async () => {
    await using scene = await openScene();
    const { sha1 } = hashesOf('a');
    const links = ['https://files.test/a.jar'];
    const file: WantedFile = { path: 'mods/a.jar', links, hashes: { sha1 }, size: 1 };
    const origin = { source: 'CURSEFORGE' as const, project: 1, file: 11 };
    const numbered = { ...file, origin };
    // Two files that were made to have the same SHA-1, one after the other.
    const made = (text: string) => scene.transfer(text, { sha512: hash('sha512', text), sha1 });
    const [good, evil] = [
      await scene.kept.obtain(numbered, unheard, () => made('a')),
      await scene.kept.obtain({ ...numbered, origin: { ...origin, project: 2 } }, unheard, () => made('x')),
    ];
    expect(evil.sha256).not.toBe(good.sha256);
    const others = [
      { ...file, origin: { ...origin, file: 12 } },
      { ...numbered, size: 2 },
      { ...numbered, hashes: { sha1: hash('sha1', 'b') } },
      { ...numbered, hashes: { md5: sha1 } },
      file,
    ];
    // Its links may change: a platform has many hosts.
    const same = [numbered, { ...numbered, path: 'elsewhere.jar', links: [] }];
    const strong = { ...file, hashes: { sha512: hash('sha512', 'a'), sha1 } };
    expect(await scene.kept.findAll([...same, strong, ...others])).toEqual(
      new Map([0, 1, 2].map((index) => [index, good])),
    );
    // Without numbers it is the file of its links.
    const linked = await scene.kept.obtain(file, unheard, () => made('a'));
    const elsewhere = { ...file, links: ['https://other.test/a.jar'] };
    expect(await scene.kept.findAll([file, { ...file, path: 'b.jar' }, elsewhere])).toEqual(
      new Map([0, 1].map((index) => [index, linked])),
    );
  });

  it('are found however many are looked for, and are then in use', async () => {
    await using scene = await openScene();
    const stored = await scene.obtain('a');
    await scene.db.update(fetchedFiles).set({ used: longAgo });
    const many = Array.from({ length: 201 }, (_, n) => wanted(n === 200 ? 'a' : `${n}`));
    expect(await scene.kept.findAll(many)).toEqual(new Map([[200, stored]]));
    expect(await scene.db.$count(fetchedFiles, eq(fetchedFiles.used, longAgo))).toBe(0);
  });

  it('are fetched by one of those who want them, who keeps others waiting until it has', async () => {
    await using scene = await openScene();
    const fetching = vi.fn(() => scene.transfer('a'));
    const both = [1, 2].map(() => scene.kept.obtain(wanted('a'), unheard, fetching));
    const [one, other] = await Promise.all(both);
    expect(other).toEqual(one);
    expect(fetching).toHaveBeenCalledTimes(1);
    const claim = { algorithm: 'sha512' as const, hash: hash('sha512', 'b'), claim: crypto.randomUUID() };
    await scene.db.insert(fetchedFiles).values({ ...claim, claimedUntil: inAnHour() });
    const leaving = new AbortController();
    const waiting = scene.kept.obtain(wanted('b'), leaving.signal, fetching);
    await scene.kept.findAll([wanted('b')]);
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(scene.kept.obtain(wanted('c'), leaving.signal, fetching)).rejects.toThrow('gone');
    expect(fetching).toHaveBeenCalledTimes(1);
    // Its node has died.
    await scene.db
      .update(fetchedFiles)
      .set({ claimedUntil: longAgo })
      .where(eq(fetchedFiles.hash, claim.hash));
    expect(await scene.obtain('b')).toMatchObject({ size: 1 });
    expect(await scene.db.$count(fetchedFiles, sql`claim is not null`)).toBe(0);
  });

  it('are let go of by whoever could not fetch them, and by nobody else', async () => {
    await using scene = await openScene();
    const going = Promise.withResolvers<TransferredFile>();
    const begun = Promise.withResolvers<void>();
    const slow = scene.kept.obtain(wanted('slow'), unheard, () => {
      begun.resolve();
      return going.promise;
    });
    await begun.promise;
    const failing = scene.kept.obtain(wanted('a'), unheard, () => Promise.reject(new Error('no such file')));
    await expect(failing).rejects.toThrow('no such file');
    const claimed = scene.db.select({ hash: fetchedFiles.hash }).from(fetchedFiles);
    expect(await claimed).toEqual([{ hash: hash('sha512', 'slow') }]);
    going.resolve(await scene.transfer('slow'));
    await slow;
  });

  it('stay claimed while they come, but for what another has taken over, and no longer', async () => {
    await using scene = await openScene(3_000);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const going = ['a', 'b'].map(() => Promise.withResolvers<TransferredFile>());
    const begun = going.map(() => Promise.withResolvers<void>());
    const obtained = ['a', 'b'].map((text, index) =>
      scene.kept.obtain(wanted(text), unheard, () => {
        begun[index]?.resolve();
        return going[index]?.promise ?? expect.fail();
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    const untilOf = async (text: string) => {
      const until = scene.db.select({ until: fetchedFiles.claimedUntil }).from(fetchedFiles);
      const [row] = await until.where(eq(fetchedFiles.hash, hash('sha512', text)));
      return row?.until?.getTime() ?? 0;
    };
    const soon = new Date(Date.now() + 600_000);
    await scene.db.update(fetchedFiles).set({ claimedUntil: soon });
    await scene.db
      .update(fetchedFiles)
      .set({ claimedUntil: longAgo })
      .where(eq(fetchedFiles.hash, hash('sha512', 'b')));
    await scene.db.insert(fetchedFiles).values({
      algorithm: 'origin',
      hash: 'of another',
      claim: crypto.randomUUID(),
      claimedUntil: soon,
    });
    vi.advanceTimersByTime(1_000_000);
    await expect.poll(() => untilOf('a')).toBeGreaterThan(soon.getTime());
    expect(await untilOf('b')).toBe(longAgo.getTime());
    const others = scene.db.select({ until: fetchedFiles.claimedUntil }).from(fetchedFiles);
    expect(await others.where(eq(fetchedFiles.hash, 'of another'))).toEqual([{ until: soon }]);
    for (const [index, text] of ['a', 'b'].entries()) going[index]?.resolve(await scene.transfer(text));
    await Promise.all(obtained);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are fetched by nobody in particular where they have no hash', async () => {
    await using scene = await openScene();
    const [one, other] = [await scene.obtain('a', scene.kept, wantedBy({})), await scene.obtain('a')];
    expect(other).toEqual(one);
  });

  it('are fetched again once their bytes were removed, and are then what came', async () => {
    await using scene = await openScene();
    const { fileId } = await scene.obtain('a');
    await scene.db.update(files).set({ removed: longAgo, storageKey: 'gone' });
    await scene.db.update(fetchedFiles).set({ crc32: 99, used: longAgo });
    expect(await scene.kept.findAll([wanted('a')])).toEqual(new Map());
    const again = await scene.obtain('a');
    expect(again).toMatchObject({ fileId, crc32: 1 });
    expect(await scene.kept.findAll([wanted('a')])).toEqual(new Map([[0, again]]));
    expect(await scene.db.select({ key: files.storageKey, removed: files.removed }).from(files)).toEqual([
      { key: again.storageKey, removed: null },
    ]);
    expect(await scene.db.$count(fetchedFiles, eq(fetchedFiles.used, longAgo))).toBe(0);
  });

  it('are one where their bytes are, whatever they are asked for by', async () => {
    await using scene = await openScene();
    const { sha512, sha1 } = hashesOf('a');
    const locked = vi.spyOn(scene.database, 'exclusively');
    const obtained = await Promise.all(
      [{ sha512 }, { sha1 }].map((hashes) => scene.obtain('a', scene.kept, wantedBy(hashes))),
    );
    expect(obtained[1]).toEqual(obtained[0]);
    expect(await scene.db.$count(files)).toBe(1);
    expect(new Set(locked.mock.calls.flatMap(([names]) => names))).toEqual(
      new Set([fileLock(hash('sha256', 'a'))]),
    );
    expect(await scene.leftAside()).toEqual([]);
  });

  it('that the store refuses are left nowhere, and others come all the same', async () => {
    await using scene = await openScene();
    const publish = scene.storage.publish.bind(scene.storage);
    vi.spyOn(scene.storage, 'publish').mockImplementation((file) =>
      file.sha256 === hash('sha256', 'bad') ? Promise.reject(new Error('no room')) : publish(file),
    );
    const settled = await Promise.allSettled(['bad', 'a'].map((text) => scene.obtain(text)));
    expect(settled).toMatchObject([{ reason: { message: 'no room' } }, { value: { size: 1 } }]);
    await expect(scene.obtain('bad')).rejects.toThrow('no room');
    expect(await scene.leftAside()).toEqual([]);
    expect(await scene.db.$count(files)).toBe(1);
    expect(await scene.db.$count(fetchedFiles, sql`claim is not null`)).toBe(0);
  });

  it('that the database does not take are left nowhere', async () => {
    await using scene = await openScene();
    vi.spyOn(scene.database, 'exclusively').mockRejectedValueOnce(new Error('away'));
    await expect(scene.obtain('a')).rejects.toThrow('away');
    expect(await scene.leftAside()).toEqual([]);
    expect(await scene.obtain('a')).toMatchObject({ size: 1 });
  });

  it('are forgotten where nobody has wanted them since and no pack has them, however many', async () => {
    await using scene = await openScene();
    const { db } = scene;
    const [unused, used, referred] = [
      await scene.obtain('a'),
      await scene.obtain('b'),
      await scene.obtain('c'),
    ];
    const before = new Date(Date.now() - 60_000);
    await db.update(fetchedFiles).set({ used: longAgo });
    await scene.kept.findAll([wanted('b')]);
    const modPackId = await insertModPack(scene.database);
    await setModPackFiles(db, modPackId, [{ path: 'mods/c.jar', ...referred }]);
    const claim = (name: string, claimedUntil: Date) => ({
      algorithm: 'origin' as const,
      hash: name,
      claim: crypto.randomUUID(),
      claimedUntil,
      used: longAgo,
    });
    await db
      .insert(fetchedFiles)
      .values([
        claim('held', inAnHour()),
        ...Array.from({ length: 201 }, (_, n) => claim(`left behind ${n}`, longAgo)),
      ]);
    expect(await forgetUnusedFetched(scene.database, before)).toBe(1);
    const left = await db.selectDistinct({ fileId: fetchedFiles.fileId }).from(fetchedFiles);
    expect(new Set(left.map(({ fileId }) => fileId))).toEqual(new Set([null, used.fileId, referred.fileId]));
    expect(await db.$count(fetchedFiles)).toBe(3);
    expect(await db.$count(files, eq(files.id, unused.fileId))).toBe(0);
    expect(await forgetUnusedFetched(scene.database, before)).toBe(0);
  });

  if (kind === 'embedded') return;
  it('are kept where somebody wants them while they are forgotten', async () => {
    await using scene = await openScene();
    const { db } = scene;
    const { fileId } = await scene.obtain('a');
    await db.update(fetchedFiles).set({ used: longAgo });
    const marked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const wanting = db.transaction(async (tx) => {
      await tx.update(fetchedFiles).set({ used: sql`now()` });
      marked.resolve();
      await goOn.promise;
    });
    await marked.promise;
    const forgetting = forgetUnusedFetched(scene.database, new Date(Date.now() - 60_000));
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(db, waiting)).toHaveLength(1);
    goOn.resolve();
    await wanting;
    expect(await forgetting).toBe(0);
    expect(await db.$count(fetchedFiles, eq(fetchedFiles.fileId, fileId))).toBe(1);
  });
});
