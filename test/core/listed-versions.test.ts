import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { listedVersions } from '../../src/core/runs/modloader-versions.ts';
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
    expect(await near('0.5.5', ...ten.toReversed())).toBe(
      'Near it are 0.3.0, 0.4.0, 0.5.0, 0.6.0, 0.7.0; the newest is 0.10.0.',
    );
    expect(await near('0.9.5', ...ten)).toBe('Near it are 0.6.0, 0.7.0, 0.8.0, 0.9.0, 0.10.0.');
  });

  it('is the five at the end beyond which it lies', async () => {
    expect(await near('0.0.1', ...ten)).toBe(
      'Near it are 0.1.0, 0.2.0, 0.3.0, 0.4.0, 0.5.0; the newest is 0.10.0.',
    );
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
