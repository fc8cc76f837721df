import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { formOnly, listedVersions } from '../../src/core/runs/modloader-versions.ts';
import { modloaders } from '../../src/modloaders/index.ts';
import type { ListedVersions } from '../../src/modloaders/modloader.ts';

const [loaderFeed, gameFeed] = modloaders.Fabric.versionFeeds('1.20.1');
const loaders = (...versions: string[]) =>
  loaderFeed?.parseVersions(versions.map((one) => `<version>${one}</version>`).join('')) ?? null;
const games = (...versions: string[]) =>
  gameFeed?.parseVersions(JSON.stringify(versions.map((version) => ({ version })))) ?? null;

/** Fabric's two lists as they are at each time that they are asked for; null when they cannot be had. */
function listsOf(lists: { loaders: (ListedVersions | null)[]; games: (ListedVersions | null)[] }) {
  const asked: [string, number][] = [];
  const logged: unknown[] = [];
  const log = pino({ base: null }, { write: (line) => logged.push(JSON.parse(line)) });
  const answers = { loaders: [...lists.loaders], games: [...lists.games] };
  const get = async ({ url }: { url: string }, maxAgeMs: number) => {
    const which = url === loaderFeed?.url ? 'loaders' : 'games';
    asked.push([which, maxAgeMs]);
    return answers[which].shift() ?? null;
  };
  return { lists: { get }, log, asked, logged };
}

const run = (modloaderVersion: string, gameVersion = '1.20.1') =>
  ({ gameVersion, modloader: 'Fabric', modloaderVersion }) as const;
const day = 86_400_000;

describe('the versions that a request names', () => {
  it('are taken when all lists have them, each asked once', async () => {
    const place = listsOf({ loaders: [loaders('0.15.6')], games: [games('1.20.1')] });
    await listedVersions(place, day).verify(run('0.15.6'));
    expect(place.asked).toEqual([
      ['loaders', day],
      ['games', day],
    ]);
    expect(place.logged).toEqual([]);
  });

  it('are looked for once more in a list of the last minute, before they are refused', async () => {
    const old = loaders('0.15.6');
    const place = listsOf({ loaders: [old, loaders('0.15.6', '0.16.0')], games: [games('1.20.1')] });
    await listedVersions(place, day).verify(run('0.16.0'));
    expect(place.asked).toEqual([
      ['loaders', day],
      ['games', day],
      ['loaders', 60_000],
    ]);
    const strict = listsOf({ loaders: [old, old], games: [games('1.20.1')] });
    await expect(listedVersions(strict, 500).verify(run('0.16.0'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'There is no Fabric 0.16.0 for game version 1.20.1. Near it are 0.15.6.',
      details: { field: 'modloaderVersion' },
    });
    expect(strict.asked.at(-1)).toEqual(['loaders', 500]);
  });

  it('are refused by the list that has another game version, in its words', async () => {
    const other = games('1.20', '24w14a', '1.20.2', '1.21');
    const place = listsOf({ loaders: [loaders('0.15.6')], games: [other, other] });
    await expect(listedVersions(place, day).verify(run('0.15.6'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'Fabric has nothing for game version 1.20.1. Near it are 1.20, 1.20.2, 1.21.',
      details: { field: 'gameVersion' },
    });
  });

  it('are taken, and logged as not verified, when a list cannot be had', async () => {
    for (const answers of [
      { loaders: [null], games: [games('1.20.1')] },
      { loaders: [loaders('0.15.6')], games: [null] },
      // Nor the second time.
      { loaders: [loaders('0.14.0'), null], games: [games('1.20.1')] },
    ]) {
      const place = listsOf(answers);
      await listedVersions(place, day).verify(run('0.15.6'));
      expect(place.logged).toMatchObject([
        { level: 30, ...run('0.15.6'), msg: 'the versions of a request are not verified' },
      ]);
    }
  });

  it('are refused when one list lacks them, though the other cannot be had', async () => {
    const old = loaders('0.14.0');
    const place = listsOf({ loaders: [old, old], games: [null] });
    await expect(listedVersions(place, day).verify(run('0.15.6'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(place.logged).toEqual([]);
  });

  it('are not looked for where their form is enough', async () => {
    await formOnly.verify(run('0.15.6'));
    expect(await formOnly.listed({ modloader: 'Fabric', gameVersion: '1.20.1' })).toEqual({
      gameVersions: [],
      modloaderVersions: [],
    });
  });
});

describe('what there is near a version that there is not', () => {
  const near = async (wanted: string, ...versions: string[]) => {
    const list = loaders(...versions);
    const place = listsOf({ loaders: [list, list], games: [games('1.20.1')] });
    const refused = await listedVersions(place, day)
      .verify(run(wanted))
      .catch((error: unknown) => error);
    return refused instanceof Error ? refused.message.replace(/^.*? for game version 1\.20\.1\. /, '') : '';
  };
  const ten = Array.from({ length: 10 }, (_, number) => `0.${number + 1}.0`);

  it('is five, between which it would stand, in the order of their numbers', async () => {
    expect(await near('0.5.5', ...ten.toReversed())).toBe('Near it are 0.3.0, 0.4.0, 0.5.0, 0.6.0, 0.7.0.');
    expect(await near('0.9.5', ...ten)).toBe('Near it are 0.6.0, 0.7.0, 0.8.0, 0.9.0, 0.10.0.');
  });

  it('is the five at the end beyond which it lies', async () => {
    expect(await near('0.0.1', ...ten)).toBe('Near it are 0.1.0, 0.2.0, 0.3.0, 0.4.0, 0.5.0.');
    expect(await near('9.0.0', ...ten)).toBe('Near it are 0.6.0, 0.7.0, 0.8.0, 0.9.0, 0.10.0.');
  });

  it('is all where there are few, each once', async () => {
    expect(await near('0.1.5', '0.2.0', '0.1.0', '0.2.0')).toBe('Near it are 0.1.0, 0.2.0.');
  });

  it('is nothing but what could be asked for', async () => {
    expect(await near('0.1.5', '0.1.0', '[0.2,)')).toBe('Near it are 0.1.0.');
    expect(await near('0.1.5', '[0.2,)')).toBe('The public list names none.');
  });
});

describe('the versions to choose from', () => {
  const about = { modloader: 'Fabric', gameVersion: '1.20.1' } as const;

  it('are those of both lists that could be asked for', async () => {
    const place = listsOf({ loaders: [loaders('0.15.6', '[1,)')], games: [games('1.20.1', '24w14a')] });
    expect(await listedVersions(place, day).listed(about)).toEqual({
      gameVersions: ['1.20.1'],
      modloaderVersions: ['0.15.6'],
    });
    expect(place.asked).toEqual([
      ['loaders', day],
      ['games', day],
    ]);
  });

  it('are none of a list that cannot be had', async () => {
    const place = listsOf({ loaders: [null], games: [games('1.20.1')] });
    expect(await listedVersions(place, day).listed(about)).toEqual({
      gameVersions: ['1.20.1'],
      modloaderVersions: [],
    });
  });
});
