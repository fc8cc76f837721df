import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { startScripts } from '../../src/archive/start-scripts/start-scripts.ts';
import { modloaderServers } from '../../src/modloaders/servers/index.ts';
import { installations } from '../support/start-scripts/installations.ts';

const parser = await powerShellParser();

async function powerShellParser(): Promise<Parser> {
  const { resolve } = createRequire(import.meta.url);
  await Parser.init();
  const language = await Language.load(resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'));
  return new Parser().setLanguage(language);
}

function parsed(script: string): Node {
  const tree = parser.parse(script);
  if (tree === null) throw new Error('The script was not parsed.');
  return tree.rootNode;
}

/** Every command of PowerShell itself that the scripts may use; none of them runs text. */
const allowedCommands = [
  'ConvertFrom-Json',
  'Expand-Archive',
  'Get-CimInstance',
  'Get-Location',
  'New-Object',
  'Read-Host',
  'Set-Location',
  'Set-StrictMode',
  'Sort-Object',
  'Start-Sleep',
  'Write-Host',
];

describe.each(installations)('start.ps1 of $title', ({ modloader, gameVersion }) => {
  const script = startScripts(modloaderServers[modloader](gameVersion)).ps1;
  let root: Node;
  beforeAll(() => {
    root = parsed(script);
  });

  const texts = (type: string) =>
    root.descendantsOfType(type).flatMap((node) => (node === null ? [] : [node.text]));

  test('is PowerShell without a syntax error', () => {
    expect(root.hasError).toBe(false);
  });

  test('calls only its own functions and a few harmless commands', () => {
    const own = texts('function_name');
    const called = new Set(texts('command_name'));
    expect([...called].filter((name) => !own.includes(name) && !allowedCommands.includes(name))).toEqual([]);
    expect(texts('command_invokation_operator')).toEqual([]);
  });

  test('calls no function it does not have', () => {
    const own = texts('function_name');
    for (const name of ['Get-Server', 'Install-Server', 'Start-Server']) expect(own).toContain(name);
    expect(new Set(own).size).toBe(own.length);
  });

  test('asks for the EULA before anything is run, and runs a fetched Java only by its checksum', () => {
    expect(script.indexOf('Confirm-Eula\n            Install-All')).toBeLessThan(
      script.indexOf('if ($script:isInstalled)'),
    );
    expect(script).toMatch(
      /-not \(Test-InstalledHere \$one\)\) \{[^}]*continue\s*\}\s*\$program = Resolve-Java/,
    );
  });

  test('is plain ASCII, which every PowerShell reads alike without a byte-order mark', () => {
    expect(script).toMatch(/^[\n\x20-\x7e]*$/);
  });
});

test('the parser does tell a broken script, so that its silence means something', () => {
  expect(parsed('if ($a { }\n').hasError).toBe(true);
});

test('a folder that Tab has ended with a backslash takes no option along', () => {
  const { ps1 } = startScripts(modloaderServers.Fabric('1.20.1'));
  const [, separator = ''] = /\$args -join "`n" -creplace '([^']*)', "`n" -split/.exec(ps1) ?? [];
  // What Windows makes of "C:\my server\" --yes --cleanup
  const given = ['--update', 'C:\\my server" --yes --cleanup'];
  const options = given.join('\n').replaceAll(new RegExp(separator, 'g'), '\n').split('\n');
  expect(options.filter((option) => option !== '')).toEqual([
    '--update',
    'C:\\my server',
    '--yes',
    '--cleanup',
  ]);
});

test('start.ps1 puts no file over one that is there but by its name', () => {
  const { ps1 } = startScripts(modloaderServers.Fabric('1.20.1'));
  const copies = [...ps1.matchAll(/File\]::Copy\(.*, (.*), \$true\)/g)].map(([, target]) => target);
  expect(copies).toEqual(['(Get-OwnPath "$jar.new")']);
});

test('start.jar calls no program by its name alone, which Windows would look for beside the mods first', () => {
  const programs = ['StartServer.java', 'StrayJars.java', 'UpdateServer.java'].flatMap((name) => {
    const source = readFileSync(new URL(`../../src/archive/start-scripts/${name}`, import.meta.url), 'utf8');
    return [...source.matchAll(/ProcessBuilder\(\s*([^,)]+)|Runtime\.getRuntime\(\)\.(exec)/g)];
  });
  expect(programs.map(([, program]) => program)).toEqual(['powerShell(', '"/bin/sh"']);
});

test('start.bat only calls start.ps1 beside it, waits where that was not run, and hands back its exit code', () => {
  const { bat } = startScripts(modloaderServers.Fabric('1.20.1'));
  expect(bat.split('\r\n')).toEqual([
    '@echo off',
    'setlocal DisableDelayedExpansion',
    'rem A PowerShell 7 would hand on its modules, which Windows PowerShell cannot use.',
    'set "PSModulePath="',
    '2>nul (>"%~dp0.start-bat" echo Removed by start.ps1)',
    '"%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe" -NoLogo -NoProfile -ExecutionPolicy Bypass -File "%~dp0start.ps1" %*',
    'set "STATUS=%ERRORLEVEL%"',
    'if not exist "%~dp0.start-bat" exit /b %STATUS%',
    'del "%~dp0.start-bat"',
    'echo start.ps1 was not run, for the reason above. Where a policy of this computer forbids scripts, its administrator has to allow start.ps1.',
    'if /i not "%WAIT_FOR_USER_INPUT%"=="false" "%SystemRoot%\\System32\\timeout.exe" /t -1',
    'exit /b %STATUS%',
    '',
  ]);
});
