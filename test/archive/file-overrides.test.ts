import { describe, expect, test } from 'vitest';
import { planServerPack } from '../../src/archive/build/plan.ts';
import { previewServerPack } from '../../src/archive/build/preview.ts';
import type { TakenProperties } from '../../src/archive/pack/server-properties.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { mostReads } from '../../src/archive/selection/file-overrides.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';

type Files = Readonly<Record<string, string | Buffer>>;

const everything = { includeFiles: ['**', '*', '?*', '.*', '**/*', '.*/**'] };

/** What would go in of a pack with these files, what is said of it, and why the others stay out. */
function planned(files: Files, run: Partial<RunConfiguration>, properties: TakenProperties = none) {
  const pack = Object.entries(files).map(([name, contents]) => ({
    name,
    entry: { ...noEntry, name, size: contents.length },
  }));
  const readHead = (name: string) => Buffer.from(files[name] ?? '');
  const plan = planServerPack(
    { pack, fetched: [], mods: [], properties, readHead, readSettings: () => null },
    { ...forgeRun, ...run },
  );
  return {
    names: plan.selected.map(({ name }) => name),
    reasons: Object.fromEntries(plan.leftOut.map(({ path, reason }) => [path, reason])),
    warnings: plan.warnings.map(({ code, error }) => [code, error]),
  };
}

const none: TakenProperties = {
  bytes: null,
  emptied: [],
  opened: [],
  hasWhitelist: false,
  isOffline: false,
  levelName: 'world',
};

const noEntry = {
  rawName: null,
  flags: 0,
  method: 0,
  crc32: 0,
  compressedSize: 0,
  headerOffset: 0,
  attributes: 0,
  modified: 0,
};

const of = (name: string): Files => ({ [name]: name });

describe('what the start scripts write, read or run never comes out of a pack', () => {
  test.each([
    ['.java/x/bin/java', '.java/'],
    ['.JAVA/x/bin/java', '.JAVA/'],
    ['.java./x/bin/java', '.java./'],
    ['.update/actions', '.update/'],
    ['.previousrun', '.previousrun'],
    ['.start-lock', '.start-lock'],
    ['start.sh', 'start.sh'],
    ['Start.Bat', 'Start.Bat'],
    ['variables.txt', 'variables.txt'],
    ['server-pack.json', 'server-pack.json'],
    ['log4j2-server.xml', 'log4j2-server.xml'],
    ['mods-set-aside/old-1.jar', 'mods-set-aside/'],
    ['libraries/net/minecraftforge/forge/1.20.1-47.2.0/unix_args.txt', 'libraries/'],
    ['user_jvm_args.txt', 'user_jvm_args.txt'],
    ['forge.jar', 'forge.jar'],
    ['forge-1.20.1-47.2.0-shim.jar', 'forge-1.20.1-47.2.0-shim.jar'],
    ['minecraftforge-universal-1.6.4.jar', 'minecraftforge-universal-1.6.4.jar'],
    ['fabric-server-launcher.jar', 'fabric-server-launcher.jar'],
    ['fabric-server-launcher.properties', 'fabric-server-launcher.properties'],
    ['quilt-server-launch.jar', 'quilt-server-launch.jar'],
    ['.fabric/remappedJars/a.jar', '.fabric/'],
    ['installer.jar', 'installer.jar'],
    ['installer.jar.unverified.download', 'installer.jar.unverified.download'],
    ['java.tar.gz', 'java.tar.gz'],
    ['run.sh', 'run.sh'],
    ['.jdks/x/bin/java', '.jdks/'],
    ['.local/share/mise/installs/java/x/bin/java', '.local/'],
    ['.config/curlrc', '.config/'],
    ['.curlrc', '.curlrc'],
  ])('%s', (name, path) => {
    const without = planned(of(name), {});
    expect(without.names).toEqual([]);
    expect(without.reasons).toEqual({ [path]: 'SCRIPTS' });
    expect(without.warnings).toEqual([]);
    for (const includeFiles of [
      [name],
      [name.split('/', 1)[0] ?? ''],
      ...everything.includeFiles.map((one) => [one]),
    ]) {
      const { names, reasons } = planned(of(name), { includeFiles });
      expect({ includeFiles, names, reasons }).toEqual({
        includeFiles,
        names: [],
        reasons: { [path]: 'SCRIPTS' },
      });
    }
    expect(planned(of(name), { includeFiles: [name] }).warnings).toEqual([
      ['WISHES_LEFT_OUT', expect.stringContaining('which the start scripts write')],
    ]);
  });

  test('but what is called so in another folder does', () => {
    const names = [
      'config/.java/a.json',
      'kubejs/start.sh',
      'config/libraries/a.json',
      'config/installer.jar',
    ];
    expect(planned(Object.assign({}, ...names.map(of)), {}).names).toEqual(names);
  });
});

describe('a wildcard brings in no', () => {
  const elf = Buffer.from('7f454c4602', 'hex');
  test.each<[file: string, contents: string | Buffer, reason: string]>([
    ['ops.json', '[]', 'ADMIN'],
    ['OPS.json', '[]', 'ADMIN'],
    ['whitelist.json', '[]', 'ADMIN'],
    ['banned-players.json', '[]', 'ADMIN'],
    ['banned-ips.json', '[]', 'ADMIN'],
    ['usercache.json', '[]', 'ADMIN'],
    ['eula.txt', 'eula=true', 'ADMIN'],
    ['ops.txt', 'a', 'ADMIN'],
    ...['exe', 'bat', 'CMD', 'ps1', 'sh', 'com', 'vbs', 'jar', 'js', 'dll', 'so.1', 'lnk'].map(
      (ending): [string, string, string] => [`powershell.${ending}`, 'x', 'PROGRAM'],
    ),
    ['powershell.exe.', 'x', 'PROGRAM'],
    ['LICENSE.bat', 'x', 'PROGRAM'],
    ['java', elf, 'PROGRAM'],
    ['.bashrc', 'x', 'PROGRAM'],
    ['.profile', 'x', 'PROGRAM'],
    ['java.txt', 'MZ\x90', 'PROGRAM'],
    ['curl', '#!/bin/sh\n', 'PROGRAM'],
    ['a.class', Buffer.from('cafebabe0000003d', 'hex'), 'PROGRAM'],
  ])('%s', (file, contents, reason) => {
    const files = { [file]: contents };
    for (const pattern of everything.includeFiles) {
      const { names, reasons, warnings } = planned(files, { includeFiles: [pattern] });
      if (pattern === '.*/**' || (pattern === '.*' && !file.startsWith('.'))) continue;
      expect({ pattern, names, reasons }).toEqual({ pattern, names: [], reasons: { [file]: reason } });
      expect(warnings).toEqual([['WISHES_LEFT_OUT', expect.stringContaining(`"${file}" by a wildcard`)]]);
    }
    const named = planned(files, { includeFiles: [file] });
    expect(named.names).toEqual([file]);
    expect(named.warnings).toEqual([
      ['RISKY_FILES_INCLUDED', expect.stringContaining(`"${file}" is included, since includeFiles says so.`)],
    ]);
  });

  const key = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n';
  test.each<[file: string, contents: string | Buffer]>([
    ...['.env', '.env.local', '.envrc', '.npmrc', '.netrc', '_netrc', '.git-credentials', '.pypirc'].flatMap(
      (name): [string, string][] => [
        [`a/b/${name}`, 'x'],
        [`kubejs/${name}`, 'x'],
      ],
    ),
    ['.npmrc', 'x'],
    ['.ssh/config', 'x'],
    ['config/.SSH/known_hosts', 'x'],
    ['config/.aws/credentials', 'x'],
    ['.gnupg/a', 'x'],
  ])('secret in %s, which no pattern has in', (file, contents) => {
    for (const run of [{}, everything, { includeFiles: [file] }, { includeFiles: [file, '**'] }]) {
      const { names, reasons, warnings } = planned({ [file]: contents }, run);
      expect([names, Object.values(reasons)]).toEqual([[], ['SECRET']]);
      expect(warnings).toContainEqual(['ACCOUNT_FILES_FOUND', expect.anything()]);
    }
  });

  test.each<[file: string, contents: string | Buffer]>([
    ['config/id_rsa', key],
    ['config/deploy.key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['config/deploy.pem', 'Bag Attributes\r\n-----BEGIN ENCRYPTED PRIVATE KEY-----\r\n'],
    ['config/deploy', '\ufeff-----BEGIN EC PRIVATE KEY-----'],
    ['config/utf16', Buffer.from('\ufeff-----BEGIN PRIVATE KEY-----', 'utf16le')],
    ['config/deploy.asc', '-----BEGIN PGP PRIVATE KEY BLOCK-----'],
    ['config/deploy.ppk', 'PuTTY-User-Key-File-3: ssh-ed25519'],
    ['config/ssh2', '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----'],
    ['notes/server.txt', key],
    ['LICENSE', key],
  ])('secret in %s, and it does not come in without one either', (file, contents) => {
    for (const run of [{}, everything]) {
      const { names, reasons, warnings } = planned({ [file]: contents }, run);
      expect(names).toEqual([]);
      expect(Object.values(reasons)).toEqual(['SECRET']);
      expect(warnings).toEqual([['SECRETS_LEFT_OUT', expect.anything()]]);
    }
    const named = planned({ [file]: contents }, { includeFiles: [file] });
    expect(named.names).toEqual([file]);
    expect(named.warnings).toEqual([['RISKY_FILES_INCLUDED', expect.stringMatching(/ may hold accounts/)]]);
  });

  test('private key in a configuration that a wildcard means, and such a one is left alone without', () => {
    const files = { 'resourcepacks/a.json': key, 'resourcepacks/b.json': '{}' };
    expect(planned(files, everything).names).toEqual(['resourcepacks/b.json']);
  });

  test('file beyond those that are looked into, unless it is named', () => {
    const many = Object.fromEntries(Array.from({ length: mostReads }, (_, n) => [`logs/${n}.txt`, 'x']));
    const files = { ...many, 'logs/z.png': 'x', 'logs/z1.txt': 'x', 'logs/z2.txt': 'x' };
    const { names, warnings } = planned(files, { includeFiles: ['logs/*', 'logs/z2.txt'] });
    expect(names.length).toBe(mostReads + 2);
    expect(names).not.toContain('logs/z1.txt');
    expect(warnings).toEqual([['WISHES_LEFT_OUT', expect.stringContaining('"logs/z1.txt" by a wildcard')]]);
  });
});

test('the port that a pack opens is told however long the names are that overrides mean', () => {
  const names = ['ops.json', 'a.exe', ...Array.from({ length: 20 }, (_, n) => `${'長'.repeat(80)}${n}.bat`)];
  const files: Files = Object.assign({}, ...names.map(of));
  const properties = {
    bytes: null,
    emptied: [],
    opened: ['enable-rcon'],
    hasWhitelist: false,
    levelName: 'world',
    isOffline: false,
  };
  const { warnings } = planned(files, { includeFiles: ['ops.json', ...names.slice(12), '**'] }, properties);
  expect(warnings.slice(0, 3).map(([code]) => code)).toEqual([
    'REMOTE_CONTROL_ON',
    'RISKY_FILES_INCLUDED',
    'RISKY_FILES_INCLUDED',
  ]);
});

test('what may be public is no private key', () => {
  const files = {
    'config/cert.pem': '-----BEGIN CERTIFICATE-----',
    'config/id_rsa.pub': 'ssh-ed25519 AAAA',
    'config/a.asc': '-----BEGIN PGP PUBLIC KEY BLOCK-----',
    'config/environment': 'x',
    'config/ssh/a': 'x',
    'kubejs/run.sh': '#!/bin/sh',
    'config/ops.json': '[]',
    'config/tool.exe': 'MZ',
    LICENSE: 'MIT',
  };
  expect(planned(files, {}).names).toEqual(Object.keys(files));
});

test('a server pack and its preview are without them, and HOW-TO-RUN.md tells of what was named', async () => {
  const files = {
    'mods/a.jar': zipWith({}),
    '.java/x/bin/java': '#!/bin/sh',
    'ops.json': '[]',
    'eula.txt': 'eula=true',
    tool: '#!/bin/sh',
    '[a](b)`<i>.sh': 'x',
    'notes/server.txt': `-----BEGIN OPENSSH PRIVATE KEY-----\n${'abc'.repeat(1_000)}`,
    'notes/readme.txt': 'abc'.repeat(50_000),
  };
  const run = { includeFiles: ['**', 'eula.txt', '[a](b)`<i>.sh'] };
  await using pack = await buildServerPack(files, { run });
  const { task, result } = pack;
  const entries = await unzip(task.outputPath);
  const found = ['eula.txt', '[a](b)`<i>.sh', 'notes/readme.txt'];
  expect(Object.keys(files).filter((name) => entries.has(name))).toEqual(['mods/a.jar', ...found]);
  const page = entries.get('HOW-TO-RUN.md')?.contents.toString();
  expect(page).toContain('## Before the first start\n\n- "eula.txt" is included');
  expect(page).toContain('\n- "\\[a\\](b)\\`\\<i\\>.sh" is included');
  const { sum } = previewServerPack(task.report.mods, {
    archivePath: task.archivePath,
    baseFolder: '',
    fetched: [],
    run: task.run,
  });
  expect(sum.leftOut.map(({ path, reason }) => [path, reason])).toEqual([
    ['notes/server.txt', 'SECRET'],
    ['ops.json', 'ADMIN'],
    ['tool', 'PROGRAM'],
    ['.java/', 'SCRIPTS'],
  ]);
  expect(sum.warnings).toEqual(result.warnings);
});

test.each([
  [['-Xmx4G', '-Da=b'], []],
  [['-Da="b', 'c"'], ['QUOTES_IN_START_ARGS']],
  [["-Da='b c'"], ['QUOTES_IN_START_ARGS']],
])('of quotes in start arguments is told: %j', (startArgs, codes) => {
  const { warnings } = planned({}, { startArgs });
  expect(warnings.map(([code]) => code)).toEqual(codes);
});
