import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDownloadSite } from '../download-site.ts';
import { type Installation, installationOf, installations, publish } from './installations.ts';
import {
  additionalOf,
  fabric,
  neoForge,
  open,
  openInstalled,
  quilt,
  refused,
  type Shell,
  siteOf,
} from './setting.ts';

const oldestForge = installationOf(
  'Forge 1.7.10, whose version ends in the game version and whose jar is called universal',
);

/** One installation of each way to a server. */
export const oneOfEach = [
  ...new Map(
    installations.map((one) => [`${one.modloader} ${one.argumentsFile} ${one.installer === null}`, one]),
  ).values(),
];

/** `start.sh` installs and starts these modloaders. */
export function installingSuite(shell: Shell, installed: readonly Installation[] = oneOfEach): void {
  describe('installing and starting', () => {
    test.each(installed)(
      '$title is downloaded, installed and started, in a folder with spaces in its path, and again once it is changed',
      async (installation) => {
        await using site = await siteOf(installation);
        using server = open(shell, installation, { mirror: site.address, name: 'my server  pack' });

        expect(await server.start()).toMatchObject({ status: 0 });

        const javaArgs = installation.argumentsFile ? [] : ['-Xmx2G'];
        const mirroring = installation.takesMirror ? ['--mirror', `${site.address}/`] : [];
        const installing =
          installation.installer === null ? [] : [[...installation.installerArguments, ...mirroring]];
        expect(server.javaCalls()).toEqual([
          ...installing,
          [...additionalOf(installation), ...javaArgs, ...installation.launch],
        ]);
        expect(site.requests).toContain(installation.ready ?? installation.installer);
        expect(server.has('installer.jar')).toBe(false);
        if (installation.argumentsFile)
          expect(server.read('user_jvm_args.txt')).toMatch(/^# .*\n"-Xmx2G"\n$/);

        const [argument = ''] = installation.launch.slice(-2);
        const file = argument.replace(/^@/, '');
        server.write(file, 'changed');
        site.requests.length = 0;
        expect(await server.start()).toMatchObject({ status: 0 });
        expect(server.read(file)).not.toBe('changed');
        expect(site.requests).toContain(installation.ready ?? installation.installer);
      },
    );

    test.each(oneOfEach)('$title starts in the container image of itzg', async (installation) => {
      await using site = await siteOf(installation);
      using server = open(shell, installation, { mirror: site.address, name: 'FeedTheBeast' });
      // What scripts/start-deployCF and scripts/start-finalExec of that image do to a pack before they start it.
      const edit = (script: string, file: string) =>
        execFileSync('sed', ['-i', script, join(server.path, file)]);
      edit('s/-jar/-Dfml.queryResult=confirm -jar/', 'start.sh');
      edit('s/.*read.*Restart now/#\\0/', 'start.sh');
      edit(
        's~JAVA_ARGS=.*~JAVA_ARGS="  -XX:+UseG1GC  -XX:MaxGCPauseMillis=200 -Xmx4G -Xms1G "~',
        'variables.txt',
      );
      server.write('eula.txt', '# Generated via Docker\n# Sat Nov 21 12:00:00 UTC 2026\neula=true\n\n');

      expect(await server.start({ EULA: '', TYPE: 'CURSEFORGE', MEMORY: '4G' })).toMatchObject({ status: 0 });
      const given = ['-XX:+UseG1GC', '-XX:MaxGCPauseMillis=200', '-Xmx4G', '-Xms1G'];
      const call = server.javaCalls().at(-1) ?? [];
      if (installation.argumentsFile)
        expect(server.read('user_jvm_args.txt').trimEnd().split('\n').slice(1)).toEqual(
          given.map((arg) => `"${arg}"`),
        );
      else expect(call).toEqual(expect.arrayContaining(given));
      expect(
        call
          .filter((argument) => argument !== '-Dfml.queryResult=confirm')
          .slice(-installation.launch.length),
      ).toEqual(installation.launch);
    });

    test.each(['-1.7.10', '', '-1.7.10.0', '-mc1710'])(
      'a short version of Forge 1.7.10 is found on the site with %j behind it',
      async (ending) => {
        const short = '10.13.4.1614';
        const release = `1.7.10-${short}${ending}`;
        const forge = {
          ...oldestForge,
          modloaderVersion: short,
          installer: `/net/minecraftforge/forge/${release}/forge-${release}-installer.jar`,
          leaves: [`forge-${release}-universal.jar`],
        };
        await using site = await siteOf(forge);
        using server = open(shell, forge, { mirror: site.address });
        expect(await server.start()).toMatchObject({ status: 0 });
        expect(server.javaCalls().at(-1)?.slice(-3)).toEqual(forge.launch);
      },
    );

    test('an installer that fails ends the start, and the next start tries again', async () => {
      await using site = await openDownloadSite();
      site.publishVerified(quilt.installer ?? '', 'exit 3\n');
      using server = open(shell, quilt, { mirror: site.address });

      const failed = await server.start();
      expect(failed.status).toBe(1);
      expect(failed.output).toContain('The installer of Quilt failed');

      publish(site, quilt);
      expect(await server.start()).toMatchObject({ status: 0 });
    });

    test('a build of Forge that cannot be had, or whose installer fails, leads to the newest known', async () => {
      const forge = installationOf('Forge 1.6.4, whose jar is called universal in front');
      await using site = await openDownloadSite();
      using server = open(shell, forge, { mirror: site.address });
      const advice =
        'set MODLOADER_VERSION=9.11.1.1345 in variables.txt, the newest known, or a MIRROR that has it';
      expect(await server.start()).toMatchObject(refused(advice));
      site.publishVerified(forge.installer ?? '', 'exit 3\n');
      expect(await server.start()).toMatchObject(refused(advice));

      const other = server.read('variables.txt').replace('N=9.11.1.965', 'N=9.11.1.1345');
      server.write('variables.txt', other);
      const failed = await server.start();
      expect(failed).toMatchObject(refused('forge-1.6.4-9.11.1.1345-installer.jar'));
      expect(failed.output).not.toContain('newest known');
    });

    test('an installer that leaves no server is named as the cause', async () => {
      await using site = await openDownloadSite();
      site.publishVerified(quilt.installer ?? '', 'exit 0\n');
      using server = open(shell, quilt, { mirror: site.address });

      expect(await server.start()).toMatchObject(refused('left no server to run'));
      expect(server.has('.previousrun')).toBe(false);
    });

    test('--cleanup deletes what was installed, and only that', async () => {
      await using site = await siteOf(neoForge);
      using server = open(shell, neoForge, { mirror: site.address });
      await server.start();
      mkdirSync(join(server.path, 'world'));
      server.write('world/level.dat', 'a world');
      server.write('old-installer.jar', '');
      server.write('libraries/stale.jar', '');
      server.write('server.properties', 'motd=mine\n');

      expect(await server.start({}, ['--cleanup'])).toMatchObject({ status: 0 });
      expect(server.has('libraries/stale.jar')).toBe(false);
      expect(server.has('old-installer.jar')).toBe(false);
      expect(server.read('world/level.dat')).toBe('a world');
      expect(server.read('server.properties')).toBe('motd=mine\n');
      expect(server.javaCalls().filter((call) => call.includes('--installServer'))).toHaveLength(2);
    });

    test('--cleanup leaves what mods keep in local/', async () => {
      using server = openInstalled(shell);
      mkdirSync(join(server.path, 'local/ftbutilities'), { recursive: true });
      server.write('local/ftbutilities/ranks.txt', 'mine');
      await server.start({}, ['--cleanup']);
      expect(server.read('local/ftbutilities/ranks.txt')).toBe('mine');
    });

    test.each(oneOfEach)(
      '$title is not started from what lay there, and a second start asks no site',
      async (installation) => {
        await using site = await siteOf(installation);
        using server = open(shell, installation, { mirror: site.address });
        const found = [
          installation.ready === undefined ? [] : ['fabric-server-launcher.jar'],
          installation.leaves,
        ].flat();
        const foreign = [...found, 'forge.jar', 'fabric-server-launch.jar'];
        for (const file of foreign) {
          mkdirSync(dirname(join(server.path, file)), { recursive: true });
          server.write(file, 'foreign');
        }
        const { gameVersion, modloader, modloaderVersion } = installation;
        const versions = `MINECRAFT_VERSION=${gameVersion}\nMODLOADER=${modloader}\nMODLOADER_VERSION=${modloaderVersion}`;
        server.write('.previousrun', versions);
        expect(await server.start()).toMatchObject({ status: 0 });
        const [argument = ''] = server.javaCalls().at(-1)?.slice(-2) ?? [];
        expect(server.read(argument.replace(/^@/, ''))).not.toBe('foreign');
        expect(site.requests).not.toEqual([]);

        site.requests.length = 0;
        const calls = server.javaCalls().length;
        expect(await server.start()).toMatchObject({ status: 0 });
        expect(site.requests).toEqual([]);
        expect(server.javaCalls()).toHaveLength(calls + 1);
      },
    );

    test('--cleanup leaves a server.jar alone that is a copy of start.jar, and no other', async () => {
      await using site = await siteOf(neoForge);
      using server = open(shell, neoForge, { mirror: site.address });
      copyFileSync(join(server.path, 'start.jar'), join(server.path, 'server.jar'));
      await server.start({}, ['--cleanup']);
      expect(server.has('server.jar')).toBe(true);

      server.write('server.jar', 'the game');
      await server.start({}, ['--cleanup']);
      expect(server.has('server.jar')).toBe(false);
    });

    test('a change of version in variables.txt cleans up and installs again', async () => {
      const newer = { ...quilt, modloaderVersion: '0.25.0' };
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address });
      await server.start();
      server.write('libraries', 'of the old loader');

      server.write('variables.txt', server.read('variables.txt').replace('0.24.0', newer.modloaderVersion));
      expect(await server.start()).toMatchObject({ status: 0 });
      expect(server.has('libraries')).toBe(false);
      expect(server.javaCalls().at(-2)).toContain('0.25.0');
      expect(server.read('.previousrun')).toContain('MODLOADER_VERSION=0.25.0');
    });

    test('the server of other versions is back when a newer one cannot be had, also after a start that was ended', async () => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address });
      await server.start();
      const settings = server.read('variables.txt');
      const installed = ['.previousrun', 'quilt-server-launch.jar'].map(server.read);
      mkdirSync(join(server.path, 'libraries/old'), { recursive: true });
      server.write('libraries/old/a.jar', 'a library');
      const isBack = () => {
        expect(['.previousrun', 'quilt-server-launch.jar'].map(server.read)).toEqual(installed);
        expect(server.read('libraries/old/a.jar')).toBe('a library');
        expect(server.has('.previous-server')).toBe(false);
      };

      await using nothing = await openDownloadSite();
      server.write('variables.txt', settings.replace('0.24.0', '0.25.0'));
      const failed = await server.start({ MIRROR: nothing.address });
      expect(failed).toMatchObject(refused('is back in its place'));
      isBack();
      // Without what its installer loads, a newer one is not complete.
      nothing.publishVerified(quilt.installer ?? '', 'mkdir libraries && : >libraries/new.jar && exit 3\n');
      expect(await server.start({ MIRROR: nothing.address }, ['--cleanup'])).toMatchObject({ status: 1 });
      isBack();

      mkdirSync(join(server.path, '.previous-server'));
      for (const name of ['libraries', 'quilt-server-launch.jar', '.previousrun'])
        renameSync(join(server.path, name), join(server.path, '.previous-server', name));
      server.write('quilt-server-launch.jar', 'half of a newer one');
      server.write('variables.txt', settings);
      expect(await server.start({ MIRROR: nothing.address })).toMatchObject({ status: 0 });
      isBack();
    });

    test('an unknown option is refused', async () => {
      using server = open(shell, fabric);
      expect(await server.start({}, ['--tidy'])).toMatchObject(refused('Unknown option: --tidy'));
    });
  });
}
