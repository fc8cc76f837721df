import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ModDecision } from '../../../src/archive/report.ts';
import { runOf } from './installations.ts';
import { additional, fabric, neoForge, open, openInstalled, refused, type Shell, siteOf } from './setting.ts';

interface Machine {
  /** Memory in MiB. */
  memory: number;
  /** Files of /proc and /sys and what they hold. */
  files?: Record<string, string>;
}

const manyMods: ModDecision[] = Array.from({ length: 314 }, (_, number) => ({
  file: `${number}.jar`,
  kept: number > 8,
  reason: 'UNKNOWN_SIDE',
  certainty: 'DECLARED',
  evidence: '',
}));

const unlimited = '9223372036854771712';

/** Machines with the MiB that a server may have there which wants 7168, and what is told of the machine. */
const machines: [title: string, machine: Machine, heap: number, told: string][] = [
  ['a machine with 16 GB', { memory: 16_000 }, 7168, '15.6 GiB'],
  ['a small machine', { memory: 3_000 }, 1976, '2.9 GiB'],
  ['a machine that is too small', { memory: 1_500 }, 1024, '1.5 GiB'],
  ['a container of cgroup v2', { memory: 64_000, files: v2('/', '6442450944') }, 4608, '6 GiB'],
  ['a container of cgroup v2 without a limit', { memory: 12_000, files: v2('/', 'max') }, 7168, '11.7 GiB'],
  [
    'a service whose slice is limited',
    { memory: 64_000, files: v2('/a.slice/b.service', '8589934592', '/a.slice') },
    6144,
    '8 GiB',
  ],
  ['a container of cgroup v1', { memory: 64_000, files: v1('/docker/abc', '8589934592') }, 6144, '8 GiB'],
  [
    'a container of cgroup v1 without a limit',
    { memory: 9_000, files: v1('/docker/abc', unlimited) },
    6750,
    '8.8 GiB',
  ],
];

function v2(group: string, limit: string, limited = ''): Record<string, string> {
  return { '/proc/self/cgroup': `0::${group}\n`, [`/sys/fs/cgroup${limited}/memory.max`]: `${limit}\n` };
}

function v1(group: string, limit: string): Record<string, string> {
  return {
    '/proc/self/cgroup': `12:cpu,cpuacct:${group}\n5:memory:${group}\n`,
    '/sys/fs/cgroup/memory/memory.limit_in_bytes': `${limit}\n`,
  };
}

/** Without arguments for Java `start.sh` works out how much memory the server may use. */
export function memorySuite(shell: Shell): void {
  describe('memory', () => {
    const openOn = (machine: Machine, startArgs: string[] = []) => {
      const server = openInstalled(shell, { run: runOf(fabric, startArgs), decisions: manyMods });
      const files = {
        '/proc/meminfo': `MemTotal:       ${machine.memory * 1024} kB\nMemFree:  1 kB\n`,
        '/proc/self/cgroup': '',
        ...machine.files,
      };
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(dirname(join(server.path, file)), { recursive: true });
        server.write(file, content);
      }
      server.write('start.sh', server.read('start.sh').replaceAll(/(?=\/(?:proc|sys)\/)/g, '.'));
      return server;
    };

    test.each(machines)(
      'on %s the server gets what its mods want, and leaves a quarter',
      async (_, machine, heap, told) => {
        using server = openOn(machine);
        const { status, output } = await server.start();
        expect(status).toBe(0);
        expect(server.javaCalls()).toEqual([[additional, `-Xmx${heap}M`, ...fabric.launch]]);
        expect(output).toContain(
          `-Xmx${heap}M: about 7 GiB are recommended for 305 mods; this machine has ${told}. JAVA_ARGS in variables.txt changes it.\n`,
        );
        expect(output.includes('Note: that is less than recommended')).toBe(heap < 7168);
      },
    );

    test('a machine that tells no memory gets what is recommended, which has to be a number', async () => {
      using server = openOn({ memory: 0, files: { '/proc/meminfo': '' } });
      expect((await server.start()).output).toContain('for 305 mods; the memory of this machine is unknown.');
      expect(server.javaCalls().at(-1)).toContain('-Xmx7168M');
      for (const amount of ['6G', '08', '10000000']) {
        server.write('variables.txt', `RECOMMENDED_MEMORY=${amount}\n${server.read('variables.txt')}`);
        expect(await server.start()).toMatchObject(
          refused(`RECOMMENDED_MEMORY has to be a number of MiB, found: ${amount}`),
        );
      }
    });

    test.each([{ JAVA_ARGS: '-Dx=y' }, { ADDITIONAL_ARGS: '-Xmx1G' }, { JAVA_TOOL_OPTIONS: '-Xmx1G' }])(
      'nothing is worked out with %j',
      async (environment) => {
        using server = openOn({ memory: 16_000 });
        expect((await server.start(environment)).output).not.toContain('are recommended');
        expect(server.javaCalls().flat()).not.toContain('-Xmx7168M');
      },
    );

    test('JVM_PRESET=aikar adds flags before JAVA_ARGS, and asks for all memory at once', async () => {
      using server = openOn({ memory: 16_000 });
      expect(await server.start({ JVM_PRESET: 'aikar' })).toMatchObject({ status: 0 });
      const [call = []] = server.javaCalls();
      expect(call.slice(0, 2)).toEqual([additional, '-XX:+UseG1GC']);
      expect(call.slice(-5)).toEqual(['-Xms7168M', '-Xmx7168M', ...fabric.launch]);

      expect(await server.start({ JVM_PRESET: 'aikar', JAVA_ARGS: '-Xmx3G' })).toMatchObject({ status: 0 });
      const again = server.javaCalls().at(-1) ?? [];
      expect(again).toContain('-XX:G1HeapRegionSize=8M');
      expect(again.filter((argument) => /^-Xm[sx]/.test(argument))).toEqual(['-Xmx3G']);
    });

    test.each([
      ['zgc', '21.0.2', ['-XX:+UseZGC', '-XX:+ZGenerational']],
      ['zgc', '23.0.1', ['-XX:+UseZGC']],
      ['small', '17.0.9', ['-XX:+UseSerialGC']],
    ])('JVM_PRESET=%s on Java %s adds its flags before JAVA_ARGS', async (preset, javaVersion, flags) => {
      using server = openInstalled(shell, { javaVersion });
      const environment = { JVM_PRESET: preset, JAVA_ARGS: '-Xmx3G' };
      expect(await server.start(environment)).toMatchObject({ status: 0 });
      expect(server.javaCalls()).toEqual([[additional, ...flags, '-Xmx3G', ...fabric.launch]]);
    });

    test('JVM_PRESET=zgc is refused on a Java that cannot do it', async () => {
      using server = openInstalled(shell, { javaVersion: '17.0.9' });
      expect(await server.start({ JVM_PRESET: 'zgc' })).toMatchObject(
        refused('JVM_PRESET=zgc needs Java 21 or newer; found Java 17'),
      );
    });

    test('another preset is refused', async () => {
      using server = open(shell, fabric);
      expect(await server.start({ JVM_PRESET: 'best' })).toMatchObject(
        refused('JVM_PRESET may be aikar, zgc, small or blank, found: best'),
      );
    });

    test('what was worked out reaches user_jvm_args.txt too', async () => {
      await using site = await siteOf(neoForge);
      using server = open(shell, neoForge, { run: runOf(neoForge, []), mirror: site.address });
      expect(await server.start()).toMatchObject({ status: 0 });
      expect(server.read('user_jvm_args.txt')).toMatch(/^#.*\n"-Xmx\d{4}M"\n$/);
    });
  });
}
