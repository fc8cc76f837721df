import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openAccessControl } from '../../src/access/access-control.ts';
import { askGateway, openControl } from '../../src/access/control.ts';
import { anonymous } from '../../src/access/permissions.ts';
import { openSigner } from '../../src/access/signing.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });
const backups = { begin: () => Promise.reject(new Error('No backup is made here.')) };

/** A folder for the data, and a database that counts who listens to it. */
async function openPlace(kind: 'embedded' | 'server') {
  await using parts = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'access-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const opened = parts.use(await openScratchDatabase(kind));
  const listening = { now: 0, ever: 0 };
  const listen: Database['listen'] = async (...to) => {
    const unlisten = await opened.listen(...to);
    listening.now += 1;
    listening.ever += 1;
    return async () => {
      listening.now -= 1;
      await unlisten();
    };
  };
  const kept = parts.move();
  return {
    dataDir,
    door: path.join(dataDir, 'control.json'),
    database: { ...opened, listen },
    backups,
    listening,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

describe.each(databaseKinds)('access control on the %s database', (kind) => {
  it('leaves nothing open at its end: nobody listens, no timer runs, and no door is there', async () => {
    await using place = await openPlace(kind);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const access = await openAccessControl({ ...place, log }, readConfig({ DATA_DIR: place.dataDir }));
    expect([place.listening.now, existsSync(place.door)]).toEqual([3, kind === 'embedded']);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await access[Symbol.asyncDispose]();
    expect([place.listening.now, existsSync(place.door), vi.getTimerCount()]).toEqual([0, false, 0]);
  });
});

it('access control signs links and tickets with keys of their own', async () => {
  await using place = await openPlace('embedded');
  const config = readConfig({ DATA_DIR: place.dataDir, ACCESS: 'closed' });
  await using access = await openAccessControl({ ...place, log }, config);
  const [links, tickets] = [
    await openSigner(place.database, 'download-links'),
    await openSigner(place.database, 'upload-tickets'),
  ];
  const link = access.downloadLinks.sign('/a', anonymous('192.0.2.1'), 'a'.repeat(64));
  const { searchParams } = new URL(link, 'http://here');
  const [expires, by] = [searchParams.get('expires'), searchParams.get('by')];
  expect(searchParams.get('signature')).toBe(links.sign(`/a\n${expires}\n${by}`));
  expect(access.ticketSigner.sign('a')).toBe(tickets.sign('a'));
  expect(tickets.sign('a')).not.toBe(links.sign('a'));
});

it('access control that cannot be opened leaves nobody listening', async () => {
  await using place = await openPlace('embedded');
  const file = path.join(place.dataDir, 'file');
  await writeFile(file, '');
  const opening = openAccessControl({ ...place, log }, readConfig({ DATA_DIR: file }));
  await expect(opening).rejects.toMatchObject({ code: 'EEXIST' });
  expect(place.listening).toEqual({ now: 0, ever: 3 });
});

const door = z.object({ port: z.int(), key: z.string() });
const silent = pino({ level: 'silent' });

/** A data folder that does not exist yet. */
async function openFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'control-'));
  const dataDir = path.join(folder, 'data');
  return {
    dataDir,
    file: path.join(dataDir, 'control.json'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

it('opens to nobody without the key, and takes nothing but commands of a sane size', async () => {
  await using folder = await openFolder();
  await using database = await openScratchDatabase(databaseKind);
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  await using _control = await openControl({ database, log, backups }, folder.dataDir);
  const { port, key } = door.parse(JSON.parse(await readFile(folder.file, 'utf8')));
  const ask = async (body: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    expect(answer.headers.get('content-type')).toBe('application/json');
    return [answer.status, await answer.json()];
  };
  const refused = { refused: expect.any(String) };
  const list = JSON.stringify({ do: 'list' });
  for (const wrong of [undefined, '', 'Bearer ', key, `Bearer ${key}x`, `Bearer ${'A'.repeat(43)}`])
    expect(await ask(list, wrong), wrong).toEqual([401, refused]);
  const right = `Bearer ${key}`;
  expect(await ask(list, right)).toEqual([200, { lines: ['There are no tokens.'] }]);
  expect(await ask(list.padEnd(10_000), right)).toEqual([200, { lines: ['There are no tokens.'] }]);
  expect(await ask(list.padEnd(10_001), right)).toEqual([413, refused]);
  expect(await ask(JSON.stringify({ do: 'explode' }), right)).toEqual([400, refused]);
  expect(lines).toEqual([]);
  expect(await ask('no JSON', right)).toEqual([500, refused]);
  expect(lines).toEqual([expect.stringMatching(/SyntaxError.*a command failed/)]);
});

it('says that something went wrong when the database does not answer, and closes whoever has removed its file', async () => {
  await using folder = await openFolder();
  const database = await openScratchDatabase(databaseKind);
  await using _control = await openControl({ database, log: silent, backups }, folder.dataDir);
  await database.close();
  const asked = askGateway(folder.dataDir, { do: 'list' }, 60_000);
  await expect(asked).rejects.toThrow('Something went wrong; the log of the gateway tells.');
  await rm(folder.file);
});

it('has its key in a file that only its owner reads, new at every start, gone at the end', async () => {
  await using folder = await openFolder();
  await using database = await openScratchDatabase(databaseKind);
  const keys: string[] = [];
  for (let start = 0; start < 2; start++) {
    await using _control = await openControl({ database, log: silent, backups }, folder.dataDir);
    expect((await stat(folder.file)).mode & 0o777).toBe(0o600);
    keys.push(door.parse(JSON.parse(await readFile(folder.file, 'utf8'))).key);
    expect(await readdir(folder.dataDir)).toEqual(['control.json']);
  }
  expect(keys[0]).toMatch(/^[\w-]{43}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(await readdir(folder.dataDir)).toEqual([]);
});

it('closes with the service, whoever is connected', async () => {
  await using folder = await openFolder();
  await using database = await openScratchDatabase(databaseKind);
  const control = await openControl({ database, log: silent, backups }, folder.dataDir);
  const { port } = door.parse(JSON.parse(await readFile(folder.file, 'utf8')));
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nhost: here\r\n');
  const closed = once(socket, 'close');
  await control[Symbol.asyncDispose]();
  await closed;
});

it('leaves neither a port nor a file behind where its file cannot be put in its place', async () => {
  await using folder = await openFolder();
  await using database = await openScratchDatabase(databaseKind);
  await mkdir(path.join(folder.file, 'in its place'), { recursive: true });
  const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = ports();
  await expect(openControl({ database, log: silent, backups }, folder.dataDir)).rejects.toMatchObject({
    code: 'EISDIR',
  });
  await expect.poll(ports).toBe(before);
  expect(await readdir(folder.dataDir)).toEqual(['control.json']);
});

it('is taken for closed where another answers at the port of the file that a killed gateway left', async () => {
  await using folder = await openFolder();
  const list = { do: 'list' } as const;
  expect(await askGateway(folder.dataDir, list, 60_000)).toBeNull();
  const answers = ['hello', '{}'];
  const stranger = createServer((_request, response) => void response.end(answers.shift()));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const address = stranger.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  await mkdir(folder.dataDir);
  await writeFile(folder.file, JSON.stringify({ port, key: 'old' }));
  expect([
    await askGateway(folder.dataDir, list, 60_000),
    await askGateway(folder.dataDir, list, 60_000),
  ]).toEqual([null, null]);
  expect(answers).toEqual([]);
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
  expect(await askGateway(folder.dataDir, list, 60_000)).toBeNull();
});

it('is taken for closed where another gateway has the port by now', async () => {
  await using folder = await openFolder();
  await using database = await openScratchDatabase(databaseKind);
  await using _control = await openControl({ database, log: silent, backups }, folder.dataDir);
  const { port } = door.parse(JSON.parse(await readFile(folder.file, 'utf8')));
  await writeFile(folder.file, JSON.stringify({ port, key: 'old' }));
  expect(await askGateway(folder.dataDir, { do: 'list' }, 60_000)).toBeNull();
});
