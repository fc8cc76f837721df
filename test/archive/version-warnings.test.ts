import { expect, test } from 'vitest';
import { versionWarnings } from '../../src/archive/warnings/version-warnings.ts';
import { modloaders } from '../../src/modloaders/index.ts';
import { jarWith } from '../support/jar.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';

test.each([
  ['1.4.7', '6.6.2.534', /has no installer, nor has any other build before game version 1\.5\.2/],
  ['1.5.1', '7.7.2.682', /before game version 1\.5\.2/],
  ['1.5.2', '7.8.1.738', /Add -Dfml\.core\.libraries\.mirror=\S+ to JAVA_ARGS/],
  ['1.6.1', '8.9.0.749', /MODLOADER_VERSION=8\.9\.0\.775 in variables\.txt\. Or set MIRROR/],
  ['1.6.4', '9.11.1.964', /Take 9\.11\.1\.1345, the newest build for 1\.6\.4/],
  ['1.6.4', '9.11.1.965', null],
  ['1.7.10', '10.13.4.1614-1.7.10', null],
  ['1.20.1', '47.2.0', null],
])('of Forge for %s, version %s', (gameVersion, modloaderVersion, told) => {
  const found = versionWarnings({ ...forgeRun, gameVersion, modloaderVersion });
  expect(found).toEqual(
    told === null ? [] : [{ code: 'INSTALLER_MISSING', error: expect.stringMatching(told), entry: null }],
  );
});

test('the builds of Forge that are known as the newest are for their game versions', () => {
  for (const gameVersion of ['1.6.3', '1.8.8', '1.10', '1.12.2', '1.20.3', '1.21.11', '26.2']) {
    const newest = modloaders.Forge.builds?.newest(gameVersion) ?? '';
    expect([newest, modloaders.Forge.gamesOf(newest)]).toEqual([
      newest,
      expect.arrayContaining([gameVersion]),
    ]);
  }
  expect(modloaders.Forge.gamesOf('11.14.4.1575')).toEqual(['1.8', '1.8.8']);
});

test('whoever runs a server pack reads it before the first start', async () => {
  await using pack = await buildServerPack(
    { 'mods/own.jar': jarWith({}) },
    { run: { gameVersion: '1.6.4', modloaderVersion: '9.11.1.964' } },
  );
  const page = `${(await unzip(pack.task.outputPath)).get('HOW-TO-RUN.md')?.contents}`;
  expect(page).toContain('set MODLOADER\\_VERSION=9.11.1.1345 in variables.txt');
});
