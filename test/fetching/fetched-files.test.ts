import nodeFileSystem from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { fetchedFiles, modPacks } from '../../drizzle/schema.ts';
import { readConfig } from '../../src/config.ts';
import { sweep } from '../../src/core/chores/sweep.ts';
import { createFetchedFiles } from '../../src/core/files/fetched-files.ts';
import { insertFile } from '../../src/core/files/files.ts';
import { deleteModPack } from '../../src/core/packs/deletion.ts';
import { listModPackFiles, setModPackFiles } from '../../src/core/packs/mod-pack-files.ts';
import type { FetchOptions } from '../../src/fetching/fetch-files.ts';
import { openFetching } from '../../src/fetching/open-fetching.ts';
import { defaultFetchSettings, type FetchSettings } from '../../src/fetching/settings.ts';
import type { WantedFile } from '../../src/fetching/wanted-file.ts';
import type { FileSystem } from '../../src/storage/file-system.ts';
import { pieceBytes } from '../../src/storage/write-bytes.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { openDownloadHost, sendRange } from '../support/download-host.ts';
import type { Note } from '../support/kept-databases.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const later = () => new Date(Date.now() + 60_000);
const log = pino({ level: 'silent' });
const content = (name: string) => Buffer.from(`the contents of ${name}`.repeat(1_000));

describe.each(databaseKinds)('the files of a pack, on the %s database,', (kind) => {
  async function openScene(
    settings: Partial<FetchSettings> = {},
    disk: Partial<FileSystem> = {},
    note?: Note,
  ) {
    await using parts = new AsyncDisposableStack();
    const host = parts.use(await openDownloadHost());
    const { storage } = parts.use(await openTemporaryStorage({ fileSystem: { ...nodeFileSystem, ...disk } }));
    const database = parts.use(await openScratchDatabase(kind, note));
    const all = {
      ...defaultFetchSettings,
      hosts: [host.host, host.at('mirror.test')],
      retries: 1,
      retryDelayMs: 1,
      ...settings,
    };
    const nodes = parts.use(new AsyncDisposableStack());
    const { platforms } = readConfig({});
    /** A node of its own: nodes share the store and the database, and nothing else. */
    const node = () => {
      const fetched = createFetchedFiles({ database, storage }, { seconds: 5, pauseMs: 5 });
      const fetching = nodes.use(openFetching({ storage, fetched }, all, platforms, host.connect));
      return (wanted: readonly WantedFile[], options: Partial<FetchOptions> = {}) => {
        const signal = new AbortController().signal;
        return fetching.fetchFiles(wanted, { signal, mostProblems: 100, ...options });
      };
    };
    const moved = parts.move();
    /** What an archive is fetched by that is named in place of being uploaded. */
    const archives = () => {
      const fetched = createFetchedFiles({ database, storage });
      return nodes.use(openFetching({ storage, fetched }, all, platforms, host.connect));
    };
    return { host, storage, database, node, archives, [Symbol.asyncDispose]: () => moved.disposeAsync() };
  }

  async function insertModPack({ database }: { database: Awaited<ReturnType<typeof openScratchDatabase>> }) {
    const file = await insertFile(database.db, {
      sha256: '0'.repeat(64),
      size: 1,
      storageKey: '0'.repeat(64),
    });
    const [modPack] = await database.db
      .insert(modPacks)
      .values({ fileId: file.id, name: 'a pack', status: 'CHECKED' })
      .returning({ id: modPacks.id });
    if (!modPack) throw new Error('no modpack');
    return modPack.id;
  }

  it('are fetched once, whoever wants them at the same time, on this node and on others', async () => {
    await using scene = await openScene();
    const wanted = ['/a.jar', '/b.jar', '/c.jar'].map((path) => scene.host.serve(path, content(path)));
    const [one, two] = [scene.node(), scene.node()];
    const results = await Promise.all([one(wanted), one(wanted), two(wanted), two(wanted.toReversed())]);
    for (const { files, problems } of results) {
      expect(problems).toEqual([]);
      expect(files.size).toBe(3);
    }
    expect(scene.host.requests.map(({ path }) => path).sort()).toEqual(['/a.jar', '/b.jar', '/c.jar']);
    expect(results[1]?.files).toEqual(results[0]?.files);
    // By SHA-1 alone they are other files as far as anybody knows, and the same ones once they are there.
    const bySha1 = wanted.map((file) => ({ ...file, hashes: { sha1: file.hashes.sha1 ?? '' } }));
    for (const fetch of [two, one]) expect((await fetch(bySha1)).files).toEqual(results[0]?.files);
    expect(scene.host.requests).toHaveLength(6);
  });

  it('are claimed and entered several at a time, by fewer statements than there are files', async () => {
    let asked = 0;
    await using scene = await openScene({}, {}, () => {
      asked += 1;
    });
    const wanted = Array.from({ length: 48 }, (_, n) => scene.host.serve(`/${n}.jar`, content(String(n))));
    asked = 0;
    const { files } = await scene.node()(wanted);
    expect(files.size).toBe(48);
    expect(asked).toBeLessThan(24);
  });

  it('are held against all hashes of the pack even if they are there already', async () => {
    await using scene = await openScene();
    const file = scene.host.serve('/a.jar', content('a'));
    const fetch = scene.node();
    await fetch([file]);
    const { problems } = await fetch([{ ...file, hashes: { ...file.hashes, sha1: 'f'.repeat(40) } }]);
    expect(problems).toMatchObject([{ code: 'FETCH_WRONG_HASH', entry: 'mods/a.jar' }]);
  });

  it('leave free what is kept for others while they grow; one without room fails at once, and is fetched by who has room', async () => {
    let free = 1_000_000_000;
    const statfs = async () => ({ blocks: 1_000_000_000, bsize: 1, bavail: free });
    await using scene = await openScene({}, { statfs });
    // Of more than one piece that room is asked for.
    const large = Buffer.alloc(3 * pieceBytes, 'x');
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const wanted = scene.host.serve('/large.jar', large);
    scene.host.answer('/large.jar', async (_request, response) => {
      response.writeHead(200, { 'content-length': large.length });
      response.write(large.subarray(0, pieceBytes / 2));
      begin();
      await goOn.promise;
      response.end(large.subarray(pieceBytes / 2));
    });
    const keepFree = 500_000_000;
    const node = scene.node();
    const stranger = node([wanted], { keepFree });
    const refused = expect(stranger).rejects.toThrow('kept for callers with a token');
    await begun;
    const other = node([wanted]);
    free = keepFree - 1;
    goOn.resolve();
    await refused;
    expect((await other).files.get(0)?.size).toBe(large.length);
    await expect(node([scene.host.serve('/b.jar', content('b'))], { keepFree })).rejects.toThrow('token');
  });

  it('tell all their problems together, and are kept as far as they came', async () => {
    await using scene = await openScene();
    const good = scene.host.serve('/a.jar', content('a'));
    const wrong = { ...scene.host.serve('/b.jar', content('b')), hashes: { sha1: '0'.repeat(40) } };
    const elsewhere = {
      ...good,
      path: 'mods/c.jar',
      hashes: { sha1: '1'.repeat(40) },
      links: ['https://evil.test/c.jar'],
    };
    const fetch = scene.node();
    const { files, problems } = await fetch([wrong, good, elsewhere]);
    expect([...files.keys()]).toEqual([1]);
    expect(problems.map(({ code, entry }) => [code, entry])).toEqual([
      ['FETCH_WRONG_HASH', 'mods/b.jar'],
      ['FETCH_NOT_ALLOWED', 'mods/c.jar'],
    ]);
    expect(
      await scene.database.db
        .select()
        .from(fetchedFiles)
        .where(eq(fetchedFiles.hash, '0'.repeat(40))),
    ).toEqual([]);
    await fetch([good]);
    expect(scene.host.requests.filter(({ path }) => path === '/a.jar')).toHaveLength(1);
  });

  it('are taken over when the node that was fetching them has died', async () => {
    await using scene = await openScene();
    const file = scene.host.serve('/a.jar', content('a'));
    const claimedUntil = new Date(Date.now() + 100);
    const dead = { algorithm: 'sha512' as const, hash: file.hashes.sha512 ?? '', claim: crypto.randomUUID() };
    await scene.database.db.insert(fetchedFiles).values({ ...dead, claimedUntil });
    const { files, problems } = await scene.node()([file]);
    expect(problems).toEqual([]);
    expect(files.size).toBe(1);
  });

  it('stop at once when the run is cancelled, whoever else waits goes on, and what came is kept', async () => {
    await using scene = await openScene();
    const file = scene.host.serve('/a.jar', content('a'));
    const slow = scene.host.serve('/slow.jar', content('slow'));
    const cancel = new AbortController();
    let others: Promise<unknown> = Promise.resolve();
    scene.host.answer('/slow.jar', (request, response, nth) => {
      if (nth > 1) return sendRange(request, response, content('slow'));
      response.writeHead(200, { 'content-length': content('slow').length }).write('half');
      others = scene.node()([slow, file]);
      cancel.abort(new Error('cancelled'));
    });
    await scene.node()([file]);
    await expect(scene.node()([file, slow], { signal: cancel.signal })).rejects.toThrow('cancelled');
    expect(await others).toMatchObject({ problems: [] });
    expect(scene.host.requests.filter(({ path }) => path === '/a.jar')).toHaveLength(1);
  });

  it('are bounded together, by what the pack says and by what comes', async () => {
    await using scene = await openScene({ packBytes: 50_000 });
    const files = ['/a.jar', '/b.jar', '/c.jar'].map((path) => scene.host.serve(path, content(path)));
    const tooLarge = [{ code: 'FETCH_TOO_LARGE', entry: null }];
    expect((await scene.node()(files)).problems).toMatchObject(tooLarge);
    expect(scene.host.requests).toEqual([]);
    const unstated = files.map((file) => ({ ...file, size: null }));
    expect((await scene.node()(unstated)).problems).toMatchObject(tooLarge);
  });

  it('are given up when they take longer together than a pack may', async () => {
    await using scene = await openScene({ packMs: 100 });
    const file = scene.host.serve('/a.jar', content('a'));
    scene.host.answer('/a.jar', () => {});
    expect((await scene.node()([file])).problems).toMatchObject([{ code: 'FETCH_TOO_SLOW', entry: null }]);
  });

  it('leave an archive that is fetched whole as long as all of them may take together', async () => {
    await using scene = await openScene({ packMs: 1_000, fileMs: 2_000 });
    const file = scene.host.serve('/pack.zip', content('pack'));
    scene.host.answer('/pack.zip', () => {});
    const { signal } = new AbortController();
    const options = { maxBytes: 1_000_000, receive: scene.storage.receiveFrom, signal };
    await expect(scene.archives().fetchFile(file, options)).rejects.toThrow('within 1 seconds');
  });

  it('tell how far they are', async () => {
    await using scene = await openScene();
    const wanted = ['/a.jar', '/b.jar'].map((path) => scene.host.serve(path, content(path)));
    const told: unknown[] = [];
    await scene.node()(wanted, { onProgress: (progress) => told.push(progress) });
    const bytes = content('/a.jar').length * 2;
    expect(told.at(-1)).toEqual({ filesDone: 2, filesTotal: 2, bytesDone: bytes, bytesTotal: bytes });
  });

  it('come so many at a time as are set, however many hosts have them', async () => {
    const parallel = 3;
    await using scene = await openScene({ parallel });
    const { host } = scene;
    let [underWay, most] = [0, 0];
    let held: (() => void)[] = [];
    const wanted = Array.from({ length: 8 * parallel }, (_, n): WantedFile => {
      const file = host.serve(`/${n}.jar`, content(String(n)));
      host.answer(`/${n}.jar`, (request, response) => {
        underWay += 1;
        most = Math.max(most, underWay);
        held.push(() => {
          underWay -= 1;
          sendRange(request, response, content(String(n)));
        });
        if (held.length < parallel) return;
        for (const send of held) setImmediate(send);
        held = [];
      });
      return { ...file, links: [`https://${host.at(n % 2 === 0 ? 'files.test' : 'mirror.test')}/${n}.jar`] };
    });
    expect((await scene.node()(wanted)).problems).toEqual([]);
    expect(most).toBe(3);
  });

  it('do not ask a silent host again for each of them', async () => {
    await using scene = await openScene({ parallel: 1 });
    const wanted = Array.from({ length: 20 }, (_, n) => scene.host.serve(`/${n}.jar`, content(String(n))));
    for (let n = 0; n < 20; n++)
      scene.host.answer(`/${n}.jar`, (_, response) => void response.writeHead(503).end());
    const { problems } = await scene.node()(wanted);
    expect(problems).toHaveLength(20);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['FETCH_UNREACHABLE']));
    expect(scene.host.requests.length).toBeLessThan(4);
  });

  it('stay as long as a modpack refers to them, and go with the sweep afterwards', async () => {
    await using scene = await openScene();
    const { database, storage } = scene;
    const wanted = ['/a.jar', '/b.jar'].map((path) => scene.host.serve(path, content(path)));
    const fetch = scene.node();
    const { files } = await fetch(wanted);
    const [named, unnamed] = [files.get(0), files.get(1)];
    if (!named || !unnamed) throw new Error('not fetched');
    const modPackId = await insertModPack(scene);
    await setModPackFiles(database.db, modPackId, [{ ...named, path: 'mods/a.jar' }]);
    expect(await listModPackFiles(database.db, modPackId)).toEqual([{ ...named, path: 'mods/a.jar' }]);
    const isStored = async (key: string) => {
      const file = await storage.open(key);
      await file?.close();
      return file !== null;
    };
    await sweep({ database, storage, log }, new Date(Date.now() - 60_000));
    expect([await isStored(named.storageKey), await isStored(unnamed.storageKey)]).toEqual([true, true]);
    await sweep({ database, storage, log }, later());
    expect([await isStored(named.storageKey), await isStored(unnamed.storageKey)]).toEqual([true, false]);
    await deleteModPack(database, modPackId);
    expect(await isStored(named.storageKey)).toBe(true);
    await sweep({ database, storage, log }, later());
    expect(await isStored(named.storageKey)).toBe(false);
    expect(await database.db.select().from(fetchedFiles)).toEqual([]);
    expect((await fetch(wanted)).problems).toEqual([]);
    expect(scene.host.requests).toHaveLength(4);
  });
});
