import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { argumentsSuite } from '../support/start-scripts/arguments.ts';
import { downloadsSuite, neededPrograms } from '../support/start-scripts/downloads.ts';
import { installingSuite, oneOfEach } from '../support/start-scripts/installing.ts';
import { javaSuite } from '../support/start-scripts/java.ts';
import { memorySuite } from '../support/start-scripts/memory.ts';
import { runningSuite } from '../support/start-scripts/running.ts';
import { open, quilt, refused } from '../support/start-scripts/setting.ts';
import { variablesSuite } from '../support/start-scripts/variables.ts';

// All promises in Debian's sh, the strictest; start-scripts.tools.test.ts tries other shells, and every version of the loaders.
describe('start.sh in sh', () => {
  const shell = ['sh'];
  installingSuite(shell);
  argumentsSuite(shell);
  variablesSuite(shell);
  runningSuite(shell);
  downloadsSuite(shell);
  javaSuite(shell);
  memorySuite(shell);

  test('without curl and wget a start says that one is needed', async () => {
    using server = open(shell, quilt, { programs: neededPrograms });
    expect(await server.start()).toMatchObject(refused('Neither curl nor wget'));
  });
});

test('start.sh can be called by its name alone', async () => {
  using server = open([], quilt, { programs: neededPrograms });
  expect(await server.start({ JAVA: 'no-java' })).toMatchObject(refused('Java was not found: no-java'));
});

// bash 5.2 loses a signal that it hears while it reads `$( )`, about one in a hundred: no test can wait for that.
test('start.sh runs nothing in $( ) while a signal is to end the server', () => {
  using server = open([], quilt);
  const script = server.read('start.sh');
  const trapped = script.slice(script.indexOf("\n  trap 'stopping"), script.indexOf('\n  child=\n}'));
  expect(trapped).toContain('wait "$child"');
  expect(trapped.match(/\$\((?!\().*/g)).toBeNull();
});

const versionNames = {
  Forge: 'FORGE_VERSION',
  NeoForge: 'NEOFORGE_VERSION',
  Fabric: 'FABRIC_LOADER_VERSION',
  Quilt: 'QUILT_LOADER_VERSION',
  LegacyFabric: null,
};

test.each(oneOfEach)('$title is what the image of itzg reads from .env', (installation) => {
  const { modloader, gameVersion, modloaderVersion } = installation;
  using server = open(['bash'], installation);
  const name = versionNames[modloader];
  expect(server.has('.env')).toBe(name !== null);
  if (name === null) return;
  // As scripts/start-utils of that image does.
  const script = `set -a; source .env; set +a; printf '%s\\n' "$TYPE" "$VERSION" "$${name}"`;
  const loaded = execFileSync('bash', ['-c', script], { cwd: server.path, env: {}, encoding: 'utf8' });
  expect(loaded.split('\n')).toEqual([modloader.toUpperCase(), gameVersion, modloaderVersion, '']);
});
