import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { Piscina } from 'piscina';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { murmurFingerprint } from '../../src/archive/pack/murmur.ts';
import { AppError } from '../../src/errors.ts';
import { type ConnectOverrides, createAgent } from '../../src/fetching/connect.ts';
import { fileDispatcher } from '../../src/fetching/dispatcher.ts';
import { fetchFile } from '../../src/fetching/fetch-file.ts';
import { type FetchedFiles, fetchFiles } from '../../src/fetching/fetch-files.ts';
import type { KeyHosts } from '../../src/fetching/key-hosts.ts';
import { FetchError } from '../../src/fetching/problem-codes.ts';
import { type ReceiveOrder, receiveFile } from '../../src/fetching/receive-file.ts';
import { openReceiving, type Receiving, type ReceivingSetup } from '../../src/fetching/receiving.ts';
import { defaultFetchSettings, type FetchSettings } from '../../src/fetching/settings.ts';
import type { WantedFile } from '../../src/fetching/wanted-file.ts';
import {
  type DownloadHost,
  leadTo,
  openDownloadHost,
  sendRange,
  wantedFile,
} from '../support/download-host.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const content = Buffer.alloc(300_000, 'a mod ');
/** What a scene is told that is to look into the thread that receives. */
const lookedUpHere = ({ connect }: DownloadHost) => ({ ...connect, lookup: leadTo('127.0.0.1') });

/** Receives files in this thread, where a look-up of the test's own cannot travel to another. */
function receiveHere(setup: ReceivingSetup): Receiving {
  const agent = createAgent({ ...setup, connections: setup.parallel }, setup.connect);
  const needs = {
    dispatcher: fileDispatcher(agent, setup, setup.keyed),
    hosts: setup.hosts,
    userAgent: setup.userAgent,
  };
  return {
    receive: (order, watch) => receiveFile(needs, order, watch),
    begin() {},
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

/** A host, a store and what fetches from one to the other, with settings on top of small ones. */
async function openScene(
  settings: Partial<FetchSettings> = {},
  connect: (host: DownloadHost) => ConnectOverrides = (host) => host.connect,
  keyed: (host: DownloadHost) => KeyHosts = () => ({ hosts: [], key: null }),
) {
  await using parts = new AsyncDisposableStack();
  const host = parts.use(await openDownloadHost());
  const { storage, directory } = parts.use(await openTemporaryStorage());
  const all: FetchSettings = {
    ...defaultFetchSettings,
    hosts: [host.host],
    retries: 2,
    retryDelayMs: 1,
    ...settings,
  };
  const setup = { ...all, userAgent: 'test/1', connect: connect(host), keyed: keyed(host) };
  const receiving = parts.use('lookup' in setup.connect ? receiveHere(setup) : openReceiving(setup));
  const needs = { receiving, storage, settings: all };
  const moved = parts.move();
  return {
    host,
    setup,
    storage,
    needs,
    directory,
    fetch: (wanted: WantedFile, signal = new AbortController().signal) =>
      fetchFile(needs, wanted, { signal, received() {}, arrived() {} }),
    /** The code and words of the failure; nothing may be left in the store by it. */
    async failure(wanted: WantedFile): Promise<string> {
      const before = await readdir(join(directory, 'incoming'));
      const error = await fetchFile(needs, wanted, {
        signal: new AbortController().signal,
        received() {},
        arrived() {},
      }).catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(FetchError);
      expect(await readdir(join(directory, 'incoming'))).toEqual(before);
      return error instanceof FetchError ? `${error.code}: ${error.message}` : String(error);
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

describe('a file that a pack names', () => {
  it("is fetched, verified and stored aside, by an honest name and without anything that is somebody's", async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const { incoming, hashes } = await scene.fetch(wanted);
    expect(incoming.size).toBe(content.length);
    expect(hashes).toEqual(wanted.hashes);
    const [request] = scene.host.requests;
    expect(request?.headers).toMatchObject({ 'user-agent': 'test/1', 'accept-encoding': 'identity' });
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('authorization');
  });

  it('is never used when its hash is wrong', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    scene.host.serve('/mod.jar', Buffer.alloc(content.length, 'evil'));
    expect(await scene.failure(wanted)).toMatch(/^FETCH_WRONG_HASH: .*its sha512 is [0-9a-f]{128}, not/);
  });

  it('is never used when one of its two hashes is wrong', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const hashes = { ...wanted.hashes, sha1: '0'.repeat(40) };
    expect(await scene.failure({ ...wanted, hashes })).toMatch(/^FETCH_WRONG_HASH: .*its sha1 is/);
  });

  it('is verified by MD5 where there is nothing better, and not fetched where there is nothing', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    expect(await scene.failure({ ...wanted, hashes: { md5: '0'.repeat(32) } })).toMatch(/its md5 is/);
    expect(await scene.failure({ ...wanted, hashes: {} })).toMatch(/^FETCH_NO_HASH/);
    expect(await scene.failure({ ...wanted, links: [] })).toMatch(/^FETCH_NO_LINK/);
  });

  it('is verified by each hash that packwiz has, by murmur2 where there is nothing better', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const murmur2 = String(murmurFingerprint(content));
    for (const hashes of [{ sha256 }, { murmur2 }, { sha256, murmur2: '1' }])
      expect((await scene.fetch({ ...wanted, hashes })).incoming.size).toBe(content.length);
    for (const hashes of [{ sha256: '0'.repeat(64) }, { murmur2: '1' }])
      expect(await scene.failure({ ...wanted, hashes })).toMatch(
        /^FETCH_WRONG_HASH: .*its (?:sha256|murmur2) is/,
      );
  });

  it('is given up where it is of another size than the pack says, announced or not', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    expect(await scene.failure({ ...wanted, size: 10 })).toMatch(/^FETCH_WRONG_SIZE: .* gives 300000 bytes/);
    scene.host.answer('/mod.jar', (_, response) => void response.writeHead(200).end(content));
    expect(await scene.failure({ ...wanted, size: 10 })).toMatch(/^FETCH_WRONG_SIZE: .* gives more bytes/);
    expect(await scene.failure({ ...wanted, size: 400_000 })).toMatch(/^FETCH_WRONG_SIZE: .* gives 300000/);
  });

  it('is given up where its body has no end', async () => {
    await using scene = await openScene({ fileBytes: 1_000_000 });
    scene.host.answer('/mod.jar', (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(content));
      };
      response.on('drain', more).writeHead(200);
      more();
    });
    const wanted = wantedFile(content, [`https://${scene.host.host}/mod.jar`]);
    expect(await scene.failure({ ...wanted, size: null })).toMatch(/^FETCH_TOO_LARGE/);
  });

  it('is given up where nothing comes any more, and where it drips past its time', async () => {
    await using silent = await openScene({ silenceMs: 100, retries: 0 });
    const half = (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 1000));
    };
    silent.host.answer('/mod.jar', half);
    const wanted = wantedFile(content, [`https://${silent.host.host}/mod.jar`]);
    expect(await silent.failure(wanted)).toMatch(/^FETCH_TOO_SLOW: .* stops sending/);

    await using dripping = await openScene({ fileMs: 300 });
    dripping.host.answer('/mod.jar', (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      const drip = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const drips = wantedFile(content, [`https://${dripping.host.host}/mod.jar`]);
    expect(await dripping.failure(drips)).toMatch(/^FETCH_TOO_SLOW: .* within/);
  });

  it('is refused when it is sent compressed, so that nothing is ever inflated', async () => {
    await using scene = await openScene();
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    scene.host.answer('/mod.jar', (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const wanted = wantedFile(bomb, [`https://${scene.host.host}/mod.jar`]);
    expect(await scene.failure({ ...wanted, size: null })).toMatch(/^FETCH_BROKEN: .* compressed/);
  });

  it('has arrived, so that the next one may be asked for, before it is flushed to the disk', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    await using here = receiveHere(scene.setup);
    let isSafe = false;
    const arrival = Promise.withResolvers<boolean>();
    const receiving: Pick<Receiving, 'receive'> = {
      async receive(order, watch) {
        const file = await here.receive(order, watch);
        isSafe = true;
        return file;
      },
    };
    const fetched = await fetchFile({ ...scene.needs, receiving }, wanted, {
      signal: new AbortController().signal,
      received() {},
      async arrived() {
        // No flush comes back amid these, but whatever is told once it is over does.
        for (let step = 0; step < 100; step += 1) await null;
        arrival.resolve(isSafe);
      },
    });
    expect(await arrival.promise).toBe(false);
    expect(fetched.incoming.size).toBe(content.length);
  });

  it('keeps no other of its pack waiting while it is flushed and stored', async () => {
    await using scene = await openScene({ parallel: 1 });
    const [first, second] = ['/first.jar', '/second.jar'].map((name) =>
      scene.host.serve(name, Buffer.alloc(1_000, name)),
    );
    if (!first || !second) throw new Error('there are two');
    const secondAsked = Promise.withResolvers<void>();
    const receiving: Pick<Receiving, 'receive'> = {
      async receive(order, watch) {
        if (order.link === second.links[0]) secondAsked.resolve();
        const file = await scene.needs.receiving.receive(order, watch);
        if (order.link === first.links[0]) await secondAsked.promise;
        return file;
      },
    };
    let fileId = 0;
    const fetched: FetchedFiles = {
      findAll: async () => new Map(),
      async obtain(_wanted, _signal, fetch) {
        const { incoming, crc32 } = await fetch();
        fileId += 1;
        return { fileId, sha256: incoming.sha256, size: incoming.size, storageKey: incoming.sha256, crc32 };
      },
    };
    const { signal } = new AbortController();
    const { files } = await fetchFiles({ ...scene.needs, receiving, fetched }, [first, second], {
      signal,
      mostProblems: 1,
    });
    // The first was held until the second was asked for, and the second was not.
    expect([files.get(0)?.fileId, files.get(1)?.fileId].sort()).toEqual([1, 2]);
  });

  it('is told of to the last byte though its result comes by before what the thread told until then', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const run = Piscina.prototype.run;
    // All that the thread says comes right before its result, which needs no turn of the event loop then.
    const running = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (
      this: Piscina,
      { order, port }: { order: ReceiveOrder; port: MessagePort },
    ) {
      const { port1: relay, port2 } = new MessageChannel();
      const told: unknown[] = [];
      relay.on('message', (message) => told.push(message));
      const over = once(relay, 'close');
      const outcome = await run.call(this, { order, port: port2 }, { transferList: [port2] });
      await over;
      for (const message of told) port.postMessage(message);
      return outcome;
    });
    onTestFinished(() => running.mockRestore());
    const seen: (number | 'arrived')[] = [];
    await fetchFile(scene.needs, wanted, {
      signal: new AbortController().signal,
      received: (bytes) => void seen.push(bytes),
      arrived: () => void seen.push('arrived'),
    });
    expect(seen.at(-1)).not.toBe(seen[0]);
    expect(seen.filter((one) => one !== 'arrived').reduce((sum, bytes) => sum + bytes, 0)).toBe(
      content.length,
    );
    expect(seen).toContain('arrived');
  });

  it('is told of as it comes, to the last byte', async () => {
    await using scene = await openScene();
    const large = Buffer.alloc(1_000_000, 'a larger mod ');
    let [received, told] = [0, 0];
    await fetchFile(scene.needs, scene.host.serve('/mod.jar', large), {
      signal: new AbortController().signal,
      received(bytes) {
        received += bytes;
        told += 1;
      },
      arrived() {},
    });
    expect(received).toBe(large.length);
    expect(told).toBeGreaterThan(1);
  });

  it('is the fault of no host when it cannot be written on this machine, and leaves nothing behind', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const watch = { signal: new AbortController().signal, received() {}, arrived() {} };
    const elsewhere: Pick<Receiving, 'receive'> = {
      receive: (order, how) => scene.needs.receiving.receive({ ...order, path: '/no/such/folder/file' }, how),
    };
    const failing = fetchFile({ ...scene.needs, receiving: elsewhere }, wanted, watch);
    await expect(failing).rejects.toMatchObject({ name: 'NotWritten', code: 'ENOENT' });
    expect(await readdir(join(scene.directory, 'incoming'))).toEqual([]);
  });

  it('is the fault of no host when the thread that receives it ends', async () => {
    await using scene = await openScene();
    scene.host.answer('/mod.jar', (_, response) => {
      response.writeHead(200, { 'content-length': content.length }).write('half');
      void scene.needs.receiving[Symbol.asyncDispose]();
    });
    const wanted = wantedFile(content, [`https://${scene.host.host}/mod.jar`]);
    await expect(scene.fetch(wanted)).rejects.toMatchObject({ name: 'NotWritten', code: null });
    expect(await readdir(join(scene.directory, 'incoming'))).toEqual([]);
  });

  it('is received by a thread that was started before, and nothing is amiss where none was wanted after all', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const started = once(process, 'worker');
    scene.needs.receiving.begin();
    await started;
    expect((await scene.fetch(wanted)).incoming.size).toBe(content.length);
    await using unwanted = await openScene();
    unwanted.needs.receiving.begin();
  });

  it('is given up where the store takes no more of it', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const refusal = new AppError('STORAGE_FULL', 'no more');
    const storage: typeof scene.needs.storage = {
      ...scene.storage,
      receiveFrom: (write, limits) =>
        scene.storage.receiveFrom(write, { ...limits, admit: () => Promise.reject(refusal) }),
    };
    const watch = { signal: new AbortController().signal, received() {}, arrived() {} };
    await expect(fetchFile({ ...scene.needs, storage }, wanted, watch)).rejects.toBe(refusal);
    expect(await readdir(join(scene.directory, 'incoming'))).toEqual([]);
  });

  it('waits for the store where that does not keep up, and holds no other up', async () => {
    await using scene = await openScene();
    const large = Buffer.alloc(16 * 1024 * 1024, 'a large mod ');
    const wanted = scene.host.serve('/large.jar', large);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const storage: typeof scene.needs.storage = {
      ...scene.storage,
      receiveFrom: (write, limits) =>
        scene.storage.receiveFrom(write, {
          ...limits,
          admit() {
            begun.resolve();
            return goOn.promise;
          },
        }),
    };
    let came = 0;
    const received = (bytes: number) => {
      came += bytes;
    };
    const watch = { signal: new AbortController().signal, received, arrived() {} };
    const fetched = fetchFile({ ...scene.needs, storage }, wanted, watch);
    await begun.promise;
    for (let other = 0; other < 10; other += 1) {
      await scene.fetch(scene.host.serve(`/${other}.jar`, Buffer.alloc(1024 * 1024, `${other}`)));
    }
    // One write more than what may be ahead.
    expect(came).toBeLessThanOrEqual(1024 * 1024 + 128 * 1024);
    goOn.resolve();
    expect((await fetched).incoming.size).toBe(large.length);
    expect(came).toBe(large.length);
  });

  it('is fetched by the next link when one does not give it, and told of each when none does', async () => {
    await using scene = await openScene();
    const wanted = scene.host.serve('/mod.jar', content);
    const gone = `https://${scene.host.host}/gone.jar?secret=1`;
    expect((await scene.fetch({ ...wanted, links: [gone, ...wanted.links] })).incoming.size).toBe(
      content.length,
    );
    expect(await scene.failure({ ...wanted, links: [gone, 'http://files.test/mod.jar'] })).toBe(
      `FETCH_REFUSED: https://${scene.host.host}/gone.jar answers 404; http://files.test/mod.jar is asked for by http:, and only https: is allowed`,
    );
  });

  it('stops at once when it is cancelled', async () => {
    await using scene = await openScene();
    const cancel = new AbortController();
    scene.host.answer('/mod.jar', (_, response) => {
      response.writeHead(200, { 'content-length': content.length }).write('half');
      setImmediate(() => cancel.abort(new Error('cancelled')));
    });
    const wanted = wantedFile(content, [`https://${scene.host.host}/mod.jar`]);
    await expect(scene.fetch(wanted, cancel.signal)).rejects.toThrow('cancelled');
  });

  it('waits as long as a busy host asks for, and stops at once when it is cancelled meanwhile', async () => {
    await using scene = await openScene({}, lookedUpHere);
    const cancel = new AbortController();
    scene.host.answer('/mod.jar', (_, response) => response.writeHead(429, { 'retry-after': '600' }).end());
    const wanted = wantedFile(content, [`https://${scene.host.host}/mod.jar`]);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const fetching = expect(scene.fetch(wanted, cancel.signal)).rejects.toThrow('cancelled');
    await expect.poll(() => timers.mock.calls.map(([, ms]) => ms)).toContain(600_000);
    cancel.abort(new Error('cancelled'));
    await fetching;
    expect(scene.host.requests).toHaveLength(1);
  });
});

describe('a redirect', () => {
  const redirect = (location: string) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(302, { location }).end();

  it('is followed to a host on the list, and nowhere else', async () => {
    await using scene = await openScene();
    const { host } = scene;
    const wanted = host.serve('/mod.jar', content);
    const from = (path: string) => ({ ...wanted, links: [`https://${host.host}${path}`] });
    host.answer('/near', redirect('/mod.jar'));
    expect((await scene.fetch(from('/near'))).incoming.size).toBe(content.length);
    const heard = host.requests.length;
    host.answer('/other', redirect(`https://${host.at('other.test')}/mod.jar`));
    expect(await scene.failure(from('/other'))).toMatch(/^FETCH_NOT_ALLOWED: .*leads to other\.test/);
    host.answer('/plain', redirect(`http://${host.host}/mod.jar`));
    expect(await scene.failure(from('/plain'))).toMatch(/^FETCH_NOT_ALLOWED: .*only https:/);
    host.answer('/metadata', redirect('https://169.254.169.254/latest'));
    expect(await scene.failure(from('/metadata'))).toMatch(/^FETCH_NOT_ALLOWED/);
    expect(host.requests.slice(heard).map(({ path }) => path)).toEqual(['/other', '/plain', '/metadata']);
  });

  it('takes no credentials along', async () => {
    await using scene = await openScene();
    const { host } = scene;
    const wanted = host.serve('/mod.jar', content);
    host.answer('/a', (_, response) => {
      const location = `https://me:secret@${host.host}/mod.jar`;
      response.writeHead(302, { location, 'set-cookie': 'a=b' }).end();
    });
    await scene.fetch({ ...wanted, links: [`https://${host.host}/a`] });
    expect(host.requests.at(-1)?.path).toBe('/mod.jar');
    expect(host.requests.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(host.requests.at(-1)?.headers).not.toHaveProperty('cookie');
  });

  it('that goes round in a circle, or on and on, is given up', async () => {
    await using scene = await openScene();
    const { host } = scene;
    host.answer('/a', redirect('/b'));
    host.answer('/b', redirect('/a'));
    const wanted = wantedFile(content, [`https://${host.host}/a`]);
    expect(await scene.failure(wanted)).toMatch(/^FETCH_BROKEN: .*redirects/);
    for (let n = 0; n < 10; n++) host.answer(`/r${n}`, redirect(`/r${n + 1}`));
    expect(await scene.failure({ ...wanted, links: [`https://${host.host}/r0`] })).toMatch(/redirects/);
  });

  it('with an endless body is given up', async () => {
    await using scene = await openScene({ retries: 0 });
    scene.host.answer('/a', (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(content));
      };
      response.on('drain', more).writeHead(302, { location: '/b' });
      more();
    });
    const wanted = wantedFile(content, [`https://${scene.host.host}/a`]);
    expect(await scene.failure(wanted)).toMatch(/^FETCH_BROKEN: .*more than a status/);
  });
});

describe('an address that is not public', () => {
  it('is not connected to, whatever name leads there', async () => {
    await using scene = await openScene({ retries: 0 }, () => ({ lookup: leadTo('127.0.0.1') }));
    const wanted = scene.host.serve('/mod.jar', content);
    expect(await scene.failure(wanted)).toMatch(/^FETCH_PRIVATE_ADDRESS/);
    expect(scene.host.requests).toEqual([]);
  });

  it('is not connected to by the thread either, whatever the system says of a name', async () => {
    await using named = await openDownloadHost();
    await using scene = await openScene({ retries: 0, hosts: [named.at('localhost')] }, () => ({}));
    const wanted = wantedFile(content, [`https://${named.at('localhost')}/mod.jar`]);
    expect(await scene.failure(wanted)).toMatch(/^FETCH_PRIVATE_ADDRESS/);
    expect(named.requests).toEqual([]);
  });

  it('is not connected to where it stands in place of a name', async () => {
    await using scene = await openScene({ retries: 0, hosts: ['127.0.0.1', '[::1]'] }, () => ({}));
    const wanted = wantedFile(content, ['https://127.0.0.1/mod.jar', 'https://[::1]/mod.jar']);
    expect(await scene.failure(wanted)).toMatch(/^FETCH_PRIVATE_ADDRESS: .*; .*address is not a public one/);
  });

  it('is not connected to when the name led elsewhere the time before', async () => {
    await using inside = await openDownloadHost('127.0.0.2');
    let asked = 0;
    await using scene = await openScene({ retries: 0 }, ({ connect }) => ({
      ...connect,
      isPublic: (address) => address === '127.0.0.1',
      lookup: (...question) => leadTo(asked++ === 0 ? '127.0.0.1' : '127.0.0.2')(...question),
    }));
    const wanted = scene.host.serve('/mod.jar', content);
    scene.host.answer('/first.jar', (request, response) => {
      response.setHeader('connection', 'close');
      sendRange(request, response, content);
    });
    await scene.fetch({ ...wanted, links: [`https://${scene.host.host}/first.jar`] });
    expect(await scene.failure(wanted)).toMatch(/^FETCH_PRIVATE_ADDRESS/);
    expect(inside.requests).toEqual([]);
    expect(asked).toBe(2);
  });

  it('is not connected to where a name leads to a public one beside it', async () => {
    const addresses = ['127.0.0.1', '192.168.0.1'].map((address) => ({ address, family: 4 }));
    await using scene = await openScene({ retries: 0 }, ({ connect }) => ({
      ...connect,
      isPublic: (address) => address === '127.0.0.1',
      lookup: (_name, _options, callback) => callback(null, addresses),
    }));
    expect(await scene.failure(scene.host.serve('/mod.jar', content))).toMatch(/^FETCH_PRIVATE_ADDRESS/);
    expect(scene.host.requests).toEqual([]);
  });

  it('is connected to where the operator has opened that', async () => {
    await using scene = await openScene({ privateAddresses: true }, ({ connect: { ca = '' } }) => ({
      ca,
      lookup: leadTo('127.0.0.1'),
      isPublic: () => false,
    }));
    const wanted = scene.host.serve('/mod.jar', content);
    expect((await scene.fetch(wanted)).incoming.size).toBe(content.length);
  });
});

describe('a transfer that fails', () => {
  const wantedAt = (host: DownloadHost) => wantedFile(content, [`https://${host.host}/mod.jar`]);
  const breakOff = (response: ServerResponse, headers: Record<string, string> = {}) => {
    response.writeHead(200, { 'content-length': content.length, ...headers });
    response.write(content.subarray(0, 100_000), () => response.destroy());
  };

  it('goes on where it broke off', async () => {
    await using scene = await openScene();
    scene.host.answer('/mod.jar', (request, response, nth) =>
      nth === 1 ? breakOff(response) : sendRange(request, response, content),
    );
    await scene.fetch(wantedAt(scene.host));
    const ranges = scene.host.requests.map(({ headers }) => headers.range ?? null);
    expect(ranges).toHaveLength(2);
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-299999$/);
  });

  it.each([
    [
      'ignores the range',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': content.length }).end(content),
    ],
    [
      'answers another range',
      (response: ServerResponse) =>
        void response
          .writeHead(206, { 'content-range': `bytes 5-${content.length - 1}/${content.length}` })
          .end(content.subarray(5)),
    ],
    [
      'answers a range without a Content-Range',
      (response: ServerResponse) => void response.writeHead(206).end(content),
    ],
    ['has changed the file', (response: ServerResponse) => void response.writeHead(412).end()],
  ])('is begun anew where the host %s', async (_, second) => {
    await using scene = await openScene();
    scene.host.answer('/mod.jar', (request, response, nth) => {
      if (nth === 1) breakOff(response, { etag: '"one"' });
      else if (nth === 2) second(response);
      else sendRange(request, response, content);
    });
    const { incoming } = await scene.fetch(wantedAt(scene.host));
    expect(incoming.size).toBe(content.length);
    expect(scene.host.requests.length).toBe(3);
    expect(scene.host.requests[2]?.headers.range).toBeUndefined();
  });

  it('is asked for again when the host is busy', async () => {
    await using scene = await openScene();
    scene.host.answer('/mod.jar', (request, response, nth) => {
      if (nth === 1) response.writeHead(429, { 'retry-after': '0' }).end('slow down');
      else if (nth === 2) response.writeHead(503).end('not now');
      else sendRange(request, response, content);
    });
    await scene.fetch(wantedAt(scene.host));
    expect(scene.host.requests).toHaveLength(3);
  });

  it('is told in plain words when the host stays busy or cannot be reached', async () => {
    await using scene = await openScene({ retries: 1 });
    scene.host.answer('/mod.jar', (_, response) => void response.writeHead(503).end());
    expect(await scene.failure(wantedAt(scene.host))).toMatch(
      /^FETCH_UNREACHABLE: .*answers 503, however often/,
    );
    expect(scene.host.requests).toHaveLength(2);
    await using offline = await openScene({}, ({ connect }) => ({
      ...connect,
      lookup: (name, _options, callback) =>
        callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), ''),
    }));
    expect(await offline.failure(wantedAt(offline.host))).toMatch(
      /^FETCH_UNREACHABLE: .*cannot be reached \(ENOTFOUND\)/,
    );
  });

  it('is told in plain words when the host cannot prove who it is', async () => {
    await using scene = await openScene({}, ({ connect: { address = '' } }) => ({ address }));
    const wanted = scene.host.serve('/mod.jar', content);
    expect(await scene.failure(wanted)).toMatch(/^FETCH_UNREACHABLE: .*SELF_SIGNED/);
    expect(scene.host.requests).toEqual([]);
  });
});
