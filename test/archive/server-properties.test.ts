import { describe, expect, test } from 'vitest';
import {
  canonicalProperties,
  emptyOwnValues,
  propertiesFault,
  takeProperties,
} from '../../src/archive/pack/server-properties.ts';
import { buildServerPack } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';

/** The text without passwords and its author's address, and whose values are gone. */
function emptied(text: string): [string, string[]] {
  const { bytes, emptied } = emptyOwnValues(Buffer.from(text, 'latin1'));
  return [Buffer.from(bytes).toString('latin1'), emptied];
}

describe('the passwords of a server.properties', () => {
  test.each([
    ['rcon.password=hunter2', 'rcon.password='],
    ['rcon.password=#hunter2!', 'rcon.password='],
    ['a=1\r\n  rcon.password : hunter 2\r\nb=2', 'a=1\r\nrcon.password=\r\nb=2'],
    ['rcon.password hunter2\nb=2', 'rcon.password=\nb=2'],
    ['rcon.password=hun\\\n  ter2\nb=2', 'rcon.password=\nb=2'],
    ['rcon.password=hunter\\\\\nb=2', 'rcon.password=\nb=2'],
    ['rcon\\.passw\\u006frd=hunter2', 'rcon.password='],
    ['\\\r\n  rcon.pass\\\r\n  word=hunter2\r\nb=2', 'rcon.password=\r\nb=2'],
    ['\xef\xbb\xbfrcon.password=hunter2', '\xef\xbb\xbfrcon.password='],
    // A comment after a backslash alone, from Java 9 on; up to Java 8 it is a setting that goes on in the next line.
    ['\\\n#a\\\nrcon.password=hunter2', '\\\n#a\\\nrcon.password='],
    ['\\\n#a\nrcon.password=hunter2', '\\\n#a\nrcon.password='],
    ['a=b\\\n\nrcon.password=hunter2', 'a=b\\\n\nrcon.password='],
    ['rcon.password\f=\f:hunter2', 'rcon.password='],
    ['rcon.password\\\n=hunter2', 'rcon.password='],
    [
      '# what follows is no part of a comment\\\nrcon.password=hunter2',
      '# what follows is no part of a comment\\\nrcon.password=',
    ],
    ['rcon.password=one\rrcon.password=two', 'rcon.password=\rrcon.password='],
  ])('are emptied however they are written: %j', (text, left) => {
    expect(emptied(text)).toEqual([left, ['rcon.password']]);
  });

  test('are those of the management server too, and each is named once', () => {
    const text = [
      'rcon.password=a',
      'management-server-secret=b',
      'management-server-tls-keystore-password=c',
      'rcon.password=d',
    ];
    expect(emptied(text.join('\n'))[1]).toEqual([
      'management-server-secret',
      'management-server-tls-keystore-password',
      'rcon.password',
    ]);
  });

  test.each([
    'rcon.password=',
    'rcon.password = \nmotd=rcon.password=hunter2',
    '#rcon.password=old\n',
    'motd=Gr\xfc\xdfe \\\n rcon.password=no setting\n',
    'rcon.passwords=1\nxrcon.password=2\nrcon.password.=3\\',
    '=rcon.password=hunter2\n   \n',
    '',
  ])('are all that is touched: %j', (text) => {
    expect(emptied(text)).toEqual([text, []]);
  });
});

test.each([
  ['motd=a\nserver-ip=192.168.1.20\n', 'motd=a\nserver-ip=\n'],
  ['server-ip : mc.example.org', 'server-ip='],
  ['server-ip=127.0.0.1\\\n', 'server-ip='],
  ['server-ip=', null],
  ['server-ip= 0.0.0.0', null],
  ['server-ip=\\:\\:', null],
  ['#server-ip=192.168.1.20', null],
])("the address of its author's machine is emptied: %j", (text, left) => {
  expect(emptied(text)).toEqual(left === null ? [text, []] : [left, ['server-ip']]);
});

describe("what a pack's own server.properties has of its author's server is told", () => {
  const mod = { 'mods/a.jar': zipWith({}) };
  const list = { 'whitelist.json': '[]' };
  test.each([
    ['server-ip=10.0.0.5\n', {}, {}, ['SERVER_IP_EMPTIED']],
    ['online-mode=false\n', {}, {}, ['ONLINE_MODE_OFF']],
    ['white-list=true\n', {}, {}, ['WHITELIST_WITHOUT_LIST']],
    ['white-list=true\n', list, {}, ['WHITELIST_WITHOUT_LIST']],
    ['white-list=true\n', list, { includeFiles: ['whitelist.json'] }, ['RISKY_FILES_INCLUDED']],
    ['server-ip=\nonline-mode=true\nwhite-list=false\n', {}, {}, []],
    // A text of the run's own is meant as it is.
    ['', {}, { serverProperties: 'server-ip=10.0.0.5\nonline-mode=false\nwhite-list=true\n' }, []],
  ])('%j', async (text, files, run, codes) => {
    const pack = { ...mod, ...files, ...(text !== '' && { 'server.properties': text }) };
    await using built = await buildServerPack(pack, { run });
    expect(built.result.warnings.map(({ code }) => code)).toEqual(codes);
    const page = (await unzip(built.task.outputPath)).get('HOW-TO-RUN.md')?.contents.toString();
    const forRunners = codes.some((code) => code !== 'SERVER_IP_EMPTIED');
    expect(page?.includes('## Before the first start')).toBe(forRunners);
  });
});

describe('the ports that a server.properties opens', () => {
  test.each([
    ['enable-rcon=true', ['enable-rcon']],
    ['enable-query : TRUE', ['enable-query']],
    ['management-server-enabled true', ['management-server-enabled']],
    ['enable-rc\\u006fn=t\\\n  rue', ['enable-rcon']],
    ['enable-rcon=false\nenable-rcon=true', ['enable-rcon']],
    ['enable-rcon=true \nenable-query=true', ['enable-query', 'enable-rcon']],
    ['\\\n#\\\nenable-rcon=true', ['enable-rcon']],
    ['enable-rcon=true\nenable-rcon=false', []],
    ['#enable-rcon=true\nmotd=enable-rcon=true\\\nenable-query=true', []],
    ['enable-rcon\\=true', []],
    ['enable-rcon=\nenable-query=1', []],
  ])('are those that are true in the end: %j', (text, opened) => {
    expect(takeProperties(Buffer.from(text, 'latin1'), null).opened).toEqual(opened);
  });

  test('are told in the server pack and in its HOW-TO-RUN.md, whoever turned them on and however many mods warn', async () => {
    const clash = (id: string) => zipWith({ 'META-INF/mods.toml': `[[mods]]\nmodId="${id}"\n` });
    const mods = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        [`mods/a${index}.jar`, clash(`m${index}`)] as const,
        [`mods/b${index}.jar`, clash(`m${index}`)] as const,
      ]).flat(),
    );
    const text = 'enable-rcon=true\nrcon.password=hunter2\n';
    await using own = await buildServerPack({ ...mods, 'server.properties': text });
    await using requested = await buildServerPack(mods, { run: { serverProperties: text } });
    for (const { task, result } of [own, requested]) {
      expect(result.warnings.length).toBe(50);
      expect(result.warnings[0]).toMatchObject({ code: 'REMOTE_CONTROL_ON', entry: 'server.properties' });
      const files = await unzip(task.outputPath);
      const page = files.get('HOW-TO-RUN.md')?.contents.toString();
      expect(page).toContain('## Before the first start\n\n- "server.properties" turns on "enable-rcon"');
    }
    expect(own.result.warnings[1]?.code).toBe('SECRETS_LEFT_OUT');
  });
});

test("a modpack's own password does not get into its server pack, of which a warning tells", async () => {
  const pack = { 'mods/a.jar': zipWith({}), 'server.properties': 'rcon.password=hunter2\nmotd=Hi\n' };
  await using built = await buildServerPack(pack);
  const files = await unzip(built.task.outputPath);
  expect(files.get('server.properties')?.contents.toString()).toBe('rcon.password=\nmotd=Hi\n');
  const told = [
    'SECRETS_LEFT_OUT',
    expect.stringMatching(/^"server.properties" has a password in "rcon.password", which is left empty\./),
  ];
  expect(built.result.warnings.map(({ code, error }) => [code, error])).toEqual([told]);

  // What the run itself asks for is meant to be there, and then the pack's own file is not.
  await using asked = await buildServerPack(pack, { run: { serverProperties: 'rcon.password=mine\n' } });
  const given = await unzip(asked.task.outputPath);
  expect(given.get('server.properties')?.contents.toString()).toBe('rcon.password=mine\n');
  expect(asked.result.warnings).toEqual([]);
});

describe('the text of a server.properties', () => {
  test.each([
    ['motd=a\npvp: false\n\n# comment\n! comment', null],
    [' \n\t', 'says nothing'],
    ['motd=a\nmotd', 'has neither = nor : in line 2'],
    ['motd=a\\\ngoes on', null],
    ['# comment\\\nno comment', 'has neither = nor : in line 2'],
    ['motd=a\\\\\nmotd', 'has neither = nor : in line 2'],
    ['motd=a\u0007', 'has a control character in line 1'],
    ['motd=\\u00fc\tb', null],
    ['motd=a\nb=\\u12', 'has \\u without four hexadecimal digits in line 2'],
  ])('%j: what is wrong is %s', (text, fault) => {
    expect(propertiesFault(text)).toBe(fault);
  });

  test('is written in one way, which every version of the game reads alike', () => {
    expect(canonicalProperties('\ufeffmotd=Grüße\r\npvp=false\rb=\u{1f600}')).toBe(
      'motd=Gr\\u00fc\\u00dfe\npvp=false\nb=\\ud83d\\ude00\n',
    );
    expect(canonicalProperties('a=~\x7f\x80\ufeff\n')).toBe('a=~\x7f\\u0080\\ufeff\n');
  });
});
