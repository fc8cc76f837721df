import { expect, test } from 'vitest';
import { containerSettings } from '../../src/archive/build/container-settings.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { modloaderServers } from '../../src/modloaders/servers/index.ts';
import { forgeRun } from '../support/server-pack.ts';

const run: RunConfiguration = { ...forgeRun, modloader: 'Fabric', modloaderVersion: '0.15.6+build_1' };
const server = modloaderServers.Fabric('1.20.1');
const container = { type: 'LAMP', version: 'LAMP_VERSION' };

test('a container image is told what to install, where it knows the modloader', () => {
  const text = containerSettings(run, { ...server, container });
  expect(text?.split('\n').slice(1)).toEqual([
    'TYPE=LAMP',
    'VERSION=1.20.1',
    'LAMP_VERSION=0.15.6+build_1',
    '',
  ]);
  expect(text).toMatch(/^# /);
  expect(containerSettings(run, { ...server, container: null })).toBeNull();
});

test.each(['$(touch x)', '1.20 1', '1.20;x', '1.20\n', '`x`', ''])(
  'a container image is never told %j',
  (version) => {
    for (const changed of [{ gameVersion: version }, { modloaderVersion: version }])
      expect(() => containerSettings({ ...run, ...changed }, { ...server, container })).toThrow(
        `"${version}" cannot be written to .env: it is no version.`,
      );
  },
);
