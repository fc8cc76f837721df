import { expect, test } from 'vitest';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { javaFor, startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import type { ModloaderName } from '../../src/modloaders/modloader.ts';
import { classHead, fabricModJson, type JarFiles, jarWith, quiltModJson } from '../support/jar.ts';
import { modsOf } from '../support/mods.ts';
import { buildServerPack } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';

const runOf = (
  modloader: ModloaderName,
  gameVersion: string,
  modloaderVersion: string,
): RunConfiguration => ({
  modloader,
  gameVersion,
  modloaderVersion,
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
  ...runDefaults,
});

/** The warnings about Java of a pack with these jars. */
function warned(jars: Readonly<Record<string, JarFiles>>, run: RunConfiguration): string[] {
  const mods = modsOf(jars);
  return startWarnings(mods, decideMods(mods, run), run).flatMap(({ code, error }) =>
    code.includes('JAVA') ? [`${code}: ${error}`] : [],
  );
}

test.each<[gameVersion: string, version: string, told: RegExp | null]>([
  ['1.16.2', '33.0.61', null],
  ['1.16.3', '34.1.26', null],
  [
    '1.16.3',
    '34.1.27',
    /8u321, 11\.0\.14, 17\.0\.2 and later\); no build for 1\.16\.3 mends that\. Use Java 8u312/,
  ],
  ['1.16.4', '35.1.37', /no build for 1\.16\.4 mends that\. Use Java 8u312, which INSTALL_JAVA=true fetches/],
  ['1.16.5', '36.1.0', /36\.1\.0 does not start .* Take Forge 36\.2\.26 or later, or use Java 8u312/],
  ['1.16.5', '36.2.20', /Take Forge 36\.2\.26 or later/],
  ['1.16.5', '36.2.24', /Take Forge 36\.2\.26 or later/],
  ['1.16.5', '36.2.26', null],
  ['1.17.1', '37.0.74', /Java \(17\.0\.2 and later\)\. Take Forge 37\.1\.1 or later, or use Java 16/],
  ['1.17.1', '37.0.75', null],
  [
    '1.6.4',
    '9.11.1.1344',
    /Java \(8u20 and later\)\. Take Forge 9\.11\.1\.1345 or later, or add legacyjavafixer/,
  ],
  ['1.6.4', '9.11.1.1345', null],
  ['1.7.2', '10.12.2.1161-mc172', /no build for 1\.7\.2 mends that\. Add legacyjavafixer to mods/],
  ['1.7.10', '10.13.0.1207', /Take Forge 10\.13\.4\.1614 or later/],
  ['1.7.10', '10.13.4.1614-1.7.10', null],
  ['1.12.2', '14.23.5.2847', null],
])('Forge for %s in version %s and newer updates of Java', (gameVersion, version, told) => {
  const warnings = warned({}, runOf('Forge', gameVersion, version));
  expect(warnings).toEqual(
    told === null ? [] : [expect.stringMatching(new RegExp(`^JAVA_UPDATES_FAIL: Forge .*${told.source}`))],
  );
});

test('a mod that mends it is taken for that', () => {
  const run = runOf('Forge', '1.6.4', '9.11.1.965');
  expect(warned({ 'LegacyJavaFixer-1.0.jar': {} }, run)).toEqual([]);
});

const runs = {
  fabric: runOf('Fabric', '1.20.1', '0.15.6'),
  forge: runOf('Forge', '1.20.1', '47.2.0'),
  forge165: runOf('Forge', '1.16.5', '36.2.39'),
  forge122: runOf('Forge', '1.12.2', '14.23.5.2860'),
  neo: runOf('NeoForge', '1.21.1', '21.1.66'),
  quilt: runOf('Quilt', '1.20.1', '0.26.4'),
};
const ofFabric = (files: JarFiles, fields: object = {}) => ({
  'fabric.mod.json': fabricModJson('own', fields),
  ...files,
});
const ofForge = (files: JarFiles, more = '') => ({
  'META-INF/mods.toml': `modLoader="javafml"\n[[mods]]\nmodId="own"\n${more}`,
  ...files,
});
const library = (java: number, fields: object = {}) =>
  jarWith({ 'fabric.mod.json': fabricModJson('lib', fields), 'lib/A.class': classHead(java) });
const nesting = { jars: [{ file: 'META-INF/jars/lib.jar' }] };
const classes = { 'com/example/A.class': classHead(21) };

test.each<[title: string, run: keyof typeof runs, files: JarFiles, java: number, told: string | null]>([
  ['classes', 'fabric', ofFabric(classes), 21, 'by its classes'],
  ['classes, on Forge', 'forge', ofForge(classes), 21, 'by its classes'],
  [
    'some of the classes',
    'fabric',
    ofFabric({ 'a/A.class': classHead(17), 'b/B.class': classHead(21) }),
    21,
    'by its classes',
  ],
  ['classes that the game can read', 'fabric', ofFabric({ 'a/A.class': classHead(17) }), 17, null],
  [
    'copies of classes for newer Java',
    'fabric',
    ofFabric({ 'META-INF/versions/21/A.class': classHead(21), 'a/java21/A.class': classHead(21) }),
    17,
    null,
  ],
  ['a declaration of a module', 'forge165', ofForge({ 'module-info.class': classHead(9) }), 8, null],
  [
    'depends',
    'fabric',
    ofFabric({}, { depends: { java: '>=21' } }),
    21,
    'by depends.java in fabric.mod.json',
  ],
  ['depends that older Java meets', 'fabric', ofFabric({}, { depends: { java: ['>=8', '>=21'] } }), 17, null],
  [
    'depends of Quilt',
    'quilt',
    { 'quilt.mod.json': quiltModJson('own', null, { depends: [{ id: 'java', versions: '>=21' }] }) },
    21,
    'by depends on java in quilt.mod.json',
  ],
  [
    'a feature',
    'forge',
    ofForge({}, '[features.own]\njavaVersion="[21,)"\n'),
    21,
    'by javaVersion in mods.toml',
  ],
  [
    'a dependency of Forge',
    'forge',
    ofForge({}, '[[dependencies.own]]\nmodId="java"\nmandatory=true\nversionRange="[21,)"\n'),
    21,
    'by the dependency on java in mods.toml',
  ],
  [
    'mixins',
    'fabric',
    ofFabric({ 'own.mixins.json': { compatibilityLevel: 'JAVA_21' } }),
    21,
    'by compatibilityLevel in own.mixins.json',
  ],
  [
    'a nested jar',
    'fabric',
    ofFabric({ 'META-INF/jars/lib.jar': library(21) }, nesting),
    21,
    'by its classes in META-INF/jars/lib.jar',
  ],
  ['a nested jar that nothing names', 'fabric', ofFabric({ 'META-INF/jars/lib.jar': library(21) }), 17, null],
  [
    'a nested jar for another game',
    'fabric',
    ofFabric({ 'META-INF/jars/lib.jar': library(21, { depends: { minecraft: '>=1.20.5' } }) }, nesting),
    17,
    null,
  ],
  ['a class of no Java that there is', 'fabric', ofFabric({ 'a/A.class': classHead(50) }), 17, null],
  ['a mod for clients', 'fabric', ofFabric(classes, { environment: 'client' }), 17, null],
  [
    'a Java between those with long support',
    'fabric',
    ofFabric({ 'a/A.class': classHead(18) }),
    21,
    'Run this server with Java 21',
  ],
  [
    'a Java that the modloader takes',
    'forge165',
    ofForge({ 'a/A.class': classHead(11) }),
    11,
    '1.16.5 itself is made for Java 8',
  ],
  [
    'a Java that the modloader refuses',
    'forge165',
    ofForge({ 'a/A.class': classHead(17) }),
    8,
    'JAVA_REFUSED: "own.jar" needs Java 17, by its classes; Forge for 1.16.5 does not start with a Java newer than 15',
  ],
  [
    'a Java that reports speak against',
    'neo',
    {
      'META-INF/neoforge.mods.toml': 'modLoader="javafml"\n[[mods]]\nmodId="own"\n',
      'a/A.class': classHead(26),
    },
    21,
    'NeoForge for 1.21.1 is reported not to start with a Java newer than 25',
  ],
])('%s of a kept mod, and the Java for the server', (_title, name, files, java, told) => {
  const run = runs[name];
  const mods = modsOf({ 'own.jar': files });
  expect(javaFor(mods, decideMods(mods, run), run).version).toBe(java);
  expect(warned({ 'own.jar': files }, run)).toEqual(told === null ? [] : [expect.stringContaining(told)]);
});

test('a server pack says what is known of its Java', async () => {
  await using pack = await buildServerPack(
    { 'mods/own.jar': jarWith(ofForge({ 'a/A.class': classHead(11) })) },
    { run: { gameVersion: '1.16.5', modloaderVersion: '36.2.20' } },
  );
  const entries = await unzip(pack.task.outputPath);
  const textOf = (name: string) => `${entries.get(name)?.contents}`;
  const set = textOf('variables.txt')
    .split('\n')
    .filter((line) => /JAVA_VERSION=|FAILING|RELEASE/.test(line));
  expect(set).toEqual([
    'RECOMMENDED_JAVA_VERSION=11',
    'NEWEST_JAVA_VERSION=15',
    'FAILING_MODLOADER_VERSION=36.2.20',
    'FAILING_JAVA_UPDATES=8.321 11.14 17.2',
    expect.stringMatching(
      /^FAILING_JAVA_ADVICE=Forge 36\.2\.20 does not start .* Take Forge 36\.2\.26 or later/,
    ),
    // The release that could be fetched is one of Java 8.
  ]);
  expect(JSON.parse(textOf('server-pack.json'))).toMatchObject({
    javaVersion: 11,
    warnings: [{ code: 'JAVA_UPDATES_FAIL' }, { code: 'NEWER_JAVA_NEEDED' }],
  });
  expect(textOf('HOW-TO-RUN.md')).toMatch(
    /Take Forge 36\.2\.26 or later[\s\S]*"own\.jar" needs Java 11[\s\S]*Install Java 11/,
  );
});
