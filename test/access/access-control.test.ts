import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAccessControl } from '../../src/access/access-control.ts';
import { anonymous } from '../../src/access/permissions.ts';
import { openSigner } from '../../src/access/signing.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });
const anyone = anonymous('192.0.2.1');

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

it('access control signs links and tickets with keys of their own, links for as long as is set', async () => {
  await using place = await openPlace('embedded');
  const config = readConfig({ DATA_DIR: place.dataDir, DOWNLOAD_LINK_SECONDS: '70', ACCESS: 'closed' });
  await using access = await openAccessControl({ ...place, log }, config);
  expect([access.mode, access.signIn]).toEqual(['closed', null]);
  // Soon, since the embedded database sets timers by this clock.
  const now = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const { searchParams } = new URL(access.downloadLinks.sign('/a', anyone, 'a'.repeat(64)), 'http://here');
  const expires = String(now.getTime() / 1_000 + 70);
  expect(searchParams.get('expires')).toBe(expires);
  const links = await openSigner(place.database, 'download-links');
  expect(searchParams.get('signature')).toBe(links.sign(`/a\n${expires}\n${searchParams.get('by')}`));
  const tickets = await openSigner(place.database, 'upload-tickets');
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

it('browsers sign in, and JSON web tokens are looked into, where an issuer is set', async () => {
  await using place = await openPlace('embedded');
  const config = readConfig({
    DATA_DIR: place.dataDir,
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_AUDIENCE: 'packs',
    OIDC_CLIENT_ID: 'web',
  });
  await using access = await openAccessControl({ ...place, log }, config);
  expect(access.signIn?.origins()).toEqual(['https://issuer.example']);
});
