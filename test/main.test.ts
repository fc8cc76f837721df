import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runConfiguration } from './access/callers.ts';
import { ask } from './graphql/client.ts';
import { type Child, startChild } from './support/child.ts';
import { smallPack, upload } from './support/client.ts';
import { createServerDatabase, databaseKinds } from './support/database.ts';
import { childrenOf } from './support/debian.ts';
import { openPassage } from './support/passage.ts';
import { begin, goOn, sendPartOf } from './support/resumable.ts';

const logLine = z.looseObject({ msg: z.string(), address: z.string().optional() });

async function addressOf(child: Child): Promise<string> {
  const [line] = await child.line(/^.*"msg":"listening".*$/);
  return logLine.parse(JSON.parse(line)).address ?? '';
}

/** Linux only. */
async function threadsOf({ process: { pid } }: Child): Promise<string[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const names = tasks.map((task) => readFile(`/proc/${pid}/task/${task}/comm`, 'utf8').catch(() => ''));
  return (await Promise.all(names)).map((name) => name.trim());
}

describe('the process of the service', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'main-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const start = (environment: Record<string, string> = {}) =>
    startChild('src/main.ts', {
      PORT: '0',
      DATA_DIR: dataDir,
      WORKER_THREADS: '1',
      MODLOADER_VERSIONS: 'off',
      CATALOGUE: 'off',
      ...environment,
    });

  it('refuses settings that are not usable in so many words', async () => {
    await using child = start({ PORT: 'x' });
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(/^These settings are not usable:\n {2}PORT: .*\n$/);
  });

  it.runIf(process.platform === 'linux')('starts in half a gigabyte, in an empty folder too', async () => {
    // The first to use the folder, which the others go on with.
    await using child = start();
    await addressOf(child);
    const status = await readFile(`/proc/${child.process.pid}/status`, 'utf8');
    // 405 MB; an embedded database that is compiled for speed makes it 940, one that is made in here 890.
    expect(Number(status.match(/^VmHWM:\s+(\d+) kB/m)?.[1]) / 1024).toBeLessThan(550);
    const folders = (await readdir(path.join(dataDir, 'database'))).filter((name) =>
      name.startsWith('postgres'),
    );
    expect(folders).toEqual(['postgres']);
    expect(await threadsOf(child)).toContain('database');
  });

  it.runIf(process.platform === 'linux' && databaseKinds.includes('server'))(
    'begins no thread for a database where that is a server',
    async () => {
      await using database = await createServerDatabase();
      await using child = start({ DATABASE_URL: database.url });
      await addressOf(child);
      expect(await threadsOf(child)).not.toContain('database');
    },
  );

  it.runIf(databaseKinds.includes('server'))(
    'waits for a database server that is not there yet, and stops at once where it is told to meanwhile',
    async () => {
      await using database = await createServerDatabase();
      await using passage = await openPassage(database.url);
      passage.refuse();
      await using child = start({ DATABASE_URL: passage.url });
      await using other = start({ DATABASE_URL: passage.url });
      const waits = /"msg":"waiting for the database server at 127\.0\.0\.1:\d+, up to a minute: sorry/;
      await Promise.all([child.line(waits), other.line(waits)]);
      other.process.kill('SIGTERM');
      expect(await other.ended, other.errors()).toBe(0);
      passage.speak();
      expect(await addressOf(child)).toContain('http');
    },
  );

  it.runIf(process.platform === 'linux')(
    'has a process for archives up before the first upload',
    async () => {
      await using child = start();
      await addressOf(child);
      const { pid = 0 } = child.process;
      const works = async () => {
        const children = await childrenOf(pid);
        const commands = children.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => ''));
        return (await Promise.all(commands)).filter((command) => command.includes('work-process')).length;
      };
      await expect.poll(works).toBe(1);
    },
  );

  it('refuses a data folder that another process has, in one line, and takes it once that was killed in mid-upload', async () => {
    await using first = start();
    const pack = smallPack('in two pieces');
    const [begun, half] = [await begin({ url: await addressOf(first) }, pack.length), pack.length >> 1];
    sendPartOf(begun.url, pack.subarray(0, half), { offset: 0, length: pack.length });
    await expect
      .poll(() => stat(path.join(dataDir, 'store', 'resumable', begun.id)).then(({ size }) => size))
      .toBe(half);
    await using second = start();
    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(/^The data folder is in use by another process\. .*\n$/);
    first.process.kill('SIGKILL');
    await first.ended;
    await using third = start({ HOST: '0.0.0.0' });
    const url = await addressOf(third);
    // What doctor finds quickly is in the log of each start.
    await third.line(/"level":40.*ACCESS is open/);
    // Not one byte of the upload was lost, nor taken twice.
    expect(await goOn(`${url}/uploads/${begun.id}`, pack)).toEqual([half]);
    const { data } = await ask(
      url,
      `mutation ($upload: ID!) { uploadModPack(input: { archive: { upload: $upload }, runConfiguration: ${runConfiguration} }) { __typename } }`,
      { upload: begun.id },
    );
    expect(data).toEqual({ uploadModPack: { __typename: 'RunStarted' } });
    const stored = await fetch(`${url}/api/v2/modpacks/download/1`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(pack)).toBe(true);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 at %s while it starts', async (signal) => {
    // A start takes half a minute on a very busy machine, after which a stop with the usual grace would be cut short.
    await using child = start({ SHUTDOWN_GRACE_MS: '600000' });
    await child.line(/"msg":"starting"/);
    child.process.kill(signal);
    expect(await child.ended).toBe(0);
    expect(child.lines.at(-1)).toContain('"msg":"stopped"');
    expect(child.errors()).toBe('');
  });

  it('starts its database again when the thread of that dies, and goes on', async () => {
    const hook = fileURLToPath(new URL('./support/thread-death-hook.ts', import.meta.url));
    await using child = start({ NODE_OPTIONS: `--import ${hook}` });
    const url = await addressOf(child);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.process.kill('SIGUSR2');
    await child.line(/"msg":"the embedded database works again"/);
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('ends with 0 at SIGTERM, told twice, with a stream, a socket and an upload under way and nobody who reads its log', async () => {
    await using child = start({ SHUTDOWN_GRACE_MS: '1000' });
    const url = await addressOf(child);
    child.process.stdout?.destroy();
    expect((await upload(url, smallPack())).status).toBe(200);
    const query = encodeURIComponent('subscription { events { databaseId } }');
    const stream = await fetch(`${url}/graphql?query=${query}`, { headers: { accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const half = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    half.write(
      'POST /api/v2/modpacks/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n' +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
    );
    const incoming = path.join(dataDir, 'store', 'incoming');
    await expect.poll(() => readdir(incoming)).not.toEqual([]);
    child.process.kill('SIGTERM');
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    expect(child.errors()).toBe('');
    expect(await readdir(incoming)).toEqual([]);
    await stream.body?.cancel().catch(() => null);
    half.destroy();
  });
});
