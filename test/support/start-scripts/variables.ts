import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { additional, fabric, open, openInstalled, type Shell, siteOf } from './setting.ts';

/** `start.sh` takes variables.txt for data, and says what is wrong in it. */
export function variablesSuite(shell: Shell): void {
  describe('variables.txt', () => {
    test('its absence is an error that says what to do', async () => {
      using server = open(shell, fabric);
      rmSync(join(server.path, 'variables.txt'));
      expect(await server.start()).toMatchObject({
        status: 1,
        output: expect.stringContaining('variables.txt is missing'),
      });
    });

    test('the environment goes before it', async () => {
      using server = openInstalled(shell);
      expect(await server.start({ JAVA_ARGS: '-Xmx9G "-Da=b c"' })).toMatchObject({ status: 0 });
      expect(server.javaCalls()).toEqual([[additional, '-Xmx9G', '-Da=b c', ...fabric.launch]]);
    });

    test('a mark, line ends of Windows, blanks and no last line end do no harm', async () => {
      using server = openInstalled(shell);
      const windows = server
        .read('variables.txt')
        .trimEnd()
        .replaceAll('=', ' =\t')
        .replaceAll('\n', ' \r\n');
      server.write('variables.txt', `\uFEFFJAVA_ARGS = -Xmx3G\r\n${windows}`);
      expect(await server.start()).toMatchObject({ status: 0 });
      expect(server.javaCalls().at(-1)).toContain('-Xmx3G');
    });

    test.each([
      ['MINECRAFT_VERSION', '1.20.1/../..'],
      ['MODLOADER_VERSION', '$(touch pwned)'],
      ['MODLOADER_VERSION', '`touch pwned`'],
      ['MODLOADER_VERSION', '0.15.6 --other'],
      ['INSTALLER_VERSION', '1;touch pwned'],
      ['MINECRAFT_VERSION', ''],
    ])('%s=%s is refused', async (key, value) => {
      await using site = await siteOf(fabric);
      using server = open(shell, fabric, { mirror: site.address });
      const lines = server.read('variables.txt').split('\n');
      server.write(
        'variables.txt',
        lines.map((line) => (line.startsWith(`${key}=`) ? `${key}=${value}` : line)).join('\n'),
      );

      expect(await server.start()).toMatchObject({ status: 1, output: expect.stringContaining(key) });
      expect(server.javaCalls()).toEqual([]);
      expect(server.has('pwned')).toBe(false);
    });

    test('values in double quotes are read without them', async () => {
      using server = openInstalled(shell);
      const java = server.addJava('my java/bin/java', '17.0.1');
      const quoted = server
        .read('variables.txt')
        .replace('JAVA=java', `JAVA=${java}`)
        .replaceAll(/^([A-Z_]+)=(.*)$/gm, '$1="$2"');
      server.write('variables.txt', quoted);
      expect(await server.start()).toMatchObject({
        status: 0,
        output: expect.stringContaining('with Java 17.0.1'),
      });
      expect(server.javaCalls().at(-1)).toEqual([additional, '-Xmx2G', ...fabric.launch]);
    });

    test('a line that is no setting is named by its number', async () => {
      using server = open(shell, fabric);
      server.write('variables.txt', 'MODLOADER=Fabric\ntouch pwned\n');
      expect(await server.start()).toMatchObject({
        status: 1,
        output: expect.stringContaining('variables.txt, line 2: expected KEY=value'),
      });
    });

    test('a key that is no setting is noted and changes nothing', async () => {
      using server = openInstalled(shell);
      server.write('variables.txt', `PATH=/nowhere\n${server.read('variables.txt')}`);
      expect(await server.start()).toMatchObject({
        status: 0,
        output: expect.stringContaining('PATH is no setting of this script'),
      });
    });

    test('another modloader than that of the script is refused', async () => {
      using server = open(shell, fabric);
      server.write(
        'variables.txt',
        server.read('variables.txt').replace('MODLOADER=Fabric', 'MODLOADER=Quilt'),
      );
      expect(await server.start()).toMatchObject({
        status: 1,
        output: expect.stringContaining('names the modloader Quilt, but this start.sh installs Fabric'),
      });
    });
  });
}
