import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { type LiveConnections, openLiveConnections } from '../../src/access/live-connections.ts';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createServerDatabase, databaseKinds, openScratchDatabase } from '../support/database.ts';
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
