import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDownloadSite } from '../download-site.ts';
import { installations, publish } from './installations.ts';
import { additional, fabric, neoForge, open, quilt, type Shell, siteOf } from './setting.ts';

/** `start.sh` installs and starts every modloader. */
export function installingSuite(shell: Shell): void {
  describe('installing and starting', () => {
    test.each(installations)('$title is downloaded, installed and started', async (installation) => {
      await using site = await siteOf(installation);
      using server = open(shell, installation, { mirror: site.address });

      expect(await server.start()).toMatchObject({ status: 0 });

      const javaArgs = installation.argumentsFile ? [] : ['-Xmx2G'];
      const installing = installation.installer === null ? [] : [installation.installerArguments];
      expect(server.javaCalls()).toEqual([...installing, [additional, ...javaArgs, ...installation.launch]]);
      expect(site.requests).toContain(installation.ready ?? installation.installer);
      expect(server.has('installer.jar')).toBe(false);
      if (installation.argumentsFile) expect(server.read('user_jvm_args.txt')).toMatch(/^# .*\n"-Xmx2G"\n$/);
    });

    test('a second start installs nothing and asks no site', async () => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address });
      await server.start();
      site.requests.length = 0;

      expect(await server.start()).toMatchObject({ status: 0 });
      expect(site.requests).toEqual([]);
      expect(server.javaCalls()).toHaveLength(3);
    });

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

    test('an installer that leaves no server is named as the cause', async () => {
      await using site = await openDownloadSite();
      site.publishVerified(quilt.installer ?? '', 'exit 0\n');
      using server = open(shell, quilt, { mirror: site.address });

      const { status, output } = await server.start();
      expect(status).toBe(1);
      expect(output).toContain('left no server to run');
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

    test('an unknown option is refused', async () => {
      using server = open(shell, fabric);
      expect(await server.start({}, ['--clean'])).toMatchObject({
        status: 1,
        output: expect.stringContaining('Unknown option: --clean'),
      });
    });
  });
}
