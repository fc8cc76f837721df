import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { type LiveConnections, openLiveConnections } from '../../src/limits/live-connections.ts';
import {
  createServerDatabase,
  databaseKind,
  databaseKinds,
  openScratchDatabase,
} from '../support/database.ts';
import { openPassage } from '../support/passage.ts';

const log = pino({ level: 'silent' });

/** Makes two tokens; their ids are 1 and 2. */
async function makeTokens(database: Database): Promise<void> {
  for (const name of ['kept', 'gone'])
    await createToken(database, { name, role: 'reader', voter: false, quota: null, expires: null });
}

/** A connection that is open on a token; `ended` resolves when it is ended. */
function openOn(connections: LiveConnections, tokenId: number) {
  const ended = Promise.withResolvers<void>();
  const connection = { isOpen: true, ended: ended.promise };
  connections.hold({ tokenId, expires: null }, () => {
    connection.isOpen = false;
    ended.resolve();
  });
  return connection;
}

describe.each(databaseKinds)('connections on tokens on the %s database', (kind) => {
  it('are ended at once when the token was revoked after it was looked up', async () => {
    await using database = await openScratchDatabase(kind);
    await makeTokens(database);
    await using connections = await openLiveConnections({ database, log });
    const [kept, gone] = [openOn(connections, 1), openOn(connections, 2)];
    await revokeToken(database, 'gone');
    await gone.ended;
    expect(openOn(connections, 2).isOpen).toBe(false);
    expect([kept.isOpen, openOn(connections, 1).isOpen]).toEqual([true, true]);
  });

  it('are ended though whoever revokes the token dies once it is revoked', async () => {
    await using database = await openScratchDatabase(kind);
    await makeTokens(database);
    await using connections = await openLiveConnections({ database, log });
    const gone = openOn(connections, 2);
    const dying = { ...database, notify: () => Promise.reject(new Error('died')) };
    await revokeToken(dying, 'gone').catch(() => undefined);
    await gone.ended;
  });

  it('are ended each once, all that there are, but those that have ended by themselves', async () => {
    await using database = await openScratchDatabase(kind);
    await makeTokens(database);
    await using connections = await openLiveConnections({ database, log });
    const ends: string[] = [];
    const open = (name: string) => connections.hold({ tokenId: 2, expires: null }, () => ends.push(name));
    open('first');
    const release = open('second');
    open('third');
    release();
    const fourth = openOn(connections, 2);
    await revokeToken(database, 'gone');
    await fourth.ended;
    expect(ends).toEqual(['first', 'third']);
    const again = openOn(connections, 1);
    await revokeToken(database, 'kept');
    await again.ended;
    expect(ends).toEqual(['first', 'third']);
  });
});

it('a connection that has ended by itself twice takes nobody else’s end away', async () => {
  await using database = await openScratchDatabase(databaseKind);
  await makeTokens(database);
  await using connections = await openLiveConnections({ database, log });
  const release = connections.hold({ tokenId: 2, expires: null }, () => {});
  release();
  const next = openOn(connections, 2);
  release();
  await revokeToken(database, 'gone');
  await next.ended;
});

describe('a connection on a token that runs out', async () => {
  const day = 86_400_000;
  const now = new Date('2030-01-01T00:00:00Z');

  const database = await openScratchDatabase(databaseKind);
  const connections = await openLiveConnections({ database, log });
  afterAll(async () => {
    await connections[Symbol.asyncDispose]();
    await database.close();
  });
  // Time goes on by itself, too: a connection to the database is made after a timer of its driver.
  beforeEach(
    () =>
      void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now, shouldAdvanceTime: true }),
  );
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['a token', 3],
    ['a person of an issuer', null],
  ])('of %s is ended at that moment, be it months away', (_whose, tokenId) => {
    const end = vi.fn<() => void>();
    connections.hold({ tokenId, expires: new Date(now.getTime() + 100 * day) }, end);
    vi.advanceTimersByTime(100 * day - 1);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(end).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(100 * day);
    expect(end).toHaveBeenCalledOnce();
  });

  it('is ended once, be its token revoked before or after', async () => {
    const moment = new Date(now.getTime() + day);
    for (const name of ['kept', 'gone'])
      await createToken(database, { name, role: 'reader', voter: false, quota: null, expires: null });
    const ends: number[] = [];
    const end = (tokenId: number) => connections.hold({ tokenId, expires: moment }, () => ends.push(tokenId));
    end(1);
    end(2);
    const revoked = openOn(connections, 1);
    await revokeToken(database, 'kept');
    await revoked.ended;
    expect(ends).toEqual([1]);
    vi.advanceTimersByTime(day);
    expect(ends).toEqual([1, 2]);
    const later = openOn(connections, 2);
    await revokeToken(database, 'gone');
    await later.ended;
    expect(ends).toEqual([1, 2]);
  });

  it('is left alone when it has ended by itself, and without an end', () => {
    const end = vi.fn<() => void>();
    connections.hold({ tokenId: 3, expires: new Date(now.getTime() + day) }, end)();
    for (const tokenId of [null, 3]) connections.hold({ tokenId, expires: null }, end)();
    connections.hold({ tokenId: 3, expires: null }, end);
    vi.advanceTimersByTime(100 * day);
    expect(end).not.toHaveBeenCalled();
  });
});

describe.runIf(databaseKinds.includes('server'))('connections on tokens', () => {
  it('that are revoked while the database is away are ended once it is back, and no others', async () => {
    await using place = await createServerDatabase();
    await using passage = await openPassage(place.url);
    await using near = await openDatabase(place.url, { memory: true });
    await using far = await openDatabase(passage.url, { memory: true });
    await makeTokens(near);
    await using connections = await openLiveConnections({ database: far, log });
    const [kept, gone] = [openOn(connections, 1), openOn(connections, 2)];
    passage.cut();
    await revokeToken(near, 'gone');
    await passage.open();
    await gone.ended;
    expect(kept.isOpen).toBe(true);
  });
});

it('connections whose tokens could not be looked for are ended when they can', async () => {
  await using database = await openScratchDatabase(databaseKind);
  await makeTokens(database);
  const told: unknown[] = [];
  let miss = () => {};
  await using connections = await openLiveConnections({
    database: {
      ...database,
      async listen(_channel, _hear, missed) {
        miss = missed;
        return async () => {};
      },
    },
    log: pino({ base: null }, { write: (line) => told.push(JSON.parse(line)) }),
  });
  const ofNobody = vi.fn<() => void>();
  connections.hold({ tokenId: null, expires: null }, ofNobody);
  const [kept, gone] = [openOn(connections, 1), openOn(connections, 2)];
  await revokeToken(database, 'gone');
  const fail = (word: string) => () => {
    throw new Error(word);
  };
  vi.spyOn(database.db, 'select').mockImplementationOnce(fail('away')).mockImplementationOnce(fail('still'));
  miss();
  await gone.ended;
  expect(kept.isOpen).toBe(true);
  expect(ofNobody).not.toHaveBeenCalled();
  expect(told).toMatchObject([
    { err: { message: 'away' }, msg: 'cannot look for revoked tokens; trying until it works' },
  ]);
  expect(told).toHaveLength(1);
});
