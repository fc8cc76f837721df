import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installationOf } from './installations.ts';
import { fabric, neoForge, oldForge, open, openInstalled, type Shell, siteOf } from './setting.ts';

const newestOldForge = installationOf('Forge 1.16.5');
const stableNeoForge = installationOf('NeoForge 1.21.1');

/** `start.sh` finds a Java that fits, and says what it needs when there is none. */
export function javaSuite(shell: Shell): void {
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

    test.each(['16.0.2', '17.0.9', '21'])('Forge 1.16.5 is not started with Java %s', async (javaVersion) => {
      using server = open(shell, newestOldForge, { javaVersion });
      const { status, output } = await server.start();
      expect(status).toBe(1);
      expect(output).toContain(
        'Minecraft 1.16.5 with Forge needs Java 8 to 15 (16 and newer crash); found Java',
      );
      expect(output).toContain('Get Java 8 from https://adoptium.net/temurin/releases/?version=8');
      expect(output).toContain('INSTALL_JAVA=true');
      expect(server.javaCalls()).toEqual([]);
    });

    test.each(['11.0.2', '15.0.1'])('Forge 1.16.5 is started with Java %s', async (javaVersion) => {
      await using site = await siteOf(newestOldForge);
      using server = open(shell, newestOldForge, { mirror: site.address, javaVersion });
      expect(await server.start()).toMatchObject({ status: 0 });
    });

    test('a Java that reports speak against is used with a warning where there is no better one', async () => {
      await using site = await siteOf(stableNeoForge);
      using server = open(shell, stableNeoForge, { mirror: site.address, javaVersion: '27' });
      const start = () => server.start({ JAVA_FOLDERS: join(server.path, 'javas') });
      const warning = 'with NeoForge is reported to fail on Java 26 and newer; this is Java';
      expect(await start()).toMatchObject({
        status: 0,
        output: expect.stringContaining(`${warning} 27 (27)`),
      });
      // The oldest of several such is the likeliest to work; one that is too old for the game is not.
      server.addJava('javas/a/bin/java', '17.0.9');
      server.addJava('javas/b/bin/java', '26.0.1');
      const { status, output } = await start();
      expect({ status, output }).toMatchObject({
        status: 0,
        output: expect.stringContaining(`${warning} 26 (26.0.1): ${server.path}/javas/b/bin/java`),
      });
      expect(output).toContain('Get Java 21 from https://adoptium.net/temurin/releases/?version=21');
      expect(output).toContain('INSTALL_JAVA=true');
      server.addJava('javas/c/bin/java', '25.0.1');
      const fitting = await start();
      expect(fitting).toMatchObject({ status: 0, output: expect.stringContaining('Using Java 25 (25.0.1)') });
      expect(fitting.output).not.toContain('WARNING');
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

    test('a JAVA that was chosen is used or refused, whatever else there is', async () => {
      using server = open(shell, fabric, { javaVersion: '17.0.9' });
      const java = server.addJava('chosen/bin/java', '11.0.2');
      expect(await server.start({ JAVA: java })).toMatchObject({
        status: 1,
        output: expect.stringContaining(`found Java 11 (11.0.2): ${java}`),
      });
    });

    test.each(['the environment', 'variables.txt'])('JAVA_17 in %s goes before the PATH', async (place) => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address, javaVersion: '21' });
      const java = server.addJava('seven teen/bin/java', '17.0.5');
      if (place === 'variables.txt')
        server.write('variables.txt', `JAVA_17="${java}"\nJAVA_8=/nowhere\n${server.read('variables.txt')}`);
      expect(await server.start(place === 'variables.txt' ? {} : { JAVA_17: java })).toMatchObject({
        status: 0,
        output: expect.stringContaining('with Java 17.0.5'),
      });
    });

    test('a JAVA_17 that is not there is told', async () => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      expect(await server.start({ JAVA_17: '/nowhere/java' })).toMatchObject({
        status: 0,
        output: expect.stringContaining('JAVA_17 is not there: /nowhere/java'),
      });
    });

    test('JAVA_HOME helps where the PATH has the wrong Java', async () => {
      await using site = await siteOf(oldForge);
      using server = open(shell, oldForge, { mirror: site.address, javaVersion: '21' });
      server.addJava('a home/bin/java', '1.8.0_402');
      expect(await server.start({ JAVA_HOME: join(server.path, 'a home') })).toMatchObject({
        status: 0,
        output: expect.stringContaining('with Java 1.8.0_402'),
      });
    });

    test('the folders where Javas are kept are searched for the recommended one, then for the oldest that fits', async () => {
      await using site = await siteOf(newestOldForge);
      using server = open(shell, newestOldForge, { mirror: site.address, javaVersion: '21' });
      const folders = { JAVA_FOLDERS: `${server.path}/none:${server.path}/some javas` };
      server.addJava('some javas/a/bin/java', '15.0.1');
      server.addJava('some javas/b/bin/java', '17.0.9');
      server.addJava('some javas/c/Contents/Home/bin/java', '11.0.2');
      expect(await server.start(folders)).toMatchObject({
        status: 0,
        output: expect.stringContaining('Using Java 11 (11.0.2), found at'),
      });
      server.addJava('some javas/d/bin/java', '1.8.0_402');
      expect(await server.start(folders)).toMatchObject({
        status: 0,
        output: expect.stringContaining('Using Java 8 (1.8.0_402), found at'),
      });
    });

    test.each([
      ['a quoted path', 'my java/bin/java', "'PATH'"],
      ['a path in double quotes', 'my java/bin/java', '"PATH"'],
      ['the folder of a Java', 'my java', 'PATH'],
      ['its folder of programs', 'my java/bin', 'PATH'],
      ['a quoted folder', 'my java/', "'PATH'"],
      ['a folder below the server', null, './my java'],
    ])('JAVA and JAVA_17 may be %s', async (_what, path, given) => {
      for (const key of ['JAVA', 'JAVA_17'])
        for (const place of ['the environment', 'variables.txt']) {
          using server = openInstalled(shell, { javaVersion: '1.8.0_402' });
          server.addJava('my java/bin/java', '17.0.5');
          const value = given.replace('PATH', path === null ? '' : join(server.path, path));
          const isSet = place === 'the environment';
          if (!isSet) server.write('variables.txt', `${key}=${value}\n${server.read('variables.txt')}`);
          expect(await server.start(isSet ? { [key]: value } : {}), `${key} in ${place}`).toMatchObject({
            status: 0,
            output: expect.stringContaining('with Java 17.0.5'),
          });
        }
    });

    test('the folder of a Java on macOS is understood, and a folder without one is told', async () => {
      using server = openInstalled(shell, { javaVersion: '1.8.0_402' });
      server.addJava('jdk/Contents/Home/bin/java', '17.0.5');
      expect(await server.start({ JAVA: './jdk' })).toMatchObject({ status: 0 });
      expect(await server.start({ JAVA: './jdk/Contents' })).toMatchObject({
        status: 1,
        output: expect.stringContaining('Java was not found: ./jdk/Contents'),
      });
      // A name alone is one of the PATH, whatever folder of a modpack is called so.
      expect(await server.start({ JAVA: 'jdk' })).toMatchObject({
        status: 1,
        output: expect.stringContaining('Java was not found: jdk'),
      });
    });

    describe('of a modpack', () => {
      /** Something that tells that it was run. */
      const trap = '#!/bin/sh\necho ran >>"$TRAP"\nprintf \'openjdk version "17.0.9"\\n64-Bit\\n\' >&2\n';

      /** Starts a server beside whose mods such files lie, where no Java fits, and tells what ran. */
      async function trapped(
        files: readonly string[],
        environment: (server: string) => Record<string, string> = () => ({}),
        call = shell,
      ) {
        using server = openInstalled(call, { javaVersion: '1.8.0_402' });
        for (const file of files) {
          server.addJava(file, '17.0.9');
          server.write(file, trap);
        }
        const { status, output } = await server.start({
          TRAP: join(server.path, 'trap'),
          ...environment(server.path),
        });
        return { status, output, ran: server.has('trap') };
      }

      test('is not run out of .java, and that is told', async () => {
        const { status, output, ran } = await trapped(['.java/x/bin/java', '.java/temurin-17/bin/java']);
        expect({ status, ran }).toEqual({ status: 1, ran: false });
        expect(output).toContain('.java/x is not used');
        expect(output).toContain('.java/temurin-17 is not used');
        expect(output).toContain('needs Java 17 or newer; found Java 8');
      });

      test('is not run out of the folder of the server by way of the PATH', async () => {
        const paths = ['.:PATH', ':PATH', 'PATH:', 'bin:PATH'];
        for (const path of paths) {
          const found = await trapped(['java', 'java17', 'curl', 'id', 'sed', 'bin/java'], () => ({
            PATH: path.replace('PATH', process.env.PATH ?? ''),
            JAVA: 'java17',
          }));
          expect({ path, ...found }).toMatchObject({ status: 1, ran: false });
        }
      });

      test('is not run out of a home folder that is that of the server', async () => {
        const places = [
          '.jdks/x',
          '.sdkman/candidates/java/x',
          '.asdf/installs/java/x',
          '.local/share/mise/installs/java/x',
        ];
        const javas = places.map((place) => `${place}/bin/java`);
        // Without JAVA_FOLDERS, so that the usual folders are looked through.
        const call = ['env', '-u', 'JAVA_FOLDERS', ...shell];
        const { ran } = await trapped(javas, (server) => ({ HOME: server }), call);
        expect(ran).toBe(false);
      });
    });

    test('nothing of Java is run, and none fetched, before the EULA is agreed to', async () => {
      await using site = await siteOf(fabric);
      for (const environment of [{}, { INSTALL_JAVA: 'true' }]) {
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        expect(await server.start({ EULA: '', ...environment })).toMatchObject({
          status: 1,
          output: expect.stringContaining('The Minecraft EULA is not accepted'),
        });
        expect(server.javaProcess()).toBeNaN();
      }
      expect(site.requests).toEqual([]);
    });

    describe('INSTALL_JAVA', () => {
      const list = (kind: string) =>
        `/v3/assets/latest/17/hotspot?architecture=${process.arch === 'x64' ? 'x64' : 'aarch64'}&image_type=${kind}&os=linux&vendor=eclipse`;
      const archivePath = '/adoptium/temurin17-binaries/releases/download/jdk-17.0.9%2B9/OpenJDK17U.tar.gz';
      const releases = (checksum: string) =>
        JSON.stringify(
          [
            {
              binary: {
                installer: { checksum: 'f'.repeat(64), link: 'https://github.com/adoptium/other.msi' },
                package: { checksum, link: `https://github.com${archivePath}`, size: 9 },
              },
              vendor: 'eclipse',
            },
          ],
          null,
          4,
        );

      test('fetches Temurin into .java, once', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        server.addJava('build/jdk-17.0.9+9-jre/bin/java', '17.0.9');
        const archive = execFileSync('tar', ['-cz', '-C', join(server.path, 'build'), 'jdk-17.0.9+9-jre']);
        site.publish(list('jdk'), releases(createHash('sha256').update(archive).digest('hex')));
        site.publish(archivePath, archive);

        for (const start of ['first', 'second']) {
          expect(await server.start({ INSTALL_JAVA: 'true' }), start).toMatchObject({
            status: 0,
            output: expect.stringContaining('with Java 17.0.9'),
          });
        }
        expect(server.has('.java/temurin-17/bin/java')).toBe(true);
        expect(server.has('java.tar.gz')).toBe(false);
        expect(site.requests.filter((path) => path === archivePath)).toHaveLength(1);

        // What was changed since is not run, but fetched anew.
        for (const file of ['.java/temurin-17/bin/java', '.java/temurin-17/lib/another.so']) {
          server.addJava(file, '17.0.1');
          expect(await server.start({ INSTALL_JAVA: 'true' })).toMatchObject({
            status: 0,
            output: expect.stringMatching(/temurin-17 is not used[\s\S]*with Java 17\.0\.9/),
          });
        }
        expect(site.requests.filter((path) => path === archivePath)).toHaveLength(3);
      });

      test('refuses an archive that is not the one listed', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        site.publish(list('jre'), releases('0'.repeat(64)));
        site.publish(archivePath, 'something else');
        expect(await server.start({ INSTALL_JAVA: 'true' })).toMatchObject({
          status: 1,
          output: expect.stringContaining('The download is damaged or was changed'),
        });
        expect(server.has('.java')).toBe(false);
      });

      test('takes no archive from elsewhere', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        site.publish(
          list('jre'),
          releases('0'.repeat(64)).replace('github.com/adoptium/temurin', 'evil.example/'),
        );
        expect(await server.start({ INSTALL_JAVA: 'true' })).toMatchObject({
          status: 1,
          output: expect.stringContaining('No Java 17 could be had'),
        });
      });

      test('is not done unless asked for', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        expect(await server.start()).toMatchObject({ status: 1 });
        expect(site.requests).toEqual([]);
      });
    });
  });
}
