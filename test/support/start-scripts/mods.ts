import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServerFolder } from './server-folder.ts';
import { additional, fabric, openInstalled, refused, type Shell, started } from './setting.ts';

const ofPack = {
  'mods/one-2.jar': 'one',
  'mods/größe-1.jar': 'size',
  'mods/quoted "one".jar': 'quoted',
  'mods/optional/three-1.jar': 'three',
};
const hostile = [
  'two\nlines.jar',
  '-rf.jar',
  ' blanks  .jar',
  '\u001b]0;pwned\u0007.jar',
  '$(touch pwned).jar',
  '日本 🎮.jar',
];

const jarsIn = (server: ServerFolder, folder: string) =>
  readdirSync(join(server.path, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.jar') || name.endsWith('.zip'))
    .sort();

/** `start.sh` tells jars in mods/ that are not of its server pack, and `--clean` moves them. */
export function modsSuite(shell: Shell): void {
  describe('mods/', () => {
    const openWith = (files: readonly string[]) => {
      const server = openInstalled(shell, { files: ofPack });
      for (const file of files) server.write(file, `stray ${file}`);
      return server;
    };

    test('of an older server pack: a start names ten jars that this one lacks, and how many more, and moves none', async () => {
      const old = Array.from({ length: 12 }, (_, number) => `mods/old-${number + 10}.jar`);
      using server = openWith([...old, 'mods/README.txt', 'mods/off-1.jar.disabled', 'mods/._one-2.jar']);
      const { status, output } = await server.start();
      expect(status).toBe(0);
      const from = output.indexOf('Jars in mods/');
      expect(output.slice(from, output.indexOf('Starting Fabric')).split('\n')).toEqual([
        'Jars in mods/ that are not in this server pack: 12. Two versions of one mod keep a server from starting.',
        ...old.slice(0, 10).map((file) => `  ${file.slice(5)}`),
        '  and 2 more',
        'A mod that you added by hand may stay. ./start.sh --clean moves all of these to mods-set-aside/ and deletes none.',
        '',
      ]);
      expect(jarsIn(server, 'mods')).toHaveLength(18);
      expect(server.has('mods-set-aside')).toBe(false);
    });

    test('--clean moves them, whatever they are called, over nothing that was moved before, and starts', async () => {
      using server = openWith([
        ...hostile.map((name) => `mods/${name}`),
        'mods/old-1.jar',
        'mods/optional/four.jar',
      ]);
      server.write('mods-set-aside/old-1.jar', 'moved before');
      const { status, output } = await server.start({ LANG: 'C' }, ['--clean']);
      expect(status).toBe(0);
      expect(output).toContain(
        'Jars in mods/ that are not in this server pack: 7. They move to mods-set-aside/:\n',
      );
      expect(output).toContain('  two?lines.jar\n');
      expect(output).toContain('  ?]0;pwned?.jar\n');
      expect(jarsIn(server, 'mods')).toEqual(
        [...Object.keys(ofPack).map((file) => file.slice(5)), 'optional/four.jar'].sort(),
      );
      expect(jarsIn(server, 'mods-set-aside')).toEqual([...hostile, 'old-1.jar', 'old-1.jar.2'].sort());
      expect(server.read('mods-set-aside/old-1.jar')).toBe('moved before');
      for (const name of hostile) expect(server.read(`mods-set-aside/${name}`)).toBe(`stray mods/${name}`);
      expect(server.has('pwned')).toBe(false);
      expect(server.javaCalls()).toEqual([[additional, '-Xmx2G', ...fabric.launch]]);

      const again = await server.start({}, ['--clean', '--install-only']);
      expect(again.output).toContain('Nothing is moved: all jars in mods/ are in this server pack.');
      expect(again.output).toContain('The server is installed.');
    });

    test('a jar of this server pack stays, also where unpacking has changed the letters of its name', async () => {
      using server = openWith([]);
      const change = (name: string, other: string) =>
        renameSync(join(server.path, 'mods', name), join(server.path, 'mods', other));
      change('größe-1.jar', 'gr#U00f6#U00dfe-1.jar');
      change('quoted "one".jar', "quoted 'one'.jar");
      expect((await server.start({}, ['--clean'])).output).toContain('Nothing is moved');
      rmSync(join(server.path, 'mods'), { recursive: true });
      expect(await server.start({}, ['--clean'])).toMatchObject(started('Nothing is moved'));
    });

    test.each([
      ['is missing', ({ path }: ServerFolder) => rmSync(join(path, 'server-pack.json'))],
      [
        'lists no files',
        (server: ServerFolder) => server.write('server-pack.json', '{\n  "formatVersion": 1\n}\n'),
      ],
    ])('without a word where server-pack.json %s', async (_, change) => {
      using server = openWith(['mods/old-1.jar']);
      change(server);
      const { status, output } = await server.start();
      expect(status).toBe(0);
      expect(output).not.toContain('mods');
      expect((await server.start({}, ['--clean'])).output).toContain('Nothing is moved: server-pack.json');
      expect(server.has('mods/old-1.jar')).toBe(true);
    });

    test('--clean stops where a jar cannot be moved', async () => {
      using server = openWith(['mods/old-1.jar']);
      server.write('mods-set-aside', 'a file');
      expect(await server.start({}, ['--clean'])).toMatchObject(
        refused('The jars in mods/ cannot be checked'),
      );
      expect(server.javaCalls()).toEqual([]);
    });

    // No shell has a say in it.
    if (shell[0] !== 'sh') return;
    test.each([
      ['Fabric', '0.15.6', '1.20.1', []],
      ['Forge', '14.23.5.2860', '1.12.2', ['1.12.2/a.jar', 'a.zip']],
      ['Forge', '36.2.39', '1.16.5', []],
      ['Quilt', '0.24.0', '1.20.1', ['1.20.1/a.jar', 'sub/deep/a.jar']],
      ['Quilt', '0.17.11', '1.20.1', []],
    ])('only where %s %s reads mods for %s', (modloader, version, gameVersion, found) => {
      const names = [
        'a.zip',
        '1.12.2/a.jar',
        '1.20.1/a.jar',
        'sub/deep/a.jar',
        '.index/a.jar',
        'x.disabled/a.jar',
      ];
      using server = openWith(names.map((name) => `mods/${name}`));
      symlinkSync('.', join(server.path, 'mods/loop'));
      const options = ['-cp', 'start.jar', 'StrayJars', 'true', modloader, version, gameVersion];
      execFileSync('java', options, { cwd: server.path, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } });
      const moved = server.has('mods-set-aside') ? jarsIn(server, 'mods-set-aside') : [];
      expect(moved).toEqual(found);
    });
  });
}
