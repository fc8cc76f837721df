import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { argumentsSuite, hostileArguments } from '../support/start-scripts/arguments.ts';
import { installations, runOf } from '../support/start-scripts/installations.ts';
import { installingSuite } from '../support/start-scripts/installing.ts';
import { modsSuite } from '../support/start-scripts/mods.ts';
import { runningSuite } from '../support/start-scripts/running.ts';
import { fabric, neoForge, open, quilt, siteOf } from '../support/start-scripts/setting.ts';
import { updatingSuite } from '../support/start-scripts/updating.ts';
import { variablesSuite } from '../support/start-scripts/variables.ts';

// These tests need programs beyond a bare machine: shellcheck, busybox, script (util-linux) and a Java from 11 on.

// What a shell has a say in: words and quotes, names of files, signals, and what goes through all of the script.
describe.each([[['bash']], [['busybox', 'ash']]])('start.sh in %s', (shell) => {
  installingSuite(shell, installations);
  argumentsSuite(shell);
  variablesSuite(shell);
  runningSuite(shell);
});

describe.each([[['sh']], [['bash']], [['busybox', 'ash']]])('start.sh in %s', (shell) => {
  updatingSuite(shell);
  modsSuite(shell);
});

test('shellcheck finds nothing in any start.sh, nor in that of a server brought to a new pack', async () => {
  const scripts = new Set<string>();
  for (const installation of installations) {
    using server = open(['sh'], installation);
    scripts.add(server.read('start.sh'));
  }
  using old = open(['sh'], neoForge);
  using pack = open(['sh'], fabric);
  old.write('start.sh', 'echo $old');
  expect(await pack.start({}, ['--update', old.path, '--yes'])).toMatchObject({ status: 0 });
  expect(scripts).toContain(old.read('start.sh'));
  for (const script of scripts) {
    const { status, stdout, error } = spawnSync('shellcheck', ['--shell=sh', '-'], {
      input: script,
      encoding: 'utf8',
    });
    expect(error).toBeUndefined();
    expect(stdout).toBe('');
    expect(status).toBe(0);
  }
});

describe('with a terminal', () => {
  test.each([
    ['I agree', 0, 'eula=true\n'],
    ['yes', 1, null],
  ])('the EULA is asked for, and the answer %s ends with status %i', async (answer, status, eula) => {
    await using site = await siteOf(fabric);
    const manifest = { name: 'Skyfarers\u001b]0;other\u0007', version: '2.4' };
    using server = open(['script', '--quiet', '--return', '--command'], fabric, {
      mirror: site.address,
      manifest,
    });
    server.write('variables.txt', server.read('variables.txt').replace(']0;other', ']0;\u0007other'));
    const running = server.launch({ EULA: '', TERM: status === 0 ? 'xterm' : 'dumb' }, ['/dev/null']);
    await running.printed('Type "I agree"');
    running.process.stdin?.write(`${answer}\n`);
    const { output, ...ended } = await running.ended;
    expect(ended).toEqual({ status });
    // The window is called so only where the terminal knows how.
    const titles = output.split('\u001b]0;').map((text) => text.split('\u0007')[0]);
    expect(titles.slice(1)).toEqual(status === 0 ? ['Skyfarers ]0;other 2.4'] : []);
    expect(server.has('eula.txt') ? server.read('eula.txt') : null).toBe(eula);
  });
});

test.runIf(canMount)('a full disk, and one that cannot be written, are told as what they are', async () => {
  await using site = await siteOf(quilt);
  site.publish(quilt.installer ?? '', Buffer.alloc(2 ** 21));
  await using disk = await openSmallDisk(4);
  vi.stubEnv('TMPDIR', disk.folder);
  using server = open(['sh'], quilt, { mirror: site.address });
  vi.unstubAllEnvs();
  const refused = async () => {
    const { status, output } = await server.start();
    expect(status).toBe(1);
    expect(output).not.toContain('network');
    return output;
  };
  await disk.fill(2 ** 20);
  expect(await refused()).toContain(
    'The disk is full: there is no room for installer.jar.unverified.download\n',
  );
  expect(server.has('installer.jar.unverified.download')).toBe(false);
  disk.setReadOnly(true);
  expect(await refused()).toContain(`This file cannot be written: ${server.path}/.start-lock\n`);
  disk.setReadOnly(false);
});

test('Java itself reads the arguments in user_jvm_args.txt as they were given', async () => {
  await using site = await siteOf(neoForge);
  const properties = hostileArguments.filter((argument) => argument.startsWith('-D'));
  using server = open(['sh'], neoForge, { run: runOf(neoForge, properties), mirror: site.address });
  await server.start();
  const { stderr, status } = spawnSync(
    'java',
    ['@user_jvm_args.txt', '-XshowSettings:properties', '-version'],
    { cwd: server.path, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, encoding: 'utf8' },
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

describe('start.jar', () => {
  const environment = { PATH: process.env.PATH ?? '' };
  const tell =
    'printf "%s\\n" "$PWD" "$JAVA_HOME" "$JAVA_ARGS"; env | grep "^JAVA_[0-9]"; echo "$*"; exit 5\n';

  test.each(['start.jar', 'server.jar'])(
    'as %s runs start.sh with its own Java, its arguments and options that are known',
    (name) => {
      using server = open(['sh'], neoForge, { name: 'my server' });
      server.write('start.sh', tell);
      if (name !== 'start.jar') copyFileSync(join(server.path, 'start.jar'), join(server.path, name));
      const { status, stdout } = spawnSync(
        'java',
        [
          '-Xmx64M',
          '-Da=b "c" d',
          '-jar',
          join(server.path, name),
          'nogui',
          '--clean',
          '--nogui',
          '--install-only',
        ],
        { env: environment, encoding: 'utf8' },
      );
      const [folder, home, args, java, options] = stdout.trimEnd().split('\n');
      expect(status).toBe(5);
      expect(folder).toBe(server.path);
      expect(options).toBe('--clean --install-only');
      expect(args).toBe('"\\"-Xmx64M\\" \\"-Da=b \\\\\\"c\\\\\\" d\\""');
      expect(java).toBe(`JAVA_${/\d+/.exec(java ?? '')?.[0]}=${home}/bin/java`);
    },
  );

  test('passes a signal on and waits for the server', async () => {
    using server = open(['sh'], neoForge);
    server.write(
      'start.sh',
      'trap "echo stopped >ended; exit 0" TERM\necho up\nwhile :; do sleep 0.1; done\n',
    );
    const running = spawn('java', ['-jar', join(server.path, 'start.jar')], {
      env: environment,
      detached: true,
    });
    const { pid } = running;
    onTestFinished(() => {
      if (running.exitCode === null && running.signalCode === null && pid !== undefined)
        process.kill(-pid, 'SIGKILL');
    });
    await once(running.stdout, 'data');
    running.kill('SIGTERM');
    await once(running, 'close');
    expect(server.read('ended')).toBe('stopped\n');
  });

  test('holds the source that it was built from', () => {
    const folder = new URL('../../src/archive/start-scripts/', import.meta.url).pathname;
    for (const name of ['StartServer.java', 'StrayJars.java', 'UpdateServer.java']) {
      const source = execFileSync('unzip', ['-p', join(folder, 'start.jar'), name], { encoding: 'utf8' });
      expect(source).toBe(readFileSync(join(folder, name), 'utf8'));
    }
  });
});
