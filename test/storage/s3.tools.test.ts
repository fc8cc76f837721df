import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type Bucket, openBucket } from '../../src/storage/bucket.ts';
import { copyStorage } from '../../src/storage/copy.ts';
import { createDiskStorage } from '../../src/storage/disk.ts';
import { DamagedFileError } from '../../src/storage/failures.ts';
import { createS3Storage } from '../../src/storage/s3.ts';
import type { S3Settings } from '../../src/storage/s3-settings.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startTestApp } from '../support/app.ts';
import { startChild } from '../support/child.ts';
import { smallPack, upload } from '../support/client.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { startS3Server } from '../support/s3-server.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';
import { describeStorage } from './suite.ts';

const server = await startS3Server();
afterAll(() => server[Symbol.asyncDispose]());

const MiB = 1024 * 1024;
const set: S3Settings = { ...s3Of({}), retries: 1, silenceMs: 1_000, parallel: 1 };
const plenty = { maxBytes: 1_000_000_000 };
const distantFuture = new Date('9999-01-01');

/** A node with a store in the bucket and a folder of its own. */
interface Node extends AsyncDisposable {
  storage: Storage;
  directory: string;
  /** The keys of what came damaged, each time. */
  damaged: readonly string[];
}

async function openNode(s3: S3Settings = server.settings()): Promise<Node> {
  const directory = await mkdtemp(join(tmpdir(), 's3-node-'));
  const damaged: string[] = [];
  return {
    storage: await createS3Storage({ s3, directory, damaged: (key) => damaged.push(key) }),
    directory,
    damaged,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}

describeStorage('S3', openNode);

describe('S3 storage', () => {
  it('sends a large file on while it arrives, and has the server put it together', async () => {
    const settings = server.settings({ copyBytes: 6 * MiB });
    await using node = await openNode(settings);
    const bucket = await openBucket(settings);
    const content = randomBytes(12 * MiB);
    const source = new PassThrough();
    const receiving = node.storage.receive(source, plenty);
    source.write(content.subarray(0, 8 * MiB));
    await expect.poll(async () => (await begun(bucket)).length).toBe(1);
    source.end(content.subarray(8 * MiB));
    const key = await node.storage.publish(await receiving);
    expect(key).toBe(sha256(content));
    expect(await begun(bucket)).toEqual([]);
    expect(await names(bucket)).toEqual([`files/${key}`]);
    await using other = await openNode(settings);
    await using local = await other.storage.local(key);
    expect(sha256(await readFile(local.path))).toBe(key);
  });

  it('sends a file that was built in parts, too', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    await using other = await openNode(settings);
    const content = randomBytes(6 * MiB);
    await using scratch = await node.storage.scratch();
    await writeFile(scratch.path, content);
    const key = await node.storage.publish({
      path: scratch.path,
      size: content.length,
      sha256: sha256(content),
    });
    expect(sha256(await contentOf(other.storage, key))).toBe(key);
  });

  it('gives up what it has sent of a file that is refused', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    const source = Readable.from([randomBytes(8 * MiB), randomBytes(8 * MiB)]);
    await expect(node.storage.receive(source, { maxBytes: 12 * MiB })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    const bucket = await openBucket(settings);
    expect(await begun(bucket)).toEqual([]);
    expect(await names(bucket)).toEqual([]);
  });

  it('sweeps what a process that died has left on its way in the bucket', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    const bucket = await openBucket(settings);
    await bucket.begin('files/abandoned');
    await bucket.put('incoming/abandoned', Buffer.from('half'));
    expect(await node.storage.sweepUnpublished(new Date(0))).toBe(0);
    expect(await node.storage.sweepUnpublished(distantFuture)).toBe(2);
    expect(await begun(bucket)).toEqual([]);
    expect(await names(bucket)).toEqual([]);
  });

  it('leaves an upload of several parts alone while parts come', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    const bucket = await openBucket(settings);
    const uploadId = await bucket.begin('incoming/slow');
    const startedAt = async () => (await all(bucket.begun()))[0]?.begun ?? distantFuture;
    let last = new Date(0);
    // The server tells seconds apart.
    await expect
      .poll(async () => {
        await bucket.putPart('incoming/slow', uploadId, 1, Buffer.from('part'));
        last = (await all(bucket.partsOf('incoming/slow', uploadId)))[0] ?? last;
        return last.getTime();
      })
      .toBeGreaterThan((await startedAt()).getTime());
    expect(await node.storage.sweepUnpublished(last)).toBe(0);
    expect(await begun(bucket)).toEqual(['incoming/slow']);
    expect(await node.storage.sweepUnpublished(new Date(last.getTime() + 1))).toBe(1);
    expect(await begun(bucket)).toEqual([]);
    expect(await all(bucket.partsOf('incoming/slow', uploadId))).toEqual([]);
  });

  it('refuses bytes that are not those of their key', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    const bucket = await openBucket(settings);
    const key = sha256('content');
    await bucket.put(`files/${key}`, Buffer.from('CONTENT'));
    await expect(node.storage.local(key)).rejects.toThrow('not its own');
    expect(await readdir(join(node.directory, 'scratch'))).toEqual([]);
  });

  it('gives no end of what is damaged, then nothing of it, and all once it is right again', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    const bucket = await openBucket(settings);
    const content = randomBytes(3 * MiB);
    const key = sha256(content);
    const changed = Buffer.from(content);
    changed[7] = (changed[7] ?? 0) ^ 1;
    await bucket.put(`files/${key}`, changed);
    const file = await node.storage.open(key);
    if (file === null) throw new Error('It was put there');
    const buffer = Buffer.alloc(MiB);
    const read = (position: number) => file.read(buffer, position);
    expect([await read(0), await read(MiB)]).toEqual([MiB, MiB]);
    await expect(read(2 * MiB)).rejects.toBeInstanceOf(DamagedFileError);
    await file.close();
    // Who goes on where that broke off, too.
    await expect(node.storage.open(key, { start: 2 * MiB })).rejects.toBeInstanceOf(DamagedFileError);
    expect(node.damaged).toEqual([key, key]);
    expect(await node.storage.open(key, null)).toMatchObject({ size: content.length });
    await bucket.put(`files/${key}`, content);
    expect(sha256(await contentOf(node.storage, key))).toBe(key);
    expect(node.damaged).toEqual([key, key]);
  });

  it('asks for no more than what is meant, and for nothing where only the size is', async () => {
    await using proxy = await startFaultyProxy(server.url);
    const settings = server.settings();
    await using node = await openNode(settings);
    await using other = await openNode({ ...settings, endpoint: proxy.url });
    const key = await publish(node.storage, 'all of the content');
    const ranges: unknown[] = [];
    proxy.judge(({ method, headers }) => {
      ranges.push(method === 'GET' ? headers.range : method);
      return null;
    });
    expect(await other.storage.open(key, null)).toMatchObject({ size: 18 });
    expect(await other.storage.open(sha256('nothing'), null)).toBeNull();
    const part = await other.storage.open(key, { start: 4, end: 6 });
    if (part === null) throw new Error('It was published');
    const read = async (length: number, position: number) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, await part.read(buffer, position)).toString();
    };
    expect([part.size, await read(2, 4)]).toEqual([18, 'of']);
    expect(ranges).toEqual(['HEAD', 'HEAD', 'bytes=4-5']);
    // What was not meant can be read all the same.
    expect(await read(6, 4)).toBe('of the');
    await part.close();
  });

  it('gives an address from which a browser saves the file, where it is told to', async () => {
    const settings = server.settings({ redirectSeconds: 60 });
    await using node = await openNode(settings);
    const key = await publish(node.storage, 'content');
    const address = await node.storage.address(key, {
      contentType: 'application/zip',
      disposition: 'attachment; filename="pack.zip"',
    });
    const answer = await fetch(address ?? '');
    expect(await answer.text()).toBe('content');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pack.zip"');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const changed = await fetch((address ?? '').replace(key, sha256('other')));
    expect(changed.status).toBe(403);
  });
});

describe('a download from S3 storage', () => {
  it('is cut where its bytes are not what was stored, which is logged and counted', async () => {
    const settings = server.settings();
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    await using service = await startTestApp({
      environment: server.environment(settings),
      overrides: { log },
    });
    const bytes = smallPack('', { 'config/large.bin': randomBytes(3 * MiB) });
    await upload(service.url, bytes);
    await eventsUntilEnd(service.app, 1);
    const key = sha256(bytes);
    const download = `${service.url}/api/v2/modpacks/download/1`;
    const count = async () =>
      /^serverpacks_storage_damaged_total (\d+)$/m.exec(await service.app.metrics.text())?.[1];
    expect(Buffer.from(await (await fetch(download)).arrayBuffer())).toEqual(bytes);
    expect(await count()).toBe('0');

    await rm(join(service.dataDir, 's3', 'cache', key));
    const changed = Buffer.from(bytes);
    changed[7] = (changed[7] ?? 0) ^ 1;
    await (await openBucket(settings)).put(`files/${key}`, changed);
    const answer = await fetch(download);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    expect(await count()).toBe('1');
    expect(lines.join('')).toContain(`stored under ${key} are not its own`);
    // Who goes on from there is given nothing.
    expect((await fetch(download, { headers: { range: 'bytes=100-' } })).status).toBe(500);
    expect(await count()).toBe('2');
  });
});

describe('the cache of S3 storage', () => {
  it('keeps what was used last within its limit, and what is lent until it is given back', async () => {
    const settings = server.settings({ cacheBytes: 25 });
    await using node = await openNode(settings);
    const first = await publish(node.storage, 'the first.');
    const second = await publish(node.storage, 'the second');
    {
      await using lent = await node.storage.local(first);
      const third = await publish(node.storage, 'the third.');
      expect(await readdir(join(node.directory, 'cache'))).toEqual(expect.not.arrayContaining([second]));
      await publish(node.storage, 'the fourth');
      expect(await readFile(lent.path, 'utf8')).toBe('the first.');
      expect(third).toBe(sha256('the third.'));
    }
    expect(await readdir(join(node.directory, 'scratch'))).toEqual([]);
    expect(await usedBytes(join(node.directory, 'cache'))).toBeLessThanOrEqual(25);
    expect((await contentOf(node.storage, second)).toString()).toBe('the second');
  });

  it('is asked first, and fetches once what several ask for at the same time', async () => {
    await using proxy = await startFaultyProxy(server.url);
    const settings = server.settings();
    await using node = await openNode(settings);
    const key = await publish(node.storage, 'content');
    await using other = await openNode({ ...settings, endpoint: proxy.url });
    const lent = await Promise.all(Array.from({ length: 5 }, () => other.storage.local(key)));
    for (const file of lent) {
      expect(await readFile(file.path, 'utf8')).toBe('content');
      await file[Symbol.asyncDispose]();
    }
    await contentOf(other.storage, key);
    expect(reads(proxy)).toHaveLength(1);
  });
});

describe('resumable uploads of S3 storage', () => {
  it('go on on any node, and are published by yet another', async () => {
    const settings = server.settings();
    await using one = await openNode(settings);
    await using two = await openNode(settings);
    await using three = await openNode(settings);
    const id = crypto.randomUUID();
    const content = randomBytes(7 * MiB);
    expect(await one.storage.resumable.size(id)).toBeNull();
    await one.storage.resumable.begin(id);
    expect(await two.storage.resumable.size(id)).toBe(0);
    await one.storage.resumable.append(id, Readable.from([content.subarray(0, 1000)]), plenty);
    await two.storage.resumable.append(id, Readable.from([content.subarray(1000)]), plenty);
    expect(await three.storage.resumable.size(id)).toBe(content.length);
    expect(await two.storage.resumable.hash(id)).toBe(sha256(content));
    const file = { size: content.length, sha256: sha256(content) };
    const whole = await three.storage.resumable.whole(id, file);
    if (whole === null) throw new Error('The file is whole');
    expect(sha256(await readFile(whole.path))).toBe(file.sha256);
    await three.storage.publish(whole);
    await one.storage.resumable.discard(id);
    expect(await two.storage.resumable.size(id)).toBeNull();
    // Somebody who died after publishing comes again.
    expect(await one.storage.resumable.whole(id, file)).toMatchObject(file);
    expect(sha256(await contentOf(one.storage, file.sha256))).toBe(file.sha256);
  });

  it('are not put together of pieces that are not what was stored', async () => {
    const settings = server.settings();
    await using node = await openNode(settings);
    const bucket = await openBucket(settings);
    const { resumable } = node.storage;
    const id = crypto.randomUUID();
    await resumable.begin(id);
    await resumable.append(id, Readable.from([Buffer.from('content')]), plenty);
    const [piece = ''] = (await names(bucket)).filter((name) => !name.endsWith('begun'));
    await bucket.put(piece, Buffer.from('CONTENT'), sha256('content'));
    await expect(resumable.hash(id)).rejects.toBeInstanceOf(DamagedFileError);
    await bucket.put(piece, Buffer.from('content'), (await bucket.read(piece))?.sha256 ?? '');
    expect(await resumable.hash(id)).toBe(sha256('content'));
    // As a release before this one has put it there.
    await bucket.put(piece, Buffer.from('CONTENT'));
    expect(await resumable.hash(id)).toBe(sha256('CONTENT'));
  });

  it('keep what came before a connection was lost, and no more than they may', async () => {
    await using node = await openNode();
    const { resumable } = node.storage;
    const id = crypto.randomUUID();
    await resumable.begin(id);
    const source = new PassThrough();
    source.write('abc');
    const appending = resumable.append(id, source, plenty);
    await expect.poll(() => source.readableLength).toBe(0);
    source.destroy(new Error('connection reset'));
    await expect(appending).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' });
    expect(await resumable.size(id)).toBe(3);
    const tooMuch = resumable.append(id, Readable.from([Buffer.from('defg')]), { maxBytes: 6 });
    await expect(tooMuch).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await resumable.append(id, Readable.from([Buffer.from('def')]), { maxBytes: 6 });
    expect(await resumable.hash(id)).toBe(sha256('abcdef'));
    expect(await all(resumable.olderThan(new Date(0)))).toEqual([]);
    expect(await all(resumable.olderThan(distantFuture))).toEqual([id]);
  });
});

describe('S3 storage whose server fails', () => {
  const content = randomBytes(6 * MiB);

  it('stores a file all the same when requests fail now and then, hang or arrive changed', async () => {
    await using proxy = await startFaultyProxy(server.url);
    const { silenceMs, parallel } = set;
    await using node = await openNode(server.settings({ endpoint: proxy.url, silenceMs, parallel }));
    const sent: string[] = [];
    const faults: [string, RegExp, Fault][] = [
      ['a part that hangs', /^PUT .*partNumber=1/, 'silence'],
      ['a part that arrives changed', /^PUT .*partNumber=1/, 'changed request'],
      ['a failure to put it together', /^POST .*uploadId=/, 500],
      ['a failure to copy it', /^PUT .*\/files\//, 503],
    ];
    for (const [name, which, fault] of faults) {
      let failures = 0;
      proxy.judge(({ method, url }) => {
        sent.push(...(url?.match(/partNumber=\d+/) ?? []));
        if (failures > 0 || !which.test(`${method} ${url}`)) return null;
        failures += 1;
        return fault;
      });
      const bytes = Buffer.concat([content, Buffer.from(name)]);
      expect(await store(node.storage, bytes), name).toBe(sha256(bytes));
      expect(failures, name).toBe(1);
    }
    // One part at a time, as is set: the second is not begun while the first hangs.
    expect(sent.slice(0, 3)).toEqual(['partNumber=1', 'partNumber=1', 'partNumber=2']);
  });

  it.each(['cut', 'stall'] as const)(
    'goes on with a download after a %s, from where it was',
    async (fault) => {
      await using proxy = await startFaultyProxy(server.url);
      const settings = server.settings();
      await using node = await openNode(settings);
      const key = String(await store(node.storage, content));
      await using other = await openNode({ ...settings, endpoint: proxy.url, silenceMs: 2_000 });
      let failures = 0;
      proxy.judge(() => (failures++ === 0 ? fault : null));
      expect(sha256(await contentOf(other.storage, key))).toBe(key);
      // One that is slow may be asked more often.
      expect(proxy.starts).not.toEqual([]);
      failures = 0;
      await using local = await other.storage.local(key);
      expect(sha256(await readFile(local.path))).toBe(key);
    },
  );

  it('answers in words that it is away, keeps nothing, and stores the file when it is back', async () => {
    await using proxy = await startFaultyProxy(server.url);
    const settings = server.settings({ endpoint: proxy.url, retries: set.retries });
    await using node = await openNode(settings);
    proxy.judge(() => 503);
    const before = proxy.asked.length;
    await expect(node.storage.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(proxy.asked.length - before).toBe(2);
    expect(await store(node.storage, content)).toMatchObject({ code: 'UNAVAILABLE', name: 'StoreAwayError' });
    await expect(node.storage.open(sha256(content))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(node.storage.local(sha256(content))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(node.storage.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const folder of ['incoming', 'scratch', 'cache'])
      expect(await readdir(join(node.directory, folder))).toEqual([]);
    proxy.judge(() => null);
    await node.storage.check();
    expect(await store(node.storage, content)).toBe(sha256(content));
  });

  it('is not opened where nobody answers, or without the right keys', async () => {
    const nobody = server.settings({ endpoint: 'http://127.0.0.1:9', retries: 0 });
    await expect(openNode(nobody)).rejects.toThrow(
      /^The bucket packs at http:.* cannot be used\. .*ECONNREFUSED/,
    );
    const strangers = server.settings({
      credentials: { accessKeyId: 'test:tester', secretAccessKey: 'wrong' },
    });
    await expect(openNode(strangers)).rejects.toThrow('SignatureDoesNotMatch');
    await expect(openNode(server.settings({ bucket: 'another' }))).rejects.toThrow('NoSuchBucket');
  });
});

describe('npm run doctor', () => {
  async function examine(settings: S3Settings, others: Record<string, string> = {}): Promise<string[]> {
    const environment = { ...server.environment(settings), DATA_DIR: join(tmpdir(), 'none'), ...others };
    await using doctor = startChild('src/doctor/main.ts', environment);
    await doctor.ended;
    return doctor.lines.filter((line) => /bucket|S3/.test(line));
  }

  it('writes and reads a bucket and leaves nothing there, and tells of a key that it does not take', async () => {
    const settings = server.settings();
    expect(await examine(settings)).toEqual([
      `ok    The bucket ${settings.bucket} can be read and written, and shows at once what was written.`,
      'ok    The clock of the S3 server agrees with the one here.',
    ]);
    expect(await names(await openBucket(settings))).toEqual([]);
    expect(await examine(settings, { S3_SECRET_ACCESS_KEY: 'another' })).toEqual([
      expect.stringMatching(/^fault The bucket \S+ at http\S+ cannot be used: .* the rights of the key\.$/),
    ]);
  });

  it('tells of a store that goes on showing what was removed', async () => {
    await using proxy = await startFaultyProxy(server.url);
    // As a cache does that keeps what it has seen.
    proxy.judge(({ method }) => (method === 'DELETE' ? 204 : null));
    const settings = server.settings();
    expect(await examine({ ...settings, endpoint: proxy.url })).toEqual([
      expect.stringMatching(
        /^fault The bucket \S+ does not show at once what was written, changed or removed\./,
      ),
    ]);
  });
});

describe('copying a store', () => {
  it('from the disk into a bucket and back, by a backup, takes what is missing there, and nothing that is damaged', async () => {
    await using service = await openStopped();
    const { disk, dataDir } = service;
    const settings = server.settings();
    const large = randomBytes(6 * MiB);
    const keys = [await publish(disk, 'one'), await publish(disk, 'two'), String(await store(disk, large))];
    const damaged = await publish(disk, 'three');
    await writeFile(join(dataDir, 'store', 'files', damaged.slice(0, 2), damaged), 'THREE');
    await service.addRows([...keys, damaged]);

    const place = `s3://${settings.bucket}/${settings.prefix}`.replace(/\/$/, '');
    const environment = { ...server.environment(settings), STORAGE: 'disk', DATA_DIR: dataDir };
    await using command = startChild('src/backup/main.ts', environment, ['backup', '--to', place]);
    expect(await command.ended, command.errors()).toBe(1);
    expect(command.lines).toEqual([
      expect.stringMatching(/^Saved 0 modpacks, 4 files of \d+ bytes: \S+ in s3:/),
      expect.stringContaining('1 files are missing or damaged in the store.'),
    ]);

    // The bucket can be the store from now on.
    await using node = await openNode(settings);
    expect(sha256(await contentOf(node.storage, keys[2] ?? ''))).toBe(keys[2]);
    expect(await copyStorage(disk, node.storage)).toMatchObject({ copied: 0, there: 3, damaged: [damaged] });

    const other = { ...environment, DATA_DIR: join(dataDir, 'other') };
    await using back = startChild('src/backup/main.ts', other, ['restore', place]);
    expect(await back.ended, back.errors()).toBe(0);
    const restored = await createDiskStorage({ directory: join(other.DATA_DIR, 'store') });
    for (const key of keys) expect(sha256(await contentOf(restored, key))).toBe(key);
  });

  it('goes on after a kill -9 in the middle of a file, and leaves nothing that is not swept', async () => {
    await using service = await openStopped();
    const { disk, dataDir } = service;
    await using proxy = await startFaultyProxy(server.url);
    const settings = server.settings();
    const bucket = await openBucket(settings);
    const large = randomBytes(11 * MiB);
    const small = await Promise.all(
      ['one', 'two', 'three', 'four', 'five'].map((text) => publish(disk, text)),
    );
    const keys = [...small, String(await store(disk, large))];
    await service.addRows(keys);
    const inBucket = (all: string[]) => all.map((key) => `files/${key}`).sort();
    const environment = {
      ...server.environment({ ...settings, endpoint: proxy.url }),
      STORAGE: 'disk',
      DATA_DIR: dataDir,
      BACKUP_DIR: `s3://${settings.bucket}/${settings.prefix}`,
    };

    const amid = Promise.withResolvers<void>();
    proxy.judge(({ method, url }) => {
      if (method !== 'PUT' || !/partNumber=2/.test(url ?? '')) return null;
      amid.resolve();
      return 'silence';
    });
    await using killed = startChild('src/backup/main.ts', environment, ['backup']);
    await Promise.race([amid.promise, killed.ended]);
    await expect.poll(async () => (await names(bucket)).sort()).toEqual(inBucket(small));
    killed.process.kill('SIGKILL');
    expect(await killed.ended, killed.errors()).toBe('SIGKILL');
    expect(await begun(bucket)).toHaveLength(1);

    proxy.judge(() => null);
    await using again = startChild('src/backup/main.ts', environment, ['backup']);
    expect(await again.ended, again.errors()).toBe(0);
    expect(again.lines).toEqual([expect.stringContaining(`6 files of ${11 * MiB + 19} bytes`)]);
    // The rows and the list of files are beside them.
    const stored = (await names(bucket)).filter((name) => name.startsWith('files/'));
    expect(stored).toEqual(expect.arrayContaining(inBucket(keys)));
    expect(stored).toHaveLength(keys.length + 2);
    expect(await begun(bucket)).toEqual([]);
    await using node = await openNode(settings);
    for (const key of keys) expect(sha256(await contentOf(node.storage, key))).toBe(key);
  });

  it('replaces what is of another size under a key, and what has other bytes where it is told to read', async () => {
    const settings = server.settings();
    const bucket = await openBucket(settings);
    await using disk = await openTemporaryStorage();
    await using node = await openNode(settings);
    const [whole, short, wrong] = await Promise.all(
      ['whole', 'short', 'wrong'].map((text) => publish(disk.storage, text)),
    );
    expect(await copyStorage(disk.storage, node.storage)).toMatchObject({ copied: 3, replaced: [] });
    await bucket.put(`files/${short}`, Buffer.from('sho'));
    await bucket.put(`files/${wrong}`, Buffer.from('WRONG'));
    expect(await copyStorage(disk.storage, node.storage)).toMatchObject({
      copied: 1,
      there: 2,
      replaced: [short],
    });
    // The node that has sent them has them in its cache, too, and asks the bucket all the same.
    expect(await copyStorage(disk.storage, node.storage, { verify: true })).toMatchObject({
      copied: 1,
      there: 2,
      replaced: [wrong],
      damaged: [],
    });
    await using other = await openNode(settings);
    for (const key of [whole, short, wrong])
      expect(sha256(await contentOf(other.storage, key ?? ''))).toBe(key);

    // Back on the disk likewise; what is wrong on both sides is damaged, and stays.
    const pathOf = (key = '') => join(disk.directory, 'files', key.slice(0, 2), key);
    await writeFile(pathOf(short), 'SHORT');
    await writeFile(pathOf(whole), 'WHOLE');
    await bucket.put(`files/${whole}`, Buffer.from('wHOLE'));
    await using third = await openNode(settings);
    expect(await copyStorage(third.storage, disk.storage, { verify: true })).toMatchObject({
      copied: 1,
      there: 1,
      replaced: [short],
      damaged: [whole],
    });
    expect(await readFile(pathOf(short), 'utf8')).toBe('short');
    expect(await readFile(pathOf(whole), 'utf8')).toBe('WHOLE');
  });
});

/** The folder of a service that stands still, with its store. */
async function openStopped() {
  const dataDir = await mkdtemp(join(tmpdir(), 's3-copy-'));
  await makeDataDir(dataDir);
  const disk = await createDiskStorage({ directory: join(dataDir, 'store') });
  return {
    dataDir,
    disk,
    async addRows(keys: readonly string[]) {
      await using database = await openDatabase(null, { folder: join(dataDir, 'database') });
      for (const key of keys) {
        const file = await disk.openStored(key);
        await database.db.insert(files).values({ sha256: key, size: file?.size ?? 0, storageKey: key });
        await file?.close();
      }
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** What these settings say of a bucket. */
function s3Of(environment: Record<string, string>): S3Settings {
  const { s3 } = readConfig({ STORAGE: 's3', S3_BUCKET: 'packs', ...environment });
  if (s3 === null) throw new Error('It is set.');
  return s3;
}

/** Stores bytes as an upload is stored; answers their key or what went wrong. */
async function store(storage: Storage, bytes: Uint8Array): Promise<unknown> {
  const file = await storage.receive(Readable.from([bytes]), plenty);
  try {
    return await storage.publish(file);
  } catch (error) {
    await storage.discard(file);
    return error;
  }
}

async function publish(storage: Storage, text: string): Promise<string> {
  return storage.publish(await storage.receive(Readable.from([Buffer.from(text)]), plenty));
}

async function contentOf(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.open(key);
  if (file === null) throw new Error(`Nothing is published under ${key}`);
  const buffer = Buffer.alloc(file.size);
  for (let position = 0; position < file.size; )
    position += await file.read(buffer.subarray(position, position + MiB), position);
  await file.close();
  return buffer;
}

async function begun(bucket: Bucket): Promise<string[]> {
  return (await all(bucket.begun())).map(({ name }) => name);
}

async function names(bucket: Bucket): Promise<string[]> {
  return (await all(bucket.list(''))).map(({ name }) => name);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function reads(proxy: FaultyProxy): string[] {
  return proxy.asked.filter((request) => /^GET .*\/files\/[0-9a-f]{64}/.test(request));
}

async function usedBytes(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder)) sum += (await stat(join(folder, name))).size;
  return sum;
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
