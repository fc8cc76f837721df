import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ModDecision } from '../../../src/archive/report.ts';
import { runOf } from './installations.ts';
import type { ServerFolder } from './server-folder.ts';
import { fabric, open, refused, type Shell, siteOf } from './setting.ts';

type Files = Record<string, string>;

/** A server pack with these files of a modpack, unpacked. */
function packWith(shell: Shell, files: Files, name: string, startArgs = ['-Xmx2G']): ServerFolder {
  const decisions: ModDecision[] = [
    { file: 'own-1.jar', kept: false, reason: 'CLIENT_ONLY', certainty: 'DECLARED', evidence: 'client' },
  ];
  return open(shell, fabric, { run: runOf(fabric, startArgs), name, files, decisions });
}

function writeAll(server: ServerFolder, files: Files): void {
  for (const [file, content] of Object.entries(files)) server.write(file, content);
}

const oldFiles = {
  'mods/kept-1.jar': 'one',
  'mods/gone-1.jar': 'gone',
  'config/plain.toml': 'old',
  'config/mine.toml': 'old',
  'config/both.toml': 'old',
  'config/same.toml': 'same',
  'config/dropped.toml': 'old',
  'config/dropped mine.toml': 'old',
  'config/deleted.toml': 'old',
  'world/datapacks/a.zip': 'old',
};
const newFiles = {
  'mods/kept-1.jar': 'one, rebuilt',
  'mods/new one-2.jar': 'new',
  'config/plain.toml': 'new',
  'config/mine.toml': 'old',
  'config/both.toml': 'new',
  'config/same.toml': 'same',
  'config/deleted.toml': 'old',
  'config/deep/er/added.toml': 'new',
  'config/grün.toml': 'new',
  'world/datapacks/a.zip': 'new',
};

/** A server of the old pack that somebody has run and changed. */
function usedServer(shell: Shell): ServerFolder {
  const server = packWith(shell, oldFiles, 'old server');
  writeAll(server, {
    'mods/own-1.jar': 'added by the admin',
    'config/mine.toml': 'changed',
    'config/both.toml': 'changed',
    'config/dropped mine.toml': 'changed',
    'server.properties': 'motd=mine\n',
    'world/level.dat': 'a world',
    'world/datapacks/a.zip': 'of the world',
    'eula.txt': 'eula=true\n',
    'variables.txt': server.read('variables.txt').replace('JAVA_ARGS=-Xmx2G', 'JAVA_ARGS=-Xmx9G'),
  });
  return server;
}

/** `start.sh --update` brings an older server to a new server pack. */
export function updatingSuite(shell: Shell): void {
  describe('--update', () => {
    test('replaces mods, configuration and scripts, and keeps worlds and what was changed', async () => {
      using server = usedServer(shell);
      using pack = packWith(shell, newFiles, 'new pack', ['-Xmx3G']);
      server.write('start.sh', 'old');

      const { status, output } = await pack.start({ LANG: 'C' }, ['--update', server.path, '--yes']);
      expect(output).toContain('is up to date');
      expect(status).toBe(0);
      expect(readdirSync(join(server.path, 'mods')).sort()).toEqual([
        'kept-1.jar',
        'new one-2.jar',
        'own-1.jar',
      ]);
      expect(server.read('mods/kept-1.jar')).toBe('one, rebuilt');
      expect(server.read('config/plain.toml')).toBe('new');
      expect(server.read('config/mine.toml')).toBe('changed');
      expect(server.has('config/mine.toml.new')).toBe(false);
      expect(server.read('config/both.toml')).toBe('changed');
      expect(server.read('config/both.toml.new')).toBe('new');
      expect(server.has('config/dropped.toml')).toBe(false);
      expect(server.read('config/dropped mine.toml')).toBe('changed');
      expect(server.read('config/deep/er/added.toml')).toBe('new');
      expect(server.read('config/grün.toml')).toBe('new');
      expect(server.read('world/level.dat')).toBe('a world');
      expect(server.read('world/datapacks/a.zip')).toBe('of the world');
      expect(server.read('server.properties')).toBe('motd=mine\n');
      expect(server.read('start.sh')).toBe(pack.read('start.sh'));
      expect(server.read('server-pack.json')).toBe(pack.read('server-pack.json'));
      expect(pack.has('.update')).toBe(false);
    });

    test('keeps settings of variables.txt, and the server starts with them', async () => {
      await using site = await siteOf(fabric);
      using server = usedServer(shell);
      using pack = packWith(shell, newFiles, 'new pack', ['-Xmx3G']);
      expect(await pack.start({}, ['--update', server.path, '--yes'])).toMatchObject({ status: 0 });
      expect(await server.start({ MIRROR: site.address })).toMatchObject({ status: 0 });
      expect(server.javaCalls().at(-1)).toContain('-Xmx9G');
    });

    test('shows what it will do and changes nothing where nobody can answer', async () => {
      using server = usedServer(shell);
      using pack = packWith(shell, newFiles, 'new pack');
      const { status, output } = await pack.start({}, ['--update', server.path]);
      expect(status).toBe(1);
      expect(output).toMatch(/^ {2}replace {2}mods\/kept-1\.jar$/m);
      expect(output).toMatch(/^ {2}remove {3}mods\/gone-1\.jar$/m);
      expect(output).toMatch(/^ {2}add {6}mods\/new one-2\.jar$/m);
      expect(output).toMatch(/^ {2}keep {5}config\/mine\.toml \(changed on the server\)$/m);
      expect(output).toMatch(/^ {2}keep {5}config\/both\.toml \(changed on both sides/m);
      expect(output).not.toContain('world/datapacks');
      expect(output).toContain('Nothing was changed');
      expect(server.read('mods/kept-1.jar')).toBe('one');
      expect(server.has('mods/gone-1.jar')).toBe(true);
    });

    test('touches nothing outside of the server, whatever a server-pack.json says', async () => {
      using server = usedServer(shell);
      using pack = packWith(shell, newFiles, 'new pack');
      const names = [
        '../outside',
        '/tmp/outside',
        'config/../../outside',
        'config/..',
        '$(touch pwned)',
        '-rf',
      ];
      const lines = names.map((name) => `    "${name}": "crc32:${crc32('x').toString(16)}",\n`).join('');
      server.write(
        'server-pack.json',
        server.read('server-pack.json').replace('  "files": {\n', `  "files": {\n${lines}`),
      );
      writeAll(server, { '../outside': 'x' });
      expect(await pack.start({}, ['--update', server.path, '--yes'])).toMatchObject({ status: 0 });
      expect(server.read('../outside')).toBe('x');
      expect(server.has('pwned') || pack.has('pwned')).toBe(false);
    });

    test('of a server pack without checksums keeps all that differs, but for mods and scripts', async () => {
      using server = usedServer(shell);
      using pack = packWith(shell, newFiles, 'new pack');
      const mods = ['kept-1.jar', 'gone-1.jar'].map((file) => ({ file, kept: true }));
      mods.push({ file: 'own-1.jar', kept: false });
      server.write('server-pack.json', `${JSON.stringify({ formatVersion: 1, mods }, null, 2)}\n`);
      expect(await pack.start({}, ['--update', server.path, '--yes'])).toMatchObject({ status: 0 });
      expect(server.has('mods/gone-1.jar')).toBe(false);
      expect(server.has('mods/own-1.jar')).toBe(true);
      expect(server.read('config/plain.toml')).toBe('old');
      expect(server.read('config/plain.toml.new')).toBe('new');
    });

    test('fetches a Java into its own folder where there is none', async () => {
      await using site = await siteOf(fabric);
      using server = usedServer(shell);
      using pack = packWith(shell, newFiles, 'new pack');
      pack.addJava('build/jdk/bin/java', '17.0.9');
      const archive = execFileSync('tar', ['-cz', '-C', join(pack.path, 'build'), 'jdk']);
      const checksum = createHash('sha256').update(archive).digest('hex');
      const path = '/adoptium/temurin17-binaries/releases/download/jdk-17.0.9/OpenJDK17U.tar.gz';
      const processor = process.arch === 'x64' ? 'x64' : 'aarch64';
      site.publish(
        `/v3/assets/latest/17/hotspot?architecture=${processor}&image_type=jre&os=linux&vendor=eclipse`,
        JSON.stringify([{ binary: { package: { checksum, link: `https://github.com${path}` } } }]),
      );
      site.publish(path, archive);
      const environment = { STUB_JAVA_VERSION: '1.7.0_80', MIRROR: site.address };
      expect(await pack.start(environment, ['--update', server.path, '--yes'])).toMatchObject({ status: 0 });
      expect(server.read('mods/kept-1.jar')).toBe('one, rebuilt');
      expect(pack.has('.java/temurin-17')).toBe(true);
      expect(server.has('.java')).toBe(false);
    });

    test.each([
      [[], 'has no UPDATE_URL'],
      [['.'], 'no server pack of ours'],
    ])('with %j says what is wrong', async (options, message) => {
      using pack = packWith(shell, newFiles, 'new pack');
      expect(await pack.start({}, ['--update', ...options])).toMatchObject(refused(message));
    });
  });
}
