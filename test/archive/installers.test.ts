import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { readArchiveManifest, surveyArchive } from '../../src/archive/pack/survey.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

/** The parts of ServerStarter's settings that matter, as Enigmatica 9 1.19.0, ATM7 0.2.12 and Craftoria have them. */
const settings = (modpackUrl: string, modpackFormat = 'curse') => `# Version of the specs
_specver: 2

install:
    mcVersion: 1.19.2
    loaderVersion: ~

    # E.g: modpackUrl: file://../modpacks/All+the+Mods+7-0.0.21.zip
    modpackUrl: ${modpackUrl}
    modpackFormat: ${modpackFormat}
    additionalFiles:
        #- url: https://media.forgecdn.net/files/2844/278/restrictedportals-1.15-1.0.jar
    spongeBootstrapper: https://github.com/simon816/SpongeBootstrap/releases/download/v0.7.1/SpongeBootstrap-0.7.1.jar
`;
const enigmatica = 'https://media.forgecdn.net/files/5126/176/Enigmatica9-1.19.0.zip';
/** The script beside it, which fetches ServerStarter itself. */
const starter = `#!/bin/bash
export URL="https://github.com/EnigmaticaModpacks/ServerStarter/releases/download/v2.4.0/serverstarter-2.4.0.jar"
wget -O serverstarter-2.4.0.jar "\${URL}"
java -jar serverstarter-2.4.0.jar
`;

async function problemsOf(files: Record<string, string | Buffer>) {
  await using pack = await temporaryFile(zipWith(files));
  const { problems } = await surveyArchive({ path: pack.path, limits });
  const { installer } = readArchiveManifest({ path: pack.path, limits });
  return { problems, installer };
}
const elsewhere = (entry: string, link: string) => ({
  problems: [
    {
      code: 'PACK_ELSEWHERE',
      error: `The archive holds no mods: "${entry}" only installs a pack that lies elsewhere. Import it by its link "${link}".`,
      entry,
      link,
    },
  ],
  installer: { entry, link },
});

describe('an archive that only installs a pack tells where that is', () => {
  test.each<[string, Record<string, string>, string, string?]>([
    [
      // CAI-HaoCheng/Enigmatica9Server-1.18.0 at 01f84154, read 2026-11-29.
      'ServerStarter',
      { 'server-setup-config.yaml': settings(enigmatica), 'startserver.sh': starter, 'config/a.toml': '' },
      enigmatica,
    ],
    [
      'in one folder',
      { 'E9/server-setup-config.yaml': settings(enigmatica), 'E9/readme.txt': '' },
      enigmatica,
    ],
    ['in quotes', { 'server-setup-config.yaml': settings(`"${enigmatica}" # the pack`) }, enigmatica],
    [
      'by http',
      { 'server-setup-config.yaml': settings('http://example.org/it%27s/a`b.zip?a=`', 'zip') },
      'https://example.org/it%27s/a%60b.zip?a=%60',
    ],
    [
      // CurseIDPackType.kt of ServerStarter at d13247e, read 2026-11-29.
      'by numbers of CurseForge',
      { 'server-setup-config.yaml': settings('385513:3575917', 'curseid') },
      'https://www.curseforge.com/projects/385513/files/3575917',
    ],
    [
      // The names in containers that install FTB's packs (api.feed-the-beast.com and api.modpacks.ch), read 2026-11-29.
      "FTB's installer",
      { 'serverinstall_126_100095.exe': 'MZ', 'readme.txt': '' },
      'https://api.feed-the-beast.com/v1/modpacks/public/modpack/126/100095',
    ],
    [
      // A script that fetches RLCraft, read 2026-11-29.
      'a script with wget',
      {
        'start.sh': `${starter}\nwget -O modpack.zip https://media.forgecdn.net/files/2935/323/RLCraft+Server+Pack+1.12.2+-+Beta+v2.8.2.zip\n`,
      },
      'https://media.forgecdn.net/files/2935/323/RLCraft+Server+Pack+1.12.2+-+Beta+v2.8.2.zip',
    ],
    [
      // packwiz-installer-bootstrap's command in the README of SnowriterMYX/solworld, read 2026-11-29.
      'a script of packwiz-installer, and not the Java that it fetches, or its own machine',
      {
        'ServerStart.bat': [
          'curl -Lo java.zip https://github.com/adoptium/temurin21-binaries/releases/download/jdk-21/OpenJDK21U-jdk_x64.zip',
          'java -jar packwiz-installer-bootstrap.jar http://localhost:8080/pack.toml',
          'java -jar packwiz-installer-bootstrap.jar -g -s server https://raw.githubusercontent.com/SnowriterMYX/solworld/master/pack.toml',
        ].join('\r\n'),
      },
      'https://raw.githubusercontent.com/SnowriterMYX/solworld/master/pack.toml',
    ],
  ])('%s', async (_what, files, link) => {
    const [entry = ''] = Object.keys(files);
    expect(await problemsOf(files)).toEqual(elsewhere(entry, link));
  });

  test.each([
    'file://setup/pack.zip',
    'https://user:secret@example.org/pack.zip',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: ServerStarter replaces it.
    'https://example.org/${VERSION}.zip',
    'https://example.org/{{@mcversion@}}.zip',
    'https://10.0.0.1/pack.zip',
    'http://example.org:8080/pack.zip',
    `https://example.org/${'a'.repeat(500)}.zip`,
    'javascript:alert(1)',
    '~',
    '""',
  ])('and none where it cannot be imported from: %s', async (modpackUrl) => {
    const { problems } = await problemsOf({ 'server-setup-config.yaml': settings(modpackUrl) });
    const error =
      'The archive holds no mods: "server-setup-config.yaml" only installs a pack that lies elsewhere. Run it, then zip the folder that has mods/ in it, and upload that.';
    expect(problems).toEqual([{ code: 'PACK_ELSEWHERE', error, entry: 'server-setup-config.yaml' }]);
  });
});

test.each<[string, Record<string, string | Buffer>, string[]]>([
  ['that has mods', { 'server-setup-config.yaml': settings(enigmatica), 'mods/a.jar': zipWith({}) }, []],
  ['whose mods lie elsewhere in it', { 'start.sh': enigmatica, 'a/b/mods/a.jar': zipWith({}) }, ['NO_MODS']],
  ...['mods/a.jar.disabled', 'mods/1.12.2/a.zip', 'coremods/a.jar'].map(
    (name): [string, Record<string, string>, string[]] => [
      `with ${name}`,
      { 'start.sh': enigmatica, [name]: '' },
      ['NO_MODS'],
    ],
  ),
  ['whose jars are deeper in mods/', { 'start.sh': enigmatica, 'mods/a/a.jar': zipWith({}) }, []],
  ['whose script fetches no pack', { 'startserver.sh': starter, 'config/a': '' }, ['NO_MODS']],
  [
    'whose script is too long to read',
    { 'start.sh': enigmatica + '\n'.repeat(65_536), 'a/b': '' },
    ['NO_MODS'],
  ],
  ['whose script is deeper down', { 'a/start.sh': enigmatica, b: '' }, ['NO_MODS']],
])('no installer is an archive %s', async (_what, files, codes) => {
  const { problems, installer } = await problemsOf(files);
  expect([problems.map(({ code }) => code), installer]).toEqual([codes, null]);
});
