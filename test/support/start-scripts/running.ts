import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { neededPrograms } from './downloads.ts';
import { additional, fabric, neoForge, open, openInstalled, refused, type Shell, siteOf } from './setting.ts';

/** `start.sh` asks for the EULA, finds its folder, and runs the server to its end. */
export function runningSuite(shell: Shell): void {
  describe('the EULA', () => {
    test('stops a start that nobody can answer and nobody has agreed to', async () => {
      using server = open(shell, fabric);
      const { status, output } = await server.start({ EULA: '' });
      expect(status).toBe(1);
      expect(output).toContain('https://aka.ms/MinecraftEULA');
      expect(output).toContain('EULA=true');
      expect(server.has('eula.txt')).toBe(false);
    });

    test('is written when the environment agrees', async () => {
      using server = openInstalled(shell);
      server.write('eula.txt', '#a comment\neula=false\n');
      expect(await server.start({ EULA: 'TRUE' })).toMatchObject({ status: 0 });
      expect(server.read('eula.txt')).toBe('eula=true\n');
    });

    test.each(['eula=TRUE\r', ' eula = true ', 'eula:true', '\teula\t=\ttrue\t'])(
      'is not asked for again once eula.txt says %j',
      async (line) => {
        using server = openInstalled(shell);
        server.write('eula.txt', `#a comment\r\n${line}\n`);
        expect(await server.start({ EULA: '' })).toMatchObject({ status: 0 });
      },
    );

    test.each(['#eula=true', 'eula=false', 'my eula=true', 'eula=true or not'])(
      'is not taken for agreed to when eula.txt says %j',
      async (line) => {
        using server = open(shell, fabric);
        server.write('eula.txt', `${line}\n`);
        expect(await server.start({ EULA: '' })).toMatchObject({ status: 1 });
      },
    );
  });

  describe('the folder', () => {
    test.each([`-rf it's "a"; a:b $(touch pwned) a\\b * größe 日本 🎮`, '*'])(
      'may be called %s',
      async (name) => {
        await using site = await siteOf(neoForge);
        using server = open(shell, neoForge, { mirror: site.address, name });
        expect(await server.start()).toMatchObject({ status: 0 });
        expect(server.javaCalls().at(-1)).toEqual([additional, ...neoForge.launch]);
        expect(server.has('../pwned')).toBe(false);
      },
    );

    test('is found through links', async () => {
      using server = openInstalled(shell);
      const elsewhere = join(dirname(server.path), 'else where');
      mkdirSync(elsewhere);
      symlinkSync(join('..', 'server', 'start.sh'), join(elsewhere, 'first'));
      symlinkSync(join(elsewhere, 'first'), join(server.path, 'second'));
      const [program = '', ...args] = [...shell, join(server.path, 'second')];
      const { status, stderr } = spawnSync(program, args, {
        cwd: elsewhere,
        env: { PATH: process.env.PATH ?? '', JAVA: '/nowhere/java', EULA: 'true' },
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toContain('Java was not found: /nowhere/java');
    });
  });

  describe('running', () => {
    test('Java takes the place of the script, so that signals reach it', async () => {
      using server = openInstalled(shell);
      const running = server.launch({ STUB_SERVER: 'until-stopped' });
      await running.printed('running\n');

      expect(server.javaProcess()).toBe(running.process.pid);
      running.process.kill('SIGTERM');
      expect(await running.ended).toMatchObject({ status: 7, output: expect.stringContaining('stopped') });
    });

    test('RESTART starts the server again until a signal ends both', async () => {
      using server = openInstalled(shell);
      // The second time it is waited as long as the script says, and the signal comes meanwhile.
      server.write('pause', '[ ! -e paused ] || { echo pauses again; exec sleep 5; }; : >paused');
      server.write('start.sh', server.read('start.sh').replace('sleep 5', 'sh pause'));
      const running = server.launch({ RESTART: 'true', STUB_SERVER: 'read-console' });
      running.process.stdin?.write('stop\n');
      await running.printed('console: stop\n');
      await running.printed('starts again in 5 seconds');
      running.process.stdin?.write('stop again\n');
      await running.printed('console: stop again\n');
      await running.printed('pauses again\n');

      running.process.kill('SIGTERM');
      expect(await running.ended).toMatchObject({ status: 0 });
      expect(server.javaCalls()).toHaveLength(2);
    });

    test('RESTART gives up when the server ends three times in a row right after its start', async () => {
      using server = openInstalled(shell);
      server.write('start.sh', server.read('start.sh').replace('sleep 5', ':'));
      const { status, output } = await server.start({ RESTART: 'true' });
      expect(status).toBe(1);
      expect(output).toContain('The server ended three times in a row within 60 seconds of its start');
      expect(output).toContain('logs/latest.log');
      expect(server.javaCalls()).toHaveLength(3);
    });

    test('RESTART counts anew after a server that was up for a minute', async () => {
      using server = openInstalled(shell);
      // The clock is asked at the start and at the end of each run; the third one lasts.
      server.write('times', '0 1 10 11 20 90 100 101 110 111 120 121');
      server.write('clock', 'read -r now later <times; echo "$later" >times; echo "$now"');
      server.write(
        'start.sh',
        server.read('start.sh').replace('sleep 5', ':').replaceAll('date +%s', 'sh clock'),
      );
      expect(await server.start({ RESTART: 'true' })).toMatchObject({ status: 1 });
      expect(server.javaCalls()).toHaveLength(6);
    });

    // Where there is no flock, as on macOS; the ps of busybox names no single process.
    test.each(shell[0] === 'busybox' ? ['flock'] : ['flock', 'ps'])(
      'a second start, --cleanup, --clean and --update are refused while it runs, by %s, with its process named',
      async (program) => {
        using server = openInstalled(shell, { programs: [...neededPrograms, 'sleep', program] });
        using pack = open(shell, fabric, { programs: [...neededPrograms, 'sleep', program] });
        const running = server.launch({ STUB_SERVER: 'until-stopped' });
        await running.printed('running\n');
        const runs = refused(`runs already: process ${running.process.pid}\n`);
        for (const options of [[], ['--cleanup'], ['--clean'], ['--update', '--yes']])
          expect(await server.start({}, options)).toMatchObject(runs);
        expect(await pack.start({}, ['--update', server.path, '--yes'])).toMatchObject(runs);
        expect(server.has('fabric-server-launcher.jar')).toBe(true);
        running.process.kill('SIGTERM');
        await running.ended;
        expect(await server.start()).toMatchObject({ status: 0 });
      },
    );

    test('a server starts on a disk that knows no locks', async () => {
      using server = openInstalled(shell, { programs: [...neededPrograms, 'sleep'] });
      const flock = '#!/bin/sh\necho "flock: 9: No locks available" >&2\nexit 1\n';
      writeFileSync(join(server.path, '../programs/flock'), flock, { mode: 0o755 });
      expect(await server.start()).toMatchObject({ status: 0 });
    });

    test('a start is refused while a program has the world', async () => {
      using server = openInstalled(shell);
      server.write('server.properties', 'level-name=my world\r\n');
      mkdirSync(join(server.path, 'my world'));
      const world = new DatabaseSync(join(server.path, 'my world/session.lock'));
      world.exec('begin exclusive');
      expect(await server.start({}, ['--cleanup'])).toMatchObject(
        refused(`runs already: process ${process.pid}\n`),
      );
      world.close();
      expect(await server.start()).toMatchObject({ status: 0 });
    });

    test('with RESTART a signal is passed on and the server is awaited', async () => {
      using server = openInstalled(shell);
      const running = server.launch({ RESTART: 'true', STUB_SERVER: 'until-stopped' });
      await running.printed('running\n');
      running.process.kill('SIGINT');

      expect(await running.ended).toMatchObject({ status: 7, output: expect.stringContaining('stopped') });
      expect(server.javaCalls()).toHaveLength(1);
    });
  });
}
