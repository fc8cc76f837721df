import { describe, expect, test } from 'vitest';
import { previewServerPack } from '../../src/archive/build/preview.ts';
import type { ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { forgeRun } from '../support/server-pack.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const run: RunConfiguration = {
  ...forgeRun,
  modloader: 'Fabric',
  modloaderVersion: '0.15.6',
  clientMods: ['minimap'],
};
const modOf = (file: string, size: number): ModFile => ({ file, size, descriptors: [], note: null });

/** What a pack in `overrides/` would come to. */
async function preview(
  files: Readonly<Record<string, string>>,
  mods: ModFile[],
  more: { run?: Partial<RunConfiguration>; fetched?: { name: string; size: number }[] } = {},
) {
  const entries = Object.entries(files).map(([name, data]) => ({ name: `overrides/${name}`, data }));
  await using pack = await temporaryFile(zipWith([...entries, { name: 'manifest.json', data: '{}' }]));
  return previewServerPack(mods, {
    archivePath: pack.path,
    baseFolder: 'overrides/',
    fetched: more.fetched ?? [],
    run: { ...run, ...more.run },
  });
}

describe('a preview', () => {
  test('counts what would be in and what would stay out, and its bytes', async () => {
    const files = {
      'mods/': '',
      'mods/lib.jar': 'x'.repeat(10),
      'mods/minimap.jar': 'x'.repeat(20),
      'config/a.toml': 'x'.repeat(30),
      'logs/latest.log': 'x'.repeat(40),
      'logs/older.log': 'x'.repeat(2),
      'options.txt': 'x'.repeat(50),
    };
    const mods = [modOf('lib.jar', 10), modOf('minimap.jar', 20), modOf('fetched.jar', 5)];
    const { decisions, sum } = await preview(files, mods, {
      fetched: [{ name: 'mods/fetched.jar', size: 5 }],
    });
    expect(decisions.map(({ file, kept }) => [file, kept])).toEqual([
      ['lib.jar', true],
      ['minimap.jar', false],
      ['fetched.jar', true],
    ]);
    expect(sum).toEqual({
      keptCount: 2,
      droppedCount: 1,
      javaVersion: 17,
      keptModBytes: 15,
      warnings: [],
      fileCount: 3,
      fileBytes: 45,
      leftOut: [
        { path: 'logs/', reason: 'CLIENT', files: 2, bytes: 42 },
        { path: 'options.txt', reason: 'ROOT_FILE', files: 1, bytes: 50 },
      ],
      leftOutCount: 3,
      leftOutBytes: 92,
    });
  });

  test('shows a hundred of what would stay out, and counts all', async () => {
    const many = Array.from({ length: 101 }, (_, n) => [`${n}.txt`, 'xy'] as const);
    const { sum } = await preview({ 'config/kept.json': '{}', ...Object.fromEntries(many) }, []);
    expect(sum.leftOut).toHaveLength(100);
    expect(sum).toMatchObject({ leftOutCount: 101, leftOutBytes: 202, fileCount: 1, fileBytes: 2 });
  });

  test('tells of passwords in the settings of the pack, unless others take their place', async () => {
    const files = { 'server.properties': 'rcon.password=secret\n' };
    const codesOf = async (changes: Partial<RunConfiguration>) =>
      (await preview(files, [], { run: changes })).sum.warnings.map(({ code }) => code);
    expect(await codesOf({})).toEqual(['SECRETS_LEFT_OUT']);
    expect(await codesOf({ serverProperties: 'motd=hello\n' })).toEqual([]);
    expect((await preview({ 'server.properties': 'motd=hello\n' }, [])).sum.warnings).toEqual([]);
  });
});
