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
  'Get-FileHash',
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

test('start.jar calls no program by its name alone, which Windows would look for beside the mods first', () => {
  const source = new URL('../../src/archive/start-scripts/StartServer.java', import.meta.url);
  const programs = [...readFileSync(source, 'utf8').matchAll(/ProcessBuilder\(\s*([^,)]+)/g)];
  expect(programs.map(([, program]) => program)).toEqual(['powerShell(', '"/bin/sh"']);
});

test('start.bat only calls start.ps1 beside it and hands back its exit code', () => {
  const { bat } = startScripts(modloaderServers.Fabric('1.20.1'));
  expect(bat.split('\r\n')).toEqual([
    '@echo off',
    'setlocal DisableDelayedExpansion',
    '"%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe" -NoLogo -NoProfile -ExecutionPolicy Bypass -File "%~dp0start.ps1" %*',
    'exit /b %ERRORLEVEL%',
    '',
  ]);
});
