import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServerFolder } from './server-folder.ts';
import { additional, fabric, open, openInstalled, refused, type Shell, siteOf, started } from './setting.ts';

/** `start.sh` takes variables.txt for data, and says what is wrong in it. */
export function variablesSuite(shell: Shell): void {
  describe('variables.txt', () => {
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
      `it's $(touch pwned) \`touch pwned\` %PATH% \${HOME} -rf \\033[31m; größe 日本 🎮`,
      '"Quoted" and "quoted"',
      "'",
    ])('the first line of a start is the name %s as it is', async (name) => {
      using server = openInstalled(shell, { manifest: { name, version: '2.4' } });
      const { status, output } = await server.start({ TERM: 'xterm' });
      expect(status).toBe(0);
      expect(output.split('\n')[0]).toBe(`${name} 2.4: Minecraft 1.20.1 with Fabric 0.15.6`);
      expect(server.has('pwned')).toBe(false);
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

      expect(await server.start()).toMatchObject(refused(key));
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
      expect(await server.start()).toMatchObject(started('with Java 17.0.1'));
      expect(server.javaCalls().at(-1)).toEqual([additional, '-Xmx2G', ...fabric.launch]);
    });

    const settings = (change: (text: string) => string) => (server: ServerFolder) =>
      server.write('variables.txt', change(server.read('variables.txt')));
    test.each<[string, (server: ServerFolder) => void, ReturnType<typeof started>]>([
      [
        'is missing: what to do is said',
        ({ path }) => rmSync(join(path, 'variables.txt')),
        refused('variables.txt is missing'),
      ],
      [
        'has a line that is no setting: it is named by its number',
        settings(() => 'MODLOADER=Fabric\ntouch pwned\n'),
        refused('variables.txt, line 2: expected KEY=value'),
      ],
      [
        'has a key that is no setting: it is noted and changes nothing',
        settings((text) => `PATH=/nowhere\n${text}`),
        started('PATH is no setting of this script'),
      ],
      [
        'names another modloader than that of the script: that is refused',
        settings((text) => text.replace('MODLOADER=Fabric', 'MODLOADER=Quilt')),
        refused('names the modloader Quilt, but this start.sh installs Fabric'),
      ],
    ])('%s', async (_title, change, outcome) => {
      using server = openInstalled(shell);
      change(server);
      expect(await server.start()).toMatchObject(outcome);
      expect(server.has('pwned')).toBe(false);
    });
  });
}
