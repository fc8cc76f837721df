import { describe, expect, it } from 'vitest';
import type { PackVersions } from '../../src/archive/manifests/differences.ts';
import { defaultFileWishLimits } from '../../src/core/runs/file-wishes.ts';
import {
  completeRun,
  isComplete,
  parseRunRequest,
  type RunConfigurationInput,
} from '../../src/core/runs/run-request.ts';

const versions = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' } as const;
const noLists = { startArgs: [], clientMods: [], whitelistedMods: [] };
const plain = { ...versions, ...noLists };

function parse(input: Partial<RunConfigurationInput>) {
  return parseRunRequest({ ...plain, ...input }, { fileWishLimits: defaultFileWishLimits });
}

/** A failure that names the field and holds these words. */
function invalid(field: string, words = '') {
  return expect.objectContaining({
    code: 'INVALID_INPUT',
    details: { field },
    message: expect.stringContaining(words),
  });
}

describe('a run configuration of a request', () => {
  it('has what holds for a run that says nothing of it', () => {
    const defaults = {
      automaticSides: true,
      includeFiles: [],
      excludeFiles: [],
      includeWorld: false,
      serverIcon: null,
      serverProperties: null,
      nameEncoding: null,
      givenVersion: null,
      format: 'ZIP',
    };
    expect(parse({})).toEqual({ ...plain, ...defaults });
    expect(
      parse({ automaticSides: null, includeFiles: null, excludeFiles: null, includeWorld: null }),
    ).toEqual({
      ...plain,
      ...defaults,
    });
  });

  it('keeps what it says', () => {
    const said = {
      automaticSides: false,
      includeFiles: ['a/*.txt'],
      excludeFiles: ['b/**'],
      includeWorld: true,
      serverProperties: 'pvp=false\n',
      nameEncoding: 'GBK' as const,
      format: 'MRPACK' as const,
    };
    expect(parse(said)).toEqual({ ...plain, ...said, serverIcon: null, givenVersion: null });
  });

  it('leaves versions to the pack that it does not say, and is complete when it says all', () => {
    const nothing = parse({ gameVersion: null, modloader: undefined, modloaderVersion: null });
    expect(nothing).toMatchObject({ gameVersion: null, modloader: null, modloaderVersion: null });
    expect([isComplete(parse({})), isComplete(nothing), isComplete(parse({ modloader: null }))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is spelt as modloaders are, without white space around its versions', () => {
    expect(
      parse({ gameVersion: ' 1.20.1 ', modloader: 'fABRIC', modloaderVersion: ' 0.15.6 ' }),
    ).toMatchObject(versions);
  });

  it.each(['gameVersion', 'modloader', 'modloaderVersion'])('cannot have a blank %s', (field) => {
    for (const blank of ['', '  ']) expect(() => parse({ [field]: blank })).toThrow(invalid(field, 'blank'));
  });

  it('needs versions of the right form, and shows a part of a long text that has it not', () => {
    expect(() => parse({ gameVersion: 'latest' })).toThrow(invalid('gameVersion', '"latest"'));
    expect(() => parse({ modloader: 'Bukkit' })).toThrow(invalid('modloader', 'LegacyFabric, not "Bukkit"'));
    expect(() => parse({ modloaderVersion: 'latest' })).toThrow(
      invalid('modloaderVersion', 'of Fabric: "latest"'),
    );
    expect(() => parse({ gameVersion: 'x'.repeat(60) })).toThrow(
      invalid('gameVersion', `"${'x'.repeat(60)}"`),
    );
    expect(() => parse({ gameVersion: 'x'.repeat(61) })).toThrow(
      invalid('gameVersion', `"${'x'.repeat(60)}…"`),
    );
  });

  it('has lists without white space before their entries, and without empty entries', () => {
    const lists = { startArgs: [' -Xmx4G ', '', '  '], clientMods: [' a-'], whitelistedMods: ['b'] };
    expect(parse(lists)).toMatchObject({
      startArgs: ['-Xmx4G '],
      clientMods: ['a-'],
      whitelistedMods: ['b'],
    });
  });

  it.each(['startArgs', 'clientMods', 'whitelistedMods', 'includeFiles', 'excludeFiles'])(
    'has no control characters, line breaks or half characters in %s',
    (field) => {
      for (const text of ['a\u0000', 'a\nb', 'a\u0085', 'a\u2028b', 'a\u2029b', '\ud800'])
        expect(() => parse({ [field]: [text] }), JSON.stringify(text)).toThrow(
          invalid(field, 'control characters'),
        );
    },
  );

  it('has values and lists up to their limits', () => {
    expect(parse({ startArgs: ['a'.repeat(4_096)] }).startArgs[0]).toHaveLength(4_096);
    expect(() => parse({ startArgs: ['a'.repeat(4_097)] })).toThrow(
      invalid('startArgs', 'has 4097 characters'),
    );
    expect(parse({ clientMods: Array(5_000).fill('a') }).clientMods).toHaveLength(5_000);
    expect(() => parse({ clientMods: Array(5_001).fill('a') })).toThrow(
      invalid('clientMods', 'has 5001 entries'),
    );
  });

  it('has lists that are not too long together, of which the longest is named', () => {
    const lists = (characters: number) => ({
      startArgs: Array(10).fill('a'.repeat(4_000)),
      clientMods: [...Array(14).fill('b'.repeat(4_000)), 'b'.repeat(characters)],
      whitelistedMods: ['c'.repeat(1_000)],
    });
    expect(parse(lists(3_000)).clientMods).toHaveLength(15);
    expect(() => parse(lists(3_001))).toThrow(
      invalid('clientMods', 'startArgs, clientMods, whitelistedMods have 100001 characters together'),
    );
  });
});

describe('what a request leaves out', () => {
  const said: PackVersions = { gameVersion: '1.19.2', modloader: 'Quilt', modloaderVersion: '0.20.0' };
  const left = { gameVersion: null, modloader: null, modloaderVersion: null };
  const complete = (input: Partial<RunConfigurationInput>, pack: PackVersions | null = said) =>
    completeRun(parse(input), async () => pack);

  it('is what the pack says, which is not asked where nothing is left out', async () => {
    expect(await complete(left)).toMatchObject(said);
    expect(await complete({ gameVersion: null })).toMatchObject({ ...versions, gameVersion: '1.19.2' });
    expect(await complete({ ...left, gameVersion: '1.20.1' })).toMatchObject({
      ...said,
      gameVersion: '1.20.1',
    });
    const asked = completeRun(parse({}), () => Promise.reject(new Error('The pack was asked.')));
    expect(await asked).toMatchObject(versions);
  });

  it('is no version of another modloader, but of the same one under its other name', async () => {
    await expect(complete({ modloaderVersion: null })).rejects.toThrow(
      invalid('modloaderVersion', 'does not say its modloaderVersion; give it.'),
    );
    const legacy: PackVersions = { gameVersion: '1.8.9', modloader: 'Fabric', modloaderVersion: '0.15.6' };
    expect(await complete({ ...left, modloader: 'LegacyFabric' }, legacy)).toMatchObject({
      modloader: 'LegacyFabric',
      modloaderVersion: '0.15.6',
    });
  });

  it('has to have the form that versions have', async () => {
    await expect(complete(left, { ...said, gameVersion: 'snapshot' })).rejects.toThrow(
      invalid('gameVersion', 'its gameVersion; give it.'),
    );
    await expect(complete(left, { ...said, modloaderVersion: 'newest' })).rejects.toThrow(
      invalid('modloaderVersion', 'asks for the version "newest" of Quilt, which names none; give'),
    );
    await expect(complete({ ...left, modloaderVersion: 'stable' })).rejects.toThrow(
      invalid('modloaderVersion', 'no'),
    );
  });

  // CurseForge's manifests may say so ("forge-recommended"); the launcher then looks up which one that is.
  it('asks for a version where the pack has a word in place of one, instead of building with it', async () => {
    const recommended: PackVersions = {
      gameVersion: '1.12.2',
      modloader: 'Forge',
      modloaderVersion: 'recommended',
    };
    await expect(complete(left, recommended)).rejects.toThrow(
      invalid('modloaderVersion', 'The pack asks for the version "recommended" of Forge, which names none'),
    );
    expect(await complete({ ...left, modloaderVersion: '14.23.5.2860' }, recommended)).toMatchObject({
      gameVersion: '1.12.2',
      modloaderVersion: '14.23.5.2860',
    });
  });

  it('is asked for, all of it, where the pack does not say it', async () => {
    for (const pack of [null, left])
      await expect(complete(left, pack)).rejects.toThrow(
        invalid('gameVersion', 'its gameVersion, modloader, and modloaderVersion; give them.'),
      );
    await expect(complete(left, { ...said, modloader: null })).rejects.toThrow(
      invalid('modloader', 'its modloader and modloaderVersion; give them.'),
    );
  });
});

// mcLaunch#23, read 2026-11-27: the installer's address would hold the game's version twice.
describe('a version of a modloader with that of the game', () => {
  const parts = (gameVersion: string | null, modloader: string, modloaderVersion: string) =>
    parse({ gameVersion, modloader, modloaderVersion });

  it.each([
    ['1.20.1', 'Forge', '1.20.1-47.2.0', '47.2.0'],
    ['1.20.1', 'NeoForge', '1.20.1-47.1.79', '47.1.79'],
    ['1.21.1', 'NeoForge', '1.21.1-21.1.72', '21.1.72'],
    ['1.20.4', 'Fabric', '0.15.6-1.20.4', '0.15.6'],
    ['1.7.10', 'Forge', '1.7.10-10.13.4.1614-1.7.10', '10.13.4.1614-1.7.10'],
  ])('is cut for %s and %s: %s', (game, modloader, given, version) => {
    expect(parts(game, modloader, given)).toMatchObject({ modloaderVersion: version, givenVersion: given });
  });

  it('is cut, too, when the pack says which game it is for', async () => {
    const request = parts(null, 'Forge', '1.20.1-47.2.0');
    const pack = { gameVersion: '1.20.1', modloader: null, modloaderVersion: null };
    const run = await completeRun(request, async () => pack);
    expect(run).toMatchObject({ modloaderVersion: '47.2.0', givenVersion: '1.20.1-47.2.0' });
  });

  it('stays as it is where it is of another game, or none', () => {
    for (const version of ['1.19.2-47.2.0', '47.2.0', '10.13.4.1614-1.7.10'])
      expect(parts('1.20.1', 'Forge', version)).toMatchObject({
        modloaderVersion: version,
        givenVersion: null,
      });
  });
});
