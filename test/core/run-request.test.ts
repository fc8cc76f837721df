import { PNG } from 'pngjs';
import { describe, expect, it, test } from 'vitest';
import {
  defaultOverrideLimits,
  parsePatterns,
  parseServerIcon,
  parseServerProperties,
} from '../../src/core/runs/parse-overrides.ts';
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
  return parseRunRequest({ ...plain, ...input }, { overrideLimits: defaultOverrideLimits });
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
      dropLists: null,
      addedMods: [],
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
      addedMods: ['chunky', 'spark@1.10'],
      automaticSides: false,
      includeFiles: ['a/*.txt'],
      excludeFiles: ['b/**'],
      includeWorld: true,
      serverProperties: 'pvp=false\n',
      nameEncoding: 'GBK' as const,
      dropLists: ['client-only', 'big-list@12'],
      format: 'MRPACK' as const,
    };
    expect(parse(said)).toEqual({ ...plain, ...said, serverIcon: null, givenVersion: null });
  });

  it('takes mods to add by slug, version and the address of a page', () => {
    const pages = [
      'https://modrinth.com/plugin/luckperms/version/v5.4.102?g=1',
      'https://www.modrinth.com/mod/chunky/versions',
      'https://modrinth.com/mod/chunky',
    ];
    expect(parse({ addedMods: pages }).addedMods).toEqual(['luckperms@v5.4.102', 'chunky']);
    const jar = `sha256:${'0a'.repeat(32)}`;
    expect(parse({ addedMods: [`${jar}/a.jar`, jar] }).addedMods).toEqual([`${jar}/a.jar`, jar]);
    for (const odd of [
      `${jar}/../a.jar`,
      `${jar}/a.zip`,
      `${jar}0`,
      'a b',
      '../x',
      'x@',
      'https://example.org/mod/x',
      'https://modrinth.com/modpack/x',
    ])
      expect(() => parse({ addedMods: [odd] })).toThrow(invalid('addedMods', 'takes mods of Modrinth'));
    const many = Array.from({ length: 31 }, (_, index) => `mod-${index}`);
    expect(() => parse({ addedMods: many })).toThrow(invalid('addedMods', 'at most 30'));
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

  it.each([
    ['NeoForge', '21.11.40-beta', '1.21.1', '1.21.11'],
    ['NeoForge', '47.1.79', '1.21.1', '1.20.1'],
    ['NeoForge', '21.1.66', '1.20.1', '1.21.1'],
    ['NeoForge', '26.1.0.5', '26.2', '26.1'],
    ['Forge', '52.0.1', '1.20.1', '1.21.1'],
    ['Forge', '14.23.5.2860', '1.7.10', '1.12.2'],
    ['Forge', '11.15.1.2318', '1.8', '1.8.8 or 1.8.9'],
    ['Forge', '47.2.0', '1.20.1', null],
    ['Forge', '10.13.4.1614-1.7.10', '1.7.10', null],
    ['Forge', '99.1.0', '1.20.1', null],
    ['NeoForge', '47.1.79', '1.20.1', null],
    ['NeoForge', '21.0.167', '1.21.0', null],
    ['NeoForge', '26.1.0.0-alpha.1+snapshot-1', '26.1-snapshot-1', null],
    ['Fabric', '0.15.6', '1.20.1', null],
  ])(
    'with %s %s for %s has the game that the number says',
    async (modloader, modloaderVersion, gameVersion, games) => {
      const asked = { modloader, modloaderVersion, gameVersion };
      const open = parse({ ...asked, gameVersion: null });
      const said = { modloader: null, modloaderVersion: null, gameVersion };
      const answers = [async () => parse(asked), () => completeRun(open, async () => said)];
      const words = `${modloader} ${modloaderVersion} is for game version ${games}, not for ${gameVersion}.`;
      for (const answer of answers)
        if (games === null) await expect(answer()).resolves.toMatchObject(asked);
        else await expect(answer()).rejects.toThrow(invalid('modloaderVersion', words));
    },
  );

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
    for (const version of ['1.19.2-47.2.0', '47.2.0'])
      expect(parts('1.20.1', 'Forge', version)).toMatchObject({
        modloaderVersion: version,
        givenVersion: null,
      });
  });
});

test('a pack that leaves the choice between versions is told of them', async () => {
  const request = parse({ gameVersion: null, modloader: null, modloaderVersion: null });
  const pack = { gameVersion: null, modloader: null, modloaderVersion: null, rivals: ['A', 'B'] };
  await expect(completeRun(request, async () => pack)).rejects.toThrow(
    'has several versions with a modloader, "A" and "B"; give them.',
  );
});

test('an installer is told to be one before versions are asked for', async () => {
  const request = parse({ gameVersion: null, modloader: null, modloaderVersion: null });
  const installer = { error: 'It only installs a pack.', link: 'https://example.org/pack.zip' };
  const pack = { gameVersion: null, modloader: null, modloaderVersion: null, installer };
  await expect(completeRun(request, async () => pack)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: installer.error,
    details: { link: installer.link },
  });
});

const limits = { patterns: 3, patternLength: 5, iconBytes: 65_536, propertiesBytes: 20 };
const icon = PNG.sync.write(new PNG({ width: 64, height: 64 }));

function refusal(parse: () => unknown): object {
  try {
    parse();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return expect.fail('It was taken.');
}

const refusedIn = (field: string, message: string) => ({
  code: 'INVALID_INPUT',
  details: { field },
  message: expect.stringContaining(message),
});

describe('patterns', () => {
  it('are kept once, without a slash at their end', () => {
    const given = { includeFiles: ['a/', 'a', 'b/c'], excludeFiles: [] };
    expect(parsePatterns(given, limits)).toEqual({ includeFiles: ['a', 'b/c'], excludeFiles: [] });
    const excluded = { includeFiles: ['a'], excludeFiles: ['a', 'b/'] };
    expect(parsePatterns(excluded, limits)).toEqual({ includeFiles: ['a'], excludeFiles: ['a', 'b'] });
  });

  it('are as many and as long as may be, and no more', () => {
    const most = { includeFiles: ['12345', 'b'], excludeFiles: ['54321'] };
    expect(parsePatterns(most, limits)).toEqual(most);
    const many = { includeFiles: ['a', 'b'], excludeFiles: ['a', 'b'] };
    expect(refusal(() => parsePatterns(many, limits))).toMatchObject(
      refusedIn('includeFiles', 'have 4 patterns together; at most 3 are'),
    );
    const long = { includeFiles: ['a'], excludeFiles: ['123456'] };
    expect(refusal(() => parsePatterns(long, limits))).toMatchObject(
      refusedIn('excludeFiles', 'A pattern of excludeFiles has 6 characters; at most 5 are'),
    );
  });

  test.each(['includeFiles', 'excludeFiles'])('are refused in %s when they are none', (field) => {
    const given = { includeFiles: [], excludeFiles: [], [field]: ['a', '../b'] };
    expect(refusal(() => parsePatterns(given, limits))).toMatchObject(
      refusedIn(field, `The pattern "../b" of ${field} has an empty part`),
    );
  });
});

describe('a server icon', () => {
  const base64 = icon.toString('base64');

  it('is none where none is given', () => {
    expect([parseServerIcon(null, limits), parseServerIcon(undefined, limits)]).toEqual([null, null]);
  });

  it('is kept as base64, whether an address of data is in front or not', () => {
    expect(parseServerIcon(base64, limits)).toBe(base64);
    expect(parseServerIcon(`Data:image/PNG;base64,${base64}`, limits)).toBe(base64);
  });

  it('has as many bytes as may be, and no more', () => {
    const bytes = (iconBytes: number) => ({ ...limits, iconBytes });
    expect(parseServerIcon(base64, bytes(icon.length))).toBe(base64);
    expect(refusal(() => parseServerIcon(base64, bytes(icon.length - 3)))).toMatchObject(
      refusedIn('serverIcon', `more than ${icon.length - 3} bytes`),
    );
    expect(
      refusal(() => parseServerIcon(Buffer.alloc(65_540).toString('base64'), defaultOverrideLimits)),
    ).toMatchObject(refusedIn('serverIcon', 'more than 65536 bytes'));
  });

  test.each([
    ['nothing', '', 'a PNG in base64'],
    ['no base64', 'no base64!', 'a PNG in base64'],
    ['base64 with something behind it', `${base64}\n`, 'a PNG in base64'],
    [
      'an address of data amid it',
      `${base64.slice(0, 4)}data:image/png;base64,${base64.slice(4)}`,
      'a PNG in base64',
    ],
    ['no picture', Buffer.from('GIF89a'.repeat(9)).toString('base64'), '64 by 64 pixels; it is no PNG.'],
  ])('is refused when it is %s', (_what, given, message) => {
    expect(refusal(() => parseServerIcon(given, limits))).toMatchObject(refusedIn('serverIcon', message));
  });
});

describe('server properties', () => {
  it('are none where none are given', () => {
    expect([parseServerProperties(null, limits), parseServerProperties(undefined, limits)]).toEqual([
      null,
      null,
    ]);
  });

  it('have as many bytes as may be, as they are given and as they are stored', () => {
    // 19 characters and the end of a line.
    expect(parseServerProperties(`motd=${'a'.repeat(14)}`, limits)).toBe(`motd=${'a'.repeat(14)}\n`);
    expect(parseServerProperties(`motd=${'a'.repeat(14)}\n`, limits)).toBe(`motd=${'a'.repeat(14)}\n`);
    const long = refusedIn('serverProperties', 'more than 20 bytes, characters beyond ASCII counted as six');
    expect(refusal(() => parseServerProperties(`motd=${'a'.repeat(15)}`, limits))).toMatchObject(long);
    expect(refusal(() => parseServerProperties('motd=üüü', limits))).toMatchObject(long);
    // It is not read to its end first.
    expect(refusal(() => parseServerProperties(`motd\n${'a'.repeat(20)}`, limits))).toMatchObject(long);
  });

  test.each([
    ['half a character', 'motd=\ud800', 'is no text'],
    ['no property', '# fine\nmotd', 'neither = nor : in line 2'],
  ])('are refused when they have %s', (_what, given, message) => {
    expect(refusal(() => parseServerProperties(given, limits))).toMatchObject(
      refusedIn('serverProperties', message),
    );
  });
});
