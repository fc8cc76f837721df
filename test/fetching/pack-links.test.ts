import { describe, expect, it } from 'vitest';
import { readPackLink } from '../../src/fetching/pack-links.ts';

describe('the page of a repository stands for its archive', () => {
  it.each([
    ['https://github.com/o/r', 'https://github.com/o/r/archive/HEAD.zip'],
    ['https://www.github.com/o/r.git', 'https://github.com/o/r/archive/HEAD.zip'],
    ['https://github.com/o/r/tree/1.20', 'https://github.com/o/r/archive/1.20.zip'],
    ['https://github.com/o/r/commit/abc', 'https://github.com/o/r/archive/abc.zip'],
    ['https://gitlab.com/o/r/', 'https://gitlab.com/o/r/-/archive/HEAD/pack.zip'],
    [
      'https://gitlab.com/g/h/r/-/tree/main?ref_type=heads',
      'https://gitlab.com/g/h/r/-/archive/main/pack.zip',
    ],
    ['https://codeberg.org/o/r', 'https://codeberg.org/o/r/archive/HEAD.zip'],
    ['https://codeberg.org/o/r/src/branch/main', 'https://codeberg.org/o/r/archive/main.zip'],
  ])('%s', (page, url) => {
    expect(readPackLink(page)).toEqual({ platform: 'LINK', url });
  });

  it.each([
    'https://github.com/o/r/releases/download/1.0/pack.zip',
    'https://github.com/o/r/archive/refs/heads/main.zip',
    'https://gitlab.com/o/r/-/archive/main/r-main.zip',
    'https://gitlab.com/o/r/uploads/abc/pack.mrpack',
    'https://codeberg.org/o/r/releases/download/1.0/pack.zip',
    'https://codeberg.org/o/r/archive/main.zip',
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
  ])('%s', (link, words) => {
    expect(() => readPackLink(link)).toThrow(words);
  });
});
