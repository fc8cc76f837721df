import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Installation, installationOf, runOf } from './installations.ts';
import { openServerFolder } from './server-folder.ts';
import {
  fabric,
  neoForge,
  oldForge,
  open,
  openInstalled,
  refused,
  type Shell,
  siteOf,
  started,
} from './setting.ts';

const newestOldForge = installationOf('Forge 1.16.5');
const stableNeoForge = installationOf('NeoForge 1.21.1');

/** What JAVA may be, where `HERE` is the folder of the server. */
const forms: [what: string, path: string][] = [
  ['a quoted path', "'HERE/my java/bin/java'"],
  ['a path in double quotes', '"HERE/my java/bin/java"'],
  ['the folder of a Java', 'HERE/my java'],
  ['its folder of programs', 'HERE/my java/bin'],
  ['a quoted folder', "'HERE/my java/'"],
  ['a folder below the server', './my java'],
];

/** Lines of variables.txt by which Java 17.0.5 and later fail with a version of the modloader. */
const failing = (more = '', modloaderVersion = fabric.modloaderVersion) =>
  `FAILING_MODLOADER_VERSION=${modloaderVersion}\nFAILING_JAVA_UPDATES=8.321 17.5\nFAILING_JAVA_ADVICE=Fabric fails there; take another.\n${more}\n`;

/** `start.sh` finds a Java that fits, and says what it needs when there is none. */
export function javaSuite(shell: Shell): void {
  describe('Java', () => {
    interface Scene {
      installation?: Installation;
      /** Javas in the folder of the server, by file and version. */
      javas?: Record<string, string>;
      /** `HERE` is the folder of the server, here and in the lines that go before those of variables.txt. */
      environment?: Record<string, string>;
      variables?: string;
    }
    const seventeen = { 'seven teen/bin/java': '17.0.5' };
    const old = '1.8.0_402';
    const forge112 = { installation: oldForge };
    const forge165 = { installation: newestOldForge };
    const refusedForge = [
      'Minecraft 1.16.5 with Forge needs Java 8 to 15 (16 and newer crash); found Java',
      'Get Java 8 from https://adoptium.net/temurin/releases/?version=8',
      'INSTALL_JAVA=true',
    ];
    const tooOld = [
      'Minecraft 1.20.1 with Fabric needs Java 17 or newer; found Java 8 (1.8.0_402)',
      'https://adoptium.net/temurin/releases/?version=17',
    ];
    /** The version of the Java on the PATH; whether the server starts; what is said. */
    type Case = [title: string, version: string, scene: Scene, starts: boolean, says: string[]];
    const cases: Case[] = [
      ['an older Java is refused with what is needed, found and where to get it', old, {}, false, tooOld],
      ['a newer Java is noted and used', '21-ea', {}, true, ['Java 17 is recommended, found Java 21']],
      [
        'a newer Java is refused where it cannot work',
        '17.0.9',
        forge112,
        false,
        ['needs Java 8; found Java 17'],
      ],
      ['Forge 1.16.5 is not started with the first that crashes', '16.0.2', forge165, false, refusedForge],
      ['Forge 1.16.5 is not started with a newer one', '21', forge165, false, refusedForge],
      ['Forge 1.16.5 is started with the newest Java that it runs on', '15.0.1', forge165, true, []],
      [
        'an update with which the modloader does not start is warned of where there is no other',
        '17.0.9',
        { variables: failing() },
        true,
        ['WARNING: Fabric fails there; take another. This is Java 17 (17.0.9)', 'with Java 17.0.9'],
      ],
      [
        'an older update goes before it where one can be had',
        '17.0.9',
        {
          javas: { 'a home/bin/java': '17.0.4.1' },
          environment: { JAVA_HOME: 'HERE/a home' },
          variables: failing('JAVA_RELEASE=jdk-17.0.4'),
        },
        true,
        ['with Java 17.0.4.1'],
      ],
      [
        'a newer Java fails where its updates do',
        '21',
        { variables: failing() },
        true,
        ['WARNING: Fabric fails there; take another. This is Java 21 (21)'],
      ],
      ['any Java starts unchecked', '11.0.2', { environment: { SKIP_JAVA_CHECK: 'true' } }, true, []],
      [
        'Java 8 is told apart even unchecked where it would take the argument file for a class',
        old,
        { installation: neoForge, environment: { SKIP_JAVA_CHECK: 'true' } },
        false,
        ['cannot run on Java 8'],
      ],
      [
        'a Java that is not there is named',
        '17.0.9',
        { environment: { JAVA: '/no such/java' } },
        false,
        ['Java was not found: /no such/java'],
      ],
      [
        'a JAVA that was chosen is used or refused, whatever else there is',
        '17.0.9',
        { javas: { 'chosen/bin/java': '11.0.2' }, environment: { JAVA: 'HERE/chosen/bin/java' } },
        false,
        ['found Java 11 (11.0.2): HERE/chosen/bin/java'],
      ],
      [
        'JAVA_17 in the environment goes before the PATH',
        '21',
        { javas: seventeen, environment: { JAVA_17: 'HERE/seven teen/bin/java' } },
        true,
        ['with Java 17.0.5'],
      ],
      [
        'JAVA_17 in variables.txt goes before the PATH',
        '21',
        { javas: seventeen, variables: 'JAVA_17="HERE/seven teen/bin/java"\nJAVA_8=/nowhere\n' },
        true,
        ['with Java 17.0.5'],
      ],
      [
        'a JAVA_17 that is not there is told',
        '17.0.9',
        { environment: { JAVA_17: '/nowhere/java' } },
        true,
        ['JAVA_17 is not there: /nowhere/java'],
      ],
      [
        'JAVA_HOME helps where the PATH has the wrong Java',
        '21',
        {
          installation: oldForge,
          javas: { 'a home/bin/java': old },
          environment: { JAVA_HOME: 'HERE/a home' },
        },
        true,
        ['with Java 1.8.0_402'],
      ],
      // Each form of a path once in the environment and once in variables.txt; a quoted one for both keys in both.
      ...forms.flatMap(([what, path], index) =>
        [
          ['JAVA', true] as const,
          ['JAVA_17', false] as const,
          ['JAVA', false] as const,
          ['JAVA_17', true] as const,
        ]
          .slice(0, index === 0 ? 4 : 2)
          .map(([key, isSet]): Case => {
            const given = isSet ? { environment: { [key]: path } } : { variables: `${key}=${path}\n` };
            const title = `${key} in ${isSet ? 'the environment' : 'variables.txt'} may be ${what}`;
            return [
              title,
              old,
              { javas: { 'my java/bin/java': '17.0.5' }, ...given },
              true,
              ['with Java 17.0.5'],
            ];
          }),
      ),
    ];

    test.each(cases)('%s', async (_title, javaVersion, scene, starts, says) => {
      const { installation = fabric, javas = {}, environment = {}, variables = '' } = scene;
      await using site = await siteOf(installation);
      using server =
        installation === fabric
          ? openInstalled(shell, { javaVersion })
          : open(shell, installation, { mirror: site.address, javaVersion });
      for (const [file, version] of Object.entries(javas)) server.addJava(file, version);
      const inPlace = (text: string) => text.replace('HERE', server.path);
      server.write('variables.txt', inPlace(variables) + server.read('variables.txt'));
      const set = Object.entries(environment).map(([key, value]) => [key, inPlace(value)]);
      const { status, output } = await server.start(Object.fromEntries(set));
      expect(status, output).toBe(starts ? 0 : 1);
      for (const text of says) expect(output).toContain(inPlace(text));
      expect(server.javaCalls().at(-1)?.at(-1) === 'nogui').toBe(starts);
    });

    test.each<[title: string, version: string, modloaderVersion: string | undefined]>([
      ['an older update is not warned of', '17.0.4', undefined],
      ['nor is a newer one once the modloader has another version', '17.0.9', '0.1.0'],
    ])('%s', async (_title, javaVersion, modloaderVersion) => {
      using server = openInstalled(shell, { javaVersion });
      server.write('variables.txt', failing('', modloaderVersion) + server.read('variables.txt'));
      const { status, output } = await server.start();
      expect({ status, warned: output.includes('WARNING') }).toEqual({ status: 0, warned: false });
    });

    test('a Java that reports speak against is used with a warning where there is no better one', async () => {
      await using site = await siteOf(stableNeoForge);
      using server = open(shell, stableNeoForge, { mirror: site.address, javaVersion: '27' });
      const start = () => server.start({ JAVA_FOLDERS: join(server.path, 'javas') });
      const warning = 'with NeoForge is reported to fail on Java 26 and newer; this is Java';
      expect(await start()).toMatchObject(started(`${warning} 27 (27)`));
      // The oldest of several such is the likeliest to work; one that is too old for the game is not.
      server.addJava('javas/a/bin/java', '17.0.9');
      server.addJava('javas/b/bin/java', '26.0.1');
      const { status, output } = await start();
      expect({ status, output }).toMatchObject(
        started(`${warning} 26 (26.0.1): ${server.path}/javas/b/bin/java`),
      );
      expect(output).toContain('Get Java 21 from https://adoptium.net/temurin/releases/?version=21');
      expect(output).toContain('INSTALL_JAVA=true');
      server.addJava('javas/c/bin/java', '25.0.1');
      const fitting = await start();
      expect(fitting).toMatchObject(started('Using Java 25 (25.0.1)'));
      expect(fitting.output).not.toContain('WARNING');
    });

    test('the folders where Javas are kept are searched for the recommended one, then for the oldest that fits', async () => {
      await using site = await siteOf(newestOldForge);
      using server = open(shell, newestOldForge, { mirror: site.address, javaVersion: '21' });
      const folders = { JAVA_FOLDERS: `${server.path}/none:${server.path}/some javas` };
      server.addJava('some javas/a/bin/java', '15.0.1');
      server.addJava('some javas/b/bin/java', '17.0.9');
      server.addJava('some javas/c/Contents/Home/bin/java', '11.0.2');
      expect(await server.start(folders)).toMatchObject(started('Using Java 11 (11.0.2), found at'));
      server.addJava('some javas/d/bin/java', '1.8.0_402');
      expect(await server.start(folders)).toMatchObject(started('Using Java 8 (1.8.0_402), found at'));
    });

    test('the folder of a Java on macOS is understood, and a folder without one is told', async () => {
      using server = openInstalled(shell, { javaVersion: '1.8.0_402' });
      server.addJava('jdk/Contents/Home/bin/java', '17.0.5');
      expect(await server.start({ JAVA: './jdk' })).toMatchObject({ status: 0 });
      expect(await server.start({ JAVA: './jdk/Contents' })).toMatchObject(
        refused('Java was not found: ./jdk/Contents'),
      );
      // A name alone is one of the PATH, whatever folder of a modpack is called so.
      expect(await server.start({ JAVA: 'jdk' })).toMatchObject(refused('Java was not found: jdk'));
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
        expect(await server.start({ EULA: '', ...environment })).toMatchObject(
          refused('The Minecraft EULA is not accepted'),
        );
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
          expect(await server.start({ INSTALL_JAVA: 'true' }), start).toMatchObject(
            started('with Java 17.0.9'),
          );
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

      test('fetches the release of an older update where newer ones fail', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '17.0.9' });
        server.write('variables.txt', failing('JAVA_RELEASE=jdk-17.0.4') + server.read('variables.txt'));
        server.addJava('build/jdk/bin/java', '17.0.4');
        const archive = execFileSync('tar', ['-cz', '-C', join(server.path, 'build'), 'jdk']);
        const checksum = createHash('sha256').update(archive).digest('hex');
        const path = '/adoptium/temurin17-binaries/releases/download/jdk-17.0.4/OpenJDK17U.tar.gz';
        const processor = process.arch === 'x64' ? 'x64' : 'aarch64';
        site.publish(
          `/v3/assets/release_name/eclipse/jdk-17.0.4?architecture=${processor}&image_type=jre&os=linux&jvm_impl=hotspot`,
          JSON.stringify({
            binaries: [{ package: { checksum, link: `https://github.com${path}` } }],
            source: { link: 'https://github.com/adoptium/source.tar.gz' },
          }),
        );
        site.publish(path, archive);
        const { status, output } = await server.start({ INSTALL_JAVA: 'true' });
        expect({ status, output }).toMatchObject(started('with Java 17.0.4'));
        expect(output).not.toContain('WARNING');
      });

      test('takes the Java for x64 on a Mac whose processor has none of its own', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        using machine = openServerFolder({ run: runOf(fabric), shell });
        machine.addJava('bin/uname', '');
        machine.write('bin/uname', '#!/bin/sh\n[ "$1" = -s ] && echo Darwin || echo arm64\n');
        server.addJava('build/jdk/Contents/Home/bin/java', '17.0.9');
        const archive = execFileSync('tar', ['-cz', '-C', join(server.path, 'build'), 'jdk']);
        const ofMac = list('jre')
          .replace(/architecture=\w+/, 'architecture=x64')
          .replace('os=linux', 'os=mac');
        site.publish(ofMac, releases(createHash('sha256').update(archive).digest('hex')));
        site.publish(archivePath, archive);
        const paths = `${machine.path}/bin:${server.path}/../programs:${process.env.PATH ?? ''}`;
        const { status, output } = await server.start({ INSTALL_JAVA: 'true', PATH: paths });
        expect({ status, output }).toMatchObject({
          status: 0,
          output: expect.stringMatching(/the one for x64 is fetched[\s\S]*with Java 17\.0\.9/),
        });
        const asked = site.requests.filter((one) => one.startsWith('/v3/'));
        expect(asked[0]).toContain('architecture=aarch64&image_type=jre&os=mac');
      });

      test('refuses an archive that is not the one listed', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        site.publish(list('jre'), releases('0'.repeat(64)));
        site.publish(archivePath, 'something else');
        expect(await server.start({ INSTALL_JAVA: 'true' })).toMatchObject(
          refused('The download is damaged or was changed'),
        );
        expect(server.has('.java')).toBe(false);
      });

      test('takes no archive from elsewhere', async () => {
        await using site = await siteOf(fabric);
        using server = open(shell, fabric, { mirror: site.address, javaVersion: '1.8.0_402' });
        site.publish(
          list('jre'),
          releases('0'.repeat(64)).replace('github.com/adoptium/temurin', 'evil.example/'),
        );
        expect(await server.start({ INSTALL_JAVA: 'true' })).toMatchObject(
          refused('No Java 17 could be had'),
        );
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
