import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { files } from '../../drizzle/schema.ts';
import { fileLock, insertFile } from '../../src/core/files/files.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const file = { sha256: 'one', size: 7, storageKey: 'first' };
const longAgo = new Date('2020-01-01T00:00:00.000Z');

describe.each(databaseKinds)('the row of stored bytes, on the %s database,', (kind) => {
  it('is made once, and says where they are now', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    await insertFile(db, { ...file, sha256: 'other', storageKey: 'other' });
    const made = await insertFile(db, file);
    expect(made).toMatchObject({ ...file, removed: null });
    await db.update(files).set({ dateCreated: longAgo });
    const moved = { ...made, storageKey: 'second', dateCreated: longAgo };
    expect(await insertFile(db, { ...file, storageKey: 'second' })).toEqual(moved);
    const other = { storageKey: 'other' };
    expect(await db.select().from(files).orderBy(files.storageKey)).toMatchObject([other, moved]);
  });

  it('is that of bytes as new as they are, where they had been removed', async () => {
    await using database = await openScratchDatabase(kind);
    const { db } = database;
    const { id } = await insertFile(db, file);
    await db.update(files).set({ removed: sql`now()`, dateCreated: longAgo });
    const again = await insertFile(db, file);
    expect(again).toMatchObject({ id, removed: null });
    expect(again.dateCreated.getTime()).toBeGreaterThan(longAgo.getTime());
  });
});

it('bytes are locked by what they are', () => {
  expect(fileLock('one')).toBe(fileLock('one'));
  expect(fileLock('one')).not.toBe(fileLock('other'));
});
