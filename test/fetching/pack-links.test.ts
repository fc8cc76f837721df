import { describe, expect, it } from 'vitest';
import { readPackLink } from '../../src/fetching/pack-links.ts';

describe('the page of a repository stands for its archive', () => {
  it.each<[string, string, string?, string?]>([
    ['github.com/o/r', 'github.com/o/r/archive/HEAD.zip'],
    ['www.github.com/o/r.git', 'github.com/o/r/archive/HEAD.zip'],
    ['github.com/o/r/tree/1.20', 'github.com/o/r/archive/1.20.zip'],
    [
      'github.com/o/r/tree/1.20/packs/my%20pack/',
      'github.com/o/r/archive/1.20.zip',
      'my pack.zip',
      'packs/my pack',
    ],
    ['github.com/o/r/commit/abc', 'github.com/o/r/archive/abc.zip'],
    ['github.com/o/r/blob/main/pack.toml', 'github.com/o/r/archive/main.zip'],
    ['github.com/o/r/raw/refs/heads/main/a/pack.toml', 'github.com/o/r/archive/main.zip', 'a.zip', 'a'],
    ['raw.githubusercontent.com/o/r/main/pack.toml', 'github.com/o/r/archive/main.zip'],
    [
      'raw.githubusercontent.com/o/r/refs/tags/1.0/a/b/pack.toml',
      'github.com/o/r/archive/1.0.zip',
      'b.zip',
      'a/b',
    ],
    ['gitlab.com/o/r/', 'gitlab.com/o/r/-/archive/HEAD/pack.zip'],
    ['gitlab.com/g/h/r/-/tree/main?ref_type=heads', 'gitlab.com/g/h/r/-/archive/main/pack.zip'],
    ['gitlab.com/g/h/r/-/tree/main/a', 'gitlab.com/g/h/r/-/archive/main/pack.zip', 'a.zip', 'a'],
    ['gitlab.com/o/r/-/raw/main/pack.toml?inline=false', 'gitlab.com/o/r/-/archive/main/pack.zip'],
    ['gitlab.com/o/r/-/blob/main/a/pack.toml', 'gitlab.com/o/r/-/archive/main/pack.zip', 'a.zip', 'a'],
    ['codeberg.org/o/r', 'codeberg.org/o/r/archive/HEAD.zip'],
    ['codeberg.org/o/r/src/branch/main', 'codeberg.org/o/r/archive/main.zip'],
    ['codeberg.org/o/r/src/tag/1.0/a/pack.toml', 'codeberg.org/o/r/archive/1.0.zip', 'a.zip', 'a'],
    ['codeberg.org/o/r/raw/branch/main/a/pack.toml', 'codeberg.org/o/r/archive/main.zip', 'a.zip', 'a'],
  ])('%s', (page, archive, name = 'r.zip', folder = undefined) => {
    const beside = folder !== undefined && { folder };
    const found = { platform: 'LINK', url: `https://${archive}`, name, ...beside };
    expect(readPackLink(`https://${page}`)).toStrictEqual(found);
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

it('a file is asked for on the host of files, where installers name that of pictures', () => {
  const path = 'forgecdn.net/files/5126/176/Enigmatica9-1.19.0.zip';
  const found = { platform: 'LINK', url: `https://edge.${path}` };
  expect(readPackLink(`https://media.${path}`)).toEqual(found);
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
