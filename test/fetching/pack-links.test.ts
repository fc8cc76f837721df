import { describe, expect, it } from 'vitest';
import { readPackLink } from '../../src/fetching/pack-links.ts';

describe('the page of a repository stands for its archive', () => {
  it.each<[string, string, string?, string?]>([
    ['https://github.com/o/r', 'https://github.com/o/r/archive/HEAD.zip'],
    ['https://www.github.com/o/r.git', 'https://github.com/o/r/archive/HEAD.zip'],
    ['https://github.com/o/r/tree/1.20', 'https://github.com/o/r/archive/1.20.zip'],
    [
      'https://github.com/o/r/tree/1.20/packs/my%20pack/',
      'https://github.com/o/r/archive/1.20.zip',
      'my pack.zip',
      'packs/my pack',
    ],
    ['https://github.com/o/r/commit/abc', 'https://github.com/o/r/archive/abc.zip'],
    ['https://github.com/o/r/blob/main/pack.toml', 'https://github.com/o/r/archive/main.zip'],
    [
      'https://github.com/o/r/raw/refs/heads/main/a/pack.toml',
      'https://github.com/o/r/archive/main.zip',
      'a.zip',
      'a',
    ],
    ['https://raw.githubusercontent.com/o/r/main/pack.toml', 'https://github.com/o/r/archive/main.zip'],
    [
      'https://raw.githubusercontent.com/o/r/refs/tags/1.0/a/b/pack.toml',
      'https://github.com/o/r/archive/1.0.zip',
      'b.zip',
      'a/b',
    ],
    ['https://gitlab.com/o/r/', 'https://gitlab.com/o/r/-/archive/HEAD/pack.zip'],
    [
      'https://gitlab.com/g/h/r/-/tree/main?ref_type=heads',
      'https://gitlab.com/g/h/r/-/archive/main/pack.zip',
    ],
    [
      'https://gitlab.com/g/h/r/-/tree/main/a',
      'https://gitlab.com/g/h/r/-/archive/main/pack.zip',
      'a.zip',
      'a',
    ],
    [
      'https://gitlab.com/o/r/-/raw/main/pack.toml?inline=false',
      'https://gitlab.com/o/r/-/archive/main/pack.zip',
    ],
    [
      'https://gitlab.com/o/r/-/blob/main/a/pack.toml',
      'https://gitlab.com/o/r/-/archive/main/pack.zip',
      'a.zip',
      'a',
    ],
    ['https://codeberg.org/o/r', 'https://codeberg.org/o/r/archive/HEAD.zip'],
    ['https://codeberg.org/o/r/src/branch/main', 'https://codeberg.org/o/r/archive/main.zip'],
    [
      'https://codeberg.org/o/r/src/tag/1.0/a/pack.toml',
      'https://codeberg.org/o/r/archive/1.0.zip',
      'a.zip',
      'a',
    ],
    [
      'https://codeberg.org/o/r/raw/branch/main/a/pack.toml',
      'https://codeberg.org/o/r/archive/main.zip',
      'a.zip',
      'a',
    ],
  ])('%s', (page, url, name = 'r.zip', folder = undefined) => {
    expect(readPackLink(page)).toStrictEqual({
      platform: 'LINK',
      url,
      name,
      ...(folder !== undefined && { folder }),
    });
  });

  it.each([
    'https://github.com/o/r/releases/download/1.0/pack.zip',
    'https://github.com/o/r/archive/refs/heads/main.zip',
    'https://gitlab.com/o/r/-/archive/main/r-main.zip',
    'https://gitlab.com/o/r/uploads/abc/pack.mrpack',
    'https://codeberg.org/o/r/releases/download/1.0/pack.zip',
    'https://codeberg.org/o/r/archive/main.zip',
    'https://github.com/o/r/raw/main/pack.mrpack',
    'https://raw.githubusercontent.com/o/r/main/my-pack.toml',
    'https://gitlab.com/o/r/-/raw/main/pack.zip',
    'https://codeberg.org/o/r/raw/branch/main/pack.zip',
    'https://example.org/o/r',
  ])('but a file is what it is: %s', (url) => {
    expect(readPackLink(url)).toEqual({ platform: 'LINK', url });
  });
});

describe('a modpack of FTB is known by the number in', () => {
  it.each<[string, string | null]>([
    ['https://www.feed-the-beast.com/modpacks/126-ftb-presents-direwolf20-121', null],
    ['https://feed-the-beast.com/modpacks/126?tab=versions', null],
    ['https://api.feed-the-beast.com/v1/modpacks/public/modpack/126', null],
    ['https://api.feed-the-beast.com/v1/modpacks/public/modpack/126/100130/server/linux', '100130'],
    ['https://api.modpacks.ch/public/modpack/126/12345', '12345'],
  ])('%s', (link, version) => {
    expect(readPackLink(link)).toEqual({ platform: 'FTB', modPack: 126, version });
  });
});

describe('what other launchers alone can follow is refused in words that name what works', () => {
  it.each([
    ['modrinth://modpack/AABBCCDD', /web, or export/],
    ['curseforge://install?addonId=1&fileId=2', /web, or export/],
    ['https://www.technicpack.net/modpack/tekkit.123', /Technic.*upload/],
    ['https://atlauncher.com/pack/SkyFactory', /ATLauncher.*Export/],
    ['ftb://modpack/126/100130', /web, or export/],
    ['https://www.feed-the-beast.com/modpacks', /FTB.*number/],
    ['https://www.ftb.team/', /FTB.*number/],
    ['https://www.curseforge.com/minecraft/mc-mods/jei', /CurseForge.*\/minecraft\/modpacks\/.*export/],
    ['https://modrinth.com/collection/AABBCCDD', /Modrinth.*\/modpack\/.*export/],
  ])('%s', (link, words) => {
    expect(() => readPackLink(link)).toThrow(words);
  });
});
