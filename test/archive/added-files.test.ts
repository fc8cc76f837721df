import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { type AddedFilesInput, addedFileNames, addedFiles } from '../../src/archive/build/added-files.ts';
import { serverIcon } from '../../src/archive/pack/server-icon.ts';
import type { ModDecision } from '../../src/archive/report.ts';
import { hostileArguments } from '../support/start-scripts/arguments.ts';
import { installations, runOf } from '../support/start-scripts/installations.ts';
import { fabric, neoForge } from '../support/start-scripts/setting.ts';

const decisions: ModDecision[] = [
  {
    file: 'lithium-1.0.jar',
    kept: true,
    reason: 'SERVER_MOD',
    certainty: 'DECLARED',
    evidence: 'environment is *',
  },
  {
    file: 'sodium-0.5.jar',
    kept: false,
    reason: 'CLIENT_ONLY',
    certainty: 'DECLARED',
    evidence: 'environment is client',
  },
];

const input: AddedFilesInput = {
  run: { ...runOf(fabric), clientMods: ['sodium-'], whitelistedMods: ['appleskin-'] },
  modPack: { name: 'My Pack.zip', sha256: '0123456789abcdef'.repeat(4) },
  decisions,
  facts: { number: 7 },
  warnings: [{ code: 'DUPLICATE_MOD', error: 'Two of one.', entry: 'lib.jar' }],
  carried: [
    { name: 'config/a.toml', crc32: 0xabc },
    { name: 'mods/lithium-1.0.jar', crc32: 0xffffffff },
  ],
  serverProperties: null,
  serverIcon: null,
};

function textOf(name: string, changes: Partial<AddedFilesInput> = {}): string {
  const file = addedFiles({ ...input, ...changes }).find((added) => added.name === name);
  if (file === undefined) throw new Error(`${name} is not among the added files.`);
  return Buffer.from(file.bytes).toString('utf8');
}

describe('added files', () => {
  test('are these, and only start.sh is executable', () => {
    expect(addedFiles(input).map(({ name, executable }) => [name, executable])).toEqual([
      ['.env', false],
      ['HOW-TO-RUN.md', false],
      ['server-icon.png', false],
      ['server-pack.json', false],
      ['server.properties', false],
      ['start.bat', false],
      ['start.jar', false],
      ['start.ps1', false],
      ['start.sh', true],
      ['variables.txt', false],
    ]);
  });

  test.each(installations)('of $title have the names that are foretold', (installation) => {
    const run = runOf(installation);
    expect(addedFiles({ ...input, run }).map(({ name }) => name)).toEqual(addedFileNames(run));
  });

  test('of which one is not always added are told by name', () => {
    const run = {
      ...input.run,
      gameVersion: '1.12.2',
      modloader: 'Forge',
      modloaderVersion: '14.23.5.2768',
    } as const;
    const log4j = addedFiles({ ...input, run }).find(({ name }) => name.endsWith('.xml'));
    expect(log4j).toMatchObject({ executable: false });
    expect(addedFileNames(run)).toContain(log4j?.name);
    expect(addedFileNames(input.run).join()).not.toContain('.xml');
  });

  test('are the same bytes for the same input', () => {
    expect(addedFiles(input)).toEqual(addedFiles(structuredClone(input)));
  });

  test('hold nothing of a request in the scripts', () => {
    const run = {
      ...input.run,
      startArgs: hostileArguments,
      gameVersion: '1.20.6',
      modloaderVersion: '9.8.7',
    };
    for (const script of ['start.sh', 'start.ps1', 'start.bat']) {
      expect(textOf(script, { run })).toBe(textOf(script));
    }
  });

  test.each(installations)(
    'hold only the path of $title in the scripts',
    ({ modloader, ...installation }) => {
      const script = textOf('start.sh', { run: runOf({ ...installation, modloader }) });
      expect(script.match(/^supported_modloader=.*$/gm)).toEqual([`supported_modloader=${modloader}`]);
      expect(script.match(/^install_server\(\)/gm)).toHaveLength(1);
      expect(script).not.toContain('# <modloader>');
      expect(textOf('start.ps1', { run: runOf({ ...installation, modloader }) })).not.toContain(
        '# <modloader>',
      );
    },
  );
});

describe('server-pack.json', () => {
  test('names the modpack, the run configuration and what became of every mod', () => {
    // How the version was typed is told by a warning, and the file is in zips alone.
    const { givenVersion: _, format: __, ...runConfiguration } = input.run;
    expect(JSON.parse(textOf('server-pack.json'))).toEqual({
      formatVersion: 1,
      modPack: input.modPack,
      runConfiguration,
      facts: 7,
      javaVersion: 17,
      warnings: [{ code: 'DUPLICATE_MOD', error: 'Two of one.' }],
      mods: decisions,
      files: {
        ...Object.fromEntries(
          addedFiles(input)
            .filter(({ name }) => name !== 'server-pack.json')
            .map(({ name, bytes }) => [name, `crc32:${crc32(bytes).toString(16).padStart(8, '0')}`]),
        ),
        'config/a.toml': 'crc32:00000abc',
        'mods/lithium-1.0.jar': 'crc32:ffffffff',
      },
    });
  });
});

describe('server.properties', () => {
  test("is the modpack's own, byte for byte", () => {
    const own = Buffer.from('motd=\u00a7aHi\r\nserver-port=25570');
    expect(textOf('server.properties', { serverProperties: own })).toBe(own.toString());
  });

  test("is the request's own before the modpack's", () => {
    const run = { ...input.run, serverProperties: 'motd=run' };
    expect(textOf('server.properties', { run, serverProperties: Buffer.from('motd=own') })).toBe('motd=run');
  });

  test('is otherwise ours, with the name of the pack in the ASCII that each Java reads alike', () => {
    const motdOf = (name: string) =>
      /^motd=.*$/m.exec(textOf('server.properties', { manifest: { name, version: '2.4.1' } }))?.[0];
    expect(motdOf('Sky\u00a7lf\u00e4hrer \u5929')).toBe('motd=Skyf\\u00e4hrer \\u5929');
    expect(motdOf('a\nrcon.password=\\u0041')).toBe('motd=a rcon.password=\\\\u0041');
    expect(motdOf('x'.repeat(59))).toBe(`motd=${'x'.repeat(59)}`);
    expect(motdOf('x'.repeat(60))).toBe(`motd=${'x'.repeat(58)}\\u2026`);
    expect(motdOf('\u200b')).toBe('motd=A Minecraft Server');
  });

  test('is otherwise one that suits mods', () => {
    const lines = textOf('server.properties').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining(['allow-flight=true', 'max-tick-time=120000', 'online-mode=true']),
    );
  });
});

test("server-icon.png is made of the request's own, else of the modpack's, else ours", () => {
  const black = new PNG({ width: 2, height: 1 });
  black.data.fill(255, 3, 4);
  const [ofRun, ofPack] = [PNG.sync.write(black), PNG.sync.write(new PNG({ width: 2, height: 2 }))];
  const run = { ...input.run, serverIcon: ofRun.toString('base64') };
  const icon = (changes: Partial<AddedFilesInput>) =>
    addedFiles({ ...input, ...changes }).find(({ name }) => name === 'server-icon.png')?.bytes;
  expect(icon({ run, serverIcon: ofPack })).toEqual(serverIcon(ofRun));
  expect(icon({ serverIcon: ofPack })).toEqual(serverIcon(ofPack));
  expect(icon({})).toEqual(serverIcon(null));
});

describe('variables.txt', () => {
  test('says what to install and which Java it needs', () => {
    const lines = textOf('variables.txt').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'MINECRAFT_VERSION=1.20.1',
        'MODLOADER=Fabric',
        'MODLOADER_VERSION=0.15.6',
        'INSTALLER_VERSION=1.1.1',
        'RECOMMENDED_JAVA_VERSION=17',
        'JAVA_ARGS=-Xmx2G',
      ]),
    );
  });

  test('quotes an argument only where it must', () => {
    const run = { ...input.run, startArgs: ['-Xmx4G', '-Dp=C:\\x', '-Dq=a b', 'say "hi"\\'] };
    expect(textOf('variables.txt', { run })).toContain(
      '\nJAVA_ARGS=-Xmx4G -Dp=C:\\x "-Dq=a b" "say \\"hi\\"\\\\"\n',
    );
  });

  test.each(['-Dx=a\nJAVA=touch pwned', '-Dx=a\rb', '-Dx=\u0000', '-Dx=\u0085'])(
    'is not made from an argument with a control character: %j',
    (argument) => {
      const run = { ...input.run, startArgs: [argument] };
      expect(() => addedFiles({ ...input, run })).toThrow('JAVA_ARGS cannot be written to variables.txt');
    },
  );
});

describe('HOW-TO-RUN.md', () => {
  test('says which Java, how to start and what a hosting panel can run', () => {
    const page = textOf('HOW-TO-RUN.md');
    expect(page).toContain('Java 17');
    expect(page).toContain('EULA=true');
    expect(page).toContain('`start.jar` (not under the name `server.jar`');
    expect(page).toContain('`fabric-server-launcher.jar` can be run as the server jar');
    expect(textOf('HOW-TO-RUN.md', { run: runOf(neoForge) })).toContain('copy it to that name');
    expect(textOf('HOW-TO-RUN.md', { run: runOf(neoForge) })).not.toContain('as the server jar');
  });

  test('is headed by name and version of the pack, as text', () => {
    const page = textOf('HOW-TO-RUN.md', { manifest: { name: 'Sky_[farers](x)', version: '2' } });
    expect(page).toMatch(
      /^# How to run the server of Sky\\_\\\[farers\\\]\(x\) 2\n\nThis is Sky\S+ 2, built from `My/,
    );
    expect(textOf('HOW-TO-RUN.md')).toMatch(/^# How to run this server\n\nBuilt from `My Pack.zip` for/);
  });

  test('says how much memory a server gets whose start arguments are blank', () => {
    const blank = textOf('HOW-TO-RUN.md', { run: { ...input.run, startArgs: [] } });
    expect(blank).toContain('what is recommended for it\n');
    expect(textOf('HOW-TO-RUN.md')).not.toContain('what is recommended');
  });

  test('says which Java only of a game version that is known to need it', () => {
    const page = textOf('HOW-TO-RUN.md', { run: { ...input.run, gameVersion: '13w24a' } });
    expect(page).toContain('1. Install the Java that this version of the game needs, for instance from\n');
    expect(page).toContain('   https://adoptium.net/temurin/releases/\n');
    expect(textOf('HOW-TO-RUN.md')).toContain('   https://adoptium.net/temurin/releases/?version=17\n');
  });

  test('warns of a Java that is too new', () => {
    const page = (gameVersion: string) =>
      textOf('HOW-TO-RUN.md', { run: { ...input.run, modloader: 'Forge', gameVersion } });
    expect(page('1.20.1')).toContain('?version=17\n   Java 22 and newer are reported to fail here.\n2. ');
    expect(page('1.16.5')).toContain('?version=8\n   Java 16 and newer do not start this server.\n2. ');
  });

  test('says how to update', () => {
    expect(textOf('HOW-TO-RUN.md')).toContain('./start.sh --update /path/to/this/server');
  });

  test('says that mods for clients alone may have been kept where the catalogue was not asked', () => {
    const warnings = [{ code: 'CATALOGUE_NOT_ASKED' as const, error: 'Not asked.', entry: null }];
    const page = textOf('HOW-TO-RUN.md', { warnings });
    expect(page).toContain('## Before the first start\n\n- Not asked.\n');
    expect(textOf('HOW-TO-RUN.md')).not.toContain('## Before the first start');
  });

  test('does not let the name of the modpack break out of its quotes', () => {
    const page = textOf('HOW-TO-RUN.md', { modPack: { name: 'a`[x](http://evil)`.zip', sha256: '' } });
    expect(page).toContain('`a_[x](http://evil)_.zip`');
  });
});
