import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { additional, fabric, neoForge, oldForge, open, type Shell, siteOf } from './setting.ts';

/** `start.sh` checks Java and the EULA, finds its folder, and runs the server to its end. */
export function runningSuite(shell: Shell): void {
  describe('Java', () => {
    test('an older Java is refused with what is needed, what was found and where to get it', async () => {
      using server = open(shell, fabric, { javaVersion: '1.8.0_402' });
      const { status, output } = await server.start();
      expect(status).toBe(1);
      expect(output).toContain(
        'Minecraft 1.20.1 with Fabric needs Java 17 or newer; found Java 8 (1.8.0_402)',
      );
      expect(output).toContain('https://adoptium.net/temurin/releases/?version=17');
      expect(server.javaCalls()).toEqual([]);
    });

    test('a newer Java is noted and used', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address, javaVersion: '21-ea' });
      expect(await server.start()).toMatchObject({
        status: 0,
        output: expect.stringContaining('Java 17 is recommended, found Java 21'),
      });
    });

    test('a newer Java is refused where it cannot work', async () => {
      using server = open(shell, oldForge, { javaVersion: '17.0.9' });
      expect(await server.start()).toMatchObject({
        status: 1,
        output: expect.stringContaining('needs Java 8; found Java 17'),
      });
    });

    test('SKIP_JAVA_CHECK starts with any Java', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address, javaVersion: '11.0.2' });
      expect(await server.start({ SKIP_JAVA_CHECK: 'true' })).toMatchObject({ status: 0 });
    });

    test('Java 8 is told apart even unchecked where it would take the argument file for a class', async () => {
      await using site = await siteOf(neoForge);
      using server = open(shell, neoForge, { mirror: site.address, javaVersion: '1.8.0_402' });
      expect(await server.start({ SKIP_JAVA_CHECK: 'true' })).toMatchObject({
        status: 1,
        output: expect.stringContaining('cannot run on Java 8'),
      });
    });

    test('a Java that is not there is named', async () => {
      using server = open(shell, fabric);
      expect(await server.start({ JAVA: '/no such/java' })).toMatchObject({
        status: 1,
        output: expect.stringContaining('Java was not found: /no such/java'),
      });
    });
  });

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
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      server.write('eula.txt', '#a comment\neula=false\n');
      expect(await server.start({ EULA: 'TRUE' })).toMatchObject({ status: 0 });
      expect(server.read('eula.txt')).toBe('eula=true\n');
    });

    test('is not asked for again once eula.txt says so', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      server.write('eula.txt', '#a comment\r\neula=TRUE\r\n');
      expect(await server.start({ EULA: '' })).toMatchObject({ status: 0 });
    });
  });

  describe('the folder', () => {
    test.each(["it's a server", 'say "hi"', 'a:b;c', '$(touch pwned)', 'größe 日本 🎮', '-rf', 'a\\b', '*'])(
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
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      const elsewhere = join(dirname(server.path), 'else where');
      mkdirSync(elsewhere);
      symlinkSync(join('..', 'server', 'start.sh'), join(elsewhere, 'first'));
      symlinkSync(join(elsewhere, 'first'), join(server.path, 'second'));
      const [program = '', ...args] = [...shell, join(server.path, 'second')];
      const { status, stderr } = spawnSync(program, args, {
        cwd: elsewhere,
        env: { PATH: process.env.PATH ?? '', JAVA: '/nowhere/java' },
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toContain('Java was not found: /nowhere/java');
    });
  });

  describe('running', () => {
    test('Java takes the place of the script, so that signals reach it', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      const running = server.launch({ STUB_SERVER: 'until-stopped' });
      await running.printed('running\n');

      expect(server.javaProcess()).toBe(running.process.pid);
      running.process.kill('SIGTERM');
      expect(await running.ended).toMatchObject({ status: 7, output: expect.stringContaining('stopped') });
    });

    test('RESTART starts the server again until a signal ends both', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      const running = server.launch({ RESTART: 'true', STUB_SERVER: 'read-console' });
      running.process.stdin?.write('stop\n');
      await running.printed('console: stop\n');
      await running.printed('starts again in 5 seconds');
      running.process.stdin?.write('stop again\n');
      await running.printed('console: stop again\n');

      running.process.kill('SIGTERM');
      await running.ended;
      expect(server.javaCalls()).toHaveLength(2);
    });

    test('with RESTART a signal is passed on and the server is awaited', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      const running = server.launch({ RESTART: 'true', STUB_SERVER: 'until-stopped' });
      await running.printed('running\n');
      running.process.kill('SIGINT');

      expect(await running.ended).toMatchObject({ status: 7, output: expect.stringContaining('stopped') });
      expect(server.javaCalls()).toHaveLength(1);
    });
  });
}
