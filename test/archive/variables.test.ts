import { describe, expect, test } from 'vitest';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { recommendedMemory } from '../../src/archive/start-scripts/recommended-memory.ts';
import { variables } from '../../src/archive/start-scripts/variables.ts';
import { modloaderServers } from '../../src/modloaders/servers/index.ts';
import { forgeRun } from '../support/server-pack.ts';

const run: RunConfiguration = { ...forgeRun, modloader: 'Fabric', modloaderVersion: '0.15.6' };
const server = modloaderServers.Fabric('1.20.1');

/** The lines of `variables.txt` that are settings. */
const linesOf = (...given: Parameters<typeof variables>) =>
  variables(...given)
    .split('\n')
    .filter((line) => !line.startsWith('#'));

describe('the settings of the start scripts', () => {
  test('name what is installed, and the version of the installer where there is one', () => {
    const lines = linesOf({ ...run, modloader: 'Forge' }, { ...server, installerVersion: '1.0.1' });
    expect(lines.slice(0, 9)).toEqual([
      'PACK_TITLE=',
      'MINECRAFT_VERSION=1.20.1',
      'MODLOADER=Forge',
      'MODLOADER_VERSION=0.15.6',
      'INSTALLER_VERSION=1.0.1',
      'RECOMMENDED_JAVA_VERSION=17',
      'NEWEST_JAVA_VERSION=21',
      'NEWER_JAVA=warn',
      'NEWEST_BUILD=1.20.1-47.4.23',
    ]);
    expect(linesOf(run, { ...server, installerVersion: null }).slice(3, 8)).toEqual([
      'MODLOADER_VERSION=0.15.6',
      'RECOMMENDED_JAVA_VERSION=17',
      'NEWEST_JAVA_VERSION=',
      'NEWER_JAVA=',
      '',
    ]);
  });

  test('name no newer build of Forge beside the newest', () => {
    const old = { ...run, modloader: 'Forge', gameVersion: '1.7.10' } as const;
    const named = (modloaderVersion: string) =>
      linesOf({ ...old, modloaderVersion }, server).filter((line) => line.startsWith('NEWEST_BUILD'));
    expect(named('10.13.4.1558-1.7.10')).toEqual(['NEWEST_BUILD=1.7.10-10.13.4.1614-1.7.10']);
    expect(named('10.13.4.1614')).toEqual([]);
  });

  test('stop at a newer Java where no release works with one', () => {
    const lines = linesOf({ ...run, modloader: 'Forge', gameVersion: '1.16.5' }, server);
    expect(lines).toEqual(expect.arrayContaining(['NEWEST_JAVA_VERSION=15', 'NEWER_JAVA=']));
  });

  test.each([
    [0, null, 2048, 'for 0 mods'],
    [1, null, 2048, 'for 1 mod'],
    [30, null, 3072, 'for 30 mods'],
    [214, null, 6144, 'for 214 mods'],
    [305, null, 7168, 'for 305 mods'],
    [5000, null, 8192, 'for 5000 mods'],
    [214, 10240, 10240, 'for this pack by its author'],
    [214, 512, 6144, 'for 214 mods'],
    [214, 65536, 6144, 'for 214 mods'],
  ])('recommend for %s mods, by the author %s MiB, %s MiB', (mods, byAuthor, mebibytes, purpose) => {
    const lines = linesOf(run, server, { memory: recommendedMemory(mods, byAuthor) });
    expect(lines).toContain(`RECOMMENDED_MEMORY=${mebibytes}`);
    expect(lines).toContain(`RECOMMENDED_MEMORY_PURPOSE=${purpose}`);
  });

  test('leave open which Java a game needs of which nobody knows', () => {
    expect(linesOf({ ...run, gameVersion: 'unheard of' }, server)).toContain('RECOMMENDED_JAVA_VERSION=?');
  });
});
