import { describe, expect, test } from 'vitest';
import type { SideDemand } from '../../src/archive/manifests/read-named-files.ts';
import { filesToFetch, type OfferedFile } from '../../src/archive/pack/offered-files.ts';

function offered(path: string, server: SideDemand | null = null): OfferedFile {
  return { path, links: [], hashes: {}, size: null, server, refusal: null };
}

/** The paths of those that have to be had, of a pack that holds these. */
function wanted(files: readonly OfferedFile[], pack: readonly string[] = []): string[] {
  return filesToFetch(
    files,
    pack.map((name) => ({ name })),
  ).map(({ path }) => path);
}

describe('of the files that a pack names those are fetched', () => {
  test('that may go into a server pack', () => {
    const paths = [
      'mods/a.jar',
      'resourcepacks/a.zip',
      'config/a.toml',
      'options.txt',
      'LICENSE',
      'server.jar',
    ];
    expect(wanted(paths.map((path) => offered(path)))).toEqual(['mods/a.jar', 'config/a.toml', 'LICENSE']);
  });

  test('of which one of ours is made, though they lie beside the folders', () => {
    expect(wanted(['server.properties', 'server-icon.png', 'icon.png'].map((path) => offered(path)))).toEqual(
      ['server.properties', 'server-icon.png'],
    );
  });

  test('that lie in no world, of which both the pack and what it names tell', () => {
    const files = ['Home/region', 'Town/level.dat', 'Town/region', 'Farm/region'].map((path) =>
      offered(path),
    );
    expect(wanted(files, ['Home/level.dat'])).toEqual(['Farm/region']);
  });

  test('that servers do without, if they are mods: another one may need them', () => {
    const files = ['mods/a.jar', 'mods/a.txt', 'config/a.toml'];
    expect(wanted(files.map((path) => offered(path, 'unsupported')))).toEqual(['mods/a.jar']);
    expect(wanted(files.map((path) => offered(path, 'optional')))).toEqual(files);
  });

  test('that the pack does not hold itself, in whatever case, or switched off', () => {
    const files = ['mods/a.jar', 'mods/b.jar', 'mods/c.jar', 'mods/d.jar'].map((path) => offered(path));
    const pack = ['mods/', 'mods/A.jar', 'mods/b.jar.Disabled', 'mods/c.disabled.jar', 'mods/d.jar/x'];
    expect(wanted(files, pack)).toEqual(['mods/c.jar']);
  });
});
