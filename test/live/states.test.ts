import { describe, expect, it } from 'vitest';
import { openStates } from '../../src/live/states.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

describe.each(databaseKinds)('states on the %s database', (kind) => {
  it('are read once for all subscribers that a notification wakes, and end with the last', async () => {
    await using database = await openScratchDatabase(kind);
    const reads: (readonly number[])[] = [];
    let state = 'WAITING';
    await using states = await openStates<string>(database, {
      async read(keys) {
        reads.push(keys);
        return new Map(keys.filter((key) => key < 9).map((key) => [key, state]));
      },
      changes: { channel: 'states' },
      isLast: (one) => one === 'ENDED',
    });
    const followed = [1, 1, 1, 2].map((key) => states.follow(key));
    const next = () => Promise.all(followed.map(async (one) => (await one.next()).value));
    expect(await next()).toEqual(Array(4).fill('WAITING'));
    expect(reads.splice(0)).toEqual([[1, 2]]);
    const ended = next();
    // A notification without a change tells nothing.
    await database.notify('states', '1');
    await expect.poll(() => reads.splice(0)).toEqual([[1]]);
    state = 'ENDED';
    for (const key of [1, 2]) await database.notify('states', String(key));
    expect(await ended).toEqual(Array(4).fill('ENDED'));
    expect(await next()).toEqual(Array(4).fill(undefined));
    expect(reads.flat().toSorted()).toEqual([1, 2]);
    expect(await states.follow(9).next()).toEqual({ done: true, value: undefined });
  });
});
