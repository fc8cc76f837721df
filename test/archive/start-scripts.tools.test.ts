import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostileArguments } from '../support/start-scripts/arguments.ts';
import { type Installation, installations, runOf } from '../support/start-scripts/installations.ts';
import { fabric, neoForge, open, siteOf } from '../support/start-scripts/setting.ts';
import { startScriptSuite } from '../support/start-scripts/suite.ts';

// These tests need programs beyond a bare machine: shellcheck, busybox, script (util-linux) and a Java from 11 on.

describe('start.sh in busybox ash', () => {
  startScriptSuite(['busybox', 'ash']);
});

test.each(installations)(
  'shellcheck finds nothing in the start.sh of $title',
  (installation: Installation) => {
    using server = open(['sh'], installation);
    const { status, stdout, error } = spawnSync('shellcheck', ['--shell=sh', join(server.path, 'start.sh')], {
      encoding: 'utf8',
    });
    expect(error).toBeUndefined();
    expect(stdout).toBe('');
    expect(status).toBe(0);
  },
);

describe('with a terminal', () => {
  test.each([
    ['I agree', 0, 'eula=true\n'],
    ['yes', 1, null],
  ])('the EULA is asked for, and the answer %s ends with status %i', async (answer, status, eula) => {
    await using site = await siteOf(fabric);
    using server = open(['script', '--quiet', '--return', '--command'], fabric, { mirror: site.address });
    const running = server.launch({ EULA: '' }, ['/dev/null']);
    await running.printed('Type "I agree"');
    running.process.stdin?.write(`${answer}\n`);
    expect(await running.ended).toMatchObject({ status });
    expect(server.has('eula.txt') ? server.read('eula.txt') : null).toBe(eula);
  });
});

test('Java itself reads the arguments in user_jvm_args.txt as they were given', async () => {
  await using site = await siteOf(neoForge);
  const properties = hostileArguments.filter((argument) => argument.startsWith('-D'));
  using server = open(['sh'], neoForge, { run: runOf(neoForge, properties), mirror: site.address });
  await server.start();
  const { stderr, status } = spawnSync(
    'java',
    ['@user_jvm_args.txt', '-XshowSettings:properties', '-version'],
    {
      cwd: server.path,
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
    },
  );
  expect(status).toBe(0);
  const printed = new Map(
    stderr.split('\n').map((line) => {
      const [key = '', ...value] = line.trimStart().split(' = ');
      return [key, value.join(' = ')];
    }),
  );
  for (const property of properties) {
    const equals = property.indexOf('=');
    expect(printed.get(property.slice(2, equals))).toBe(property.slice(equals + 1));
  }
});
