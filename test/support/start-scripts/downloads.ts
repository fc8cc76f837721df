import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDownloadSite } from '../download-site.ts';
import { installationOf, installerScript } from './installations.ts';
import { additional, fabric, neoForge, open, quilt, refused, type Shell, siteOf } from './setting.ts';

/** What `start.sh`, the stub java and the stub installers use besides a program to download with. */
export const neededPrograms =
  'sh bash busybox mv rm cat id grep sed tr head mkdir dirname readlink sha256sum env'.split(' ');

/** `start.sh` runs nothing it downloaded unless it is what the site meant to give. */
export function downloadsSuite(shell: Shell): void {
  describe('downloads', () => {
    test('a file that does not match its checksum is refused and removed', async () => {
      await using site = await siteOf(quilt);
      site.publish(quilt.installer ?? '', 'touch pwned\n');
      using server = open(shell, quilt, { mirror: site.address });

      expect(await server.start()).toMatchObject(refused('The download is damaged or was changed'));
      expect(server.javaCalls()).toEqual([]);
      expect(readdirSync(server.path).filter((name) => name.startsWith('installer'))).toEqual([]);
    });

    test('SHA-1 is taken where the site publishes nothing better', async () => {
      await using site = await openDownloadSite();
      site.publishVerified(quilt.installer ?? '', installerScript(quilt), ['sha1']);
      using server = open(shell, quilt, { mirror: site.address });
      expect(await server.start()).toMatchObject({ status: 0 });

      site.publish(quilt.installer ?? '', 'touch pwned\n');
      expect(await server.start({}, ['--cleanup'])).toMatchObject({ status: 1 });
    });

    test('a Maven file without any checksum is refused', async () => {
      await using site = await openDownloadSite();
      site.publish(quilt.installer ?? '', 'touch pwned\n');
      site.publish(`${quilt.installer}.sha256`, '<html>not a checksum</html>');
      using server = open(shell, quilt, { mirror: site.address });

      expect(await server.start()).toMatchObject(refused('No checksum could be had'));
      expect(server.has('pwned')).toBe(false);
    });

    test('a checksum in capitals, with a line end of Windows and a file name, is understood', async () => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address });
      const digest = createHash('sha256').update(installerScript(quilt)).digest('hex').toUpperCase();
      site.publish(`${quilt.installer}.sha256`, `${digest}  quilt-installer.jar\r\n`);
      expect(await server.start()).toMatchObject({ status: 0 });
    });

    test('a file that cannot be written is named in place of the network', async () => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address });
      mkdirSync(join(server.path, 'installer.jar.unverified.download/full'), { recursive: true });
      const { status, output } = await server.start();
      expect(status).toBe(1);
      expect(output).toContain('This file cannot be written: installer.jar.unverified.download\n');
      expect(output).not.toContain('network');
    });

    test('a site that says nothing is named after a while', async () => {
      const silent = createServer(() => {}).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = silent.address();
      const port = address === null || typeof address === 'string' ? 0 : address.port;
      using server = open(shell, quilt, { mirror: `http://127.0.0.1:${port}` });
      // The ten seconds are over at once.
      writeFileSync(join(server.path, '../programs/sleep'), '#!/bin/sh\n', { mode: 0o755 });
      const running = server.launch();
      await running.printed(`Waiting for http://127.0.0.1:${port}${quilt.installer} ...`);
      silent.closeAllConnections();
      silent.close();
      expect(await running.ended).toMatchObject({ status: 1 });
    });

    test('a version that does not exist is named together with the address', async () => {
      await using site = await openDownloadSite();
      using server = open(shell, neoForge, { mirror: site.address });

      const { status, output } = await server.start();
      expect(status).toBe(1);
      expect(output).toContain(`The download failed: ${site.address}${neoForge.installer}`);
      expect(output).toContain('Minecraft 1.20.4, NeoForge 20.4.80-beta');
    });

    test('a page in place of the ready Fabric jar leads to the installer', async () => {
      const fallback = installationOf('Fabric whose ready server jar cannot be had');
      await using site = await siteOf(fallback);
      site.publish(fabric.ready ?? '', '<html>Please log in</html>');
      using server = open(shell, fabric, { mirror: site.address });

      expect(await server.start()).toMatchObject({ status: 0 });
      expect(server.has('fabric-server-launcher.jar')).toBe(false);
      expect(server.javaCalls().at(-1)).toEqual([additional, '-Xmx2G', ...fallback.launch]);
    });

    test('wget does where there is no curl', async () => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address, programs: [...neededPrograms, 'wget'] });
      expect(await server.start()).toMatchObject({ status: 0 });
    });

    test.each([
      ['curl', '.curlrc', 'proxy = "http://127.0.0.1:1"\n'],
      ['wget', '.wgetrc', 'use_proxy = on\nhttp_proxy = http://127.0.0.1:1\n'],
    ])('%s does not obey a %s where the home folder is that of the server', async (program, file, text) => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address, programs: [...neededPrograms, program] });
      server.write(file, text);
      expect(await server.start({ HOME: server.path })).toMatchObject({ status: 0 });
    });

    test('curl obeys the .curlrc of another home folder', async () => {
      await using site = await siteOf(quilt);
      using server = open(shell, quilt, { mirror: site.address });
      using home = open(shell, quilt);
      home.write('.curlrc', 'proxy = "http://127.0.0.1:1"\n');
      expect(await server.start({ HOME: home.path })).toMatchObject({ status: 1 });
    });

    test('a mirror that is no web address is refused', async () => {
      using server = open(shell, fabric, { mirror: 'file:///etc' });
      expect(await server.start()).toMatchObject(refused('MIRROR must begin with http:// or https://'));
    });
  });
}
