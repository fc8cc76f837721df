import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blamedJars } from '../../src/boot/blamed-jars.ts';
import { readConsole } from '../../src/boot/console.ts';
import { takenByTree } from '../../src/boot/process-tree.ts';
import type { LogAct, LogTrace } from '../../src/logs/log-finding.ts';
import { dropJars } from '../../workers/boot/drop-jars.ts';

const blamed = (act: LogAct | null, ...traces: LogTrace[]) =>
  blamedJars({ cause: 'MOD_FAILED', message: '', lines: [], traces, act });

it('leaves out the first suspect, all but the newest of several versions, and damaged jars; else nothing', () => {
  expect(blamed({ kind: 'DROP_MOD' }, { file: 'a.jar' }, { file: 'b.jar' })).toEqual(['a.jar']);
  expect(blamed({ kind: 'DROP_MOD' }, { modId: 'a' }, { file: 'b.jar' })).toEqual([]);
  const files = ['lib-1.10.jar', 'lib-1.9.jar', 'lib-1.2.jar'];
  expect(blamed({ kind: 'KEEP_ONE_OF', files })).toEqual(['lib-1.2.jar', 'lib-1.9.jar']);
  expect(blamed({ kind: 'DELETE_FILE', file: 'mods/a.jar' })).toEqual(['a.jar']);
  expect(blamed({ kind: 'DELETE_FILE', file: 'config/a.toml' })).toEqual([]);
  expect(blamed({ kind: 'USE_JAVA', java: 21 }, { file: 'a.jar' })).toEqual([]);
  expect(blamed(null, { file: 'a.jar' })).toEqual([]);
});

it('removes jars of the server alone, whatever a log names and wherever folders of the server lead', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'repair-'));
  try {
    const outside = path.join(home, 'outside');
    const server = path.join(home, 'server');
    await mkdir(path.join(server, 'mods', 'extra'), { recursive: true });
    await mkdir(path.join(server, 'mods', 'folder.jar'));
    await mkdir(outside);
    for (const file of ['server/mods/a.jar', 'server/mods/extra/b.jar', 'server/c.jar', 'outside/d.jar'])
      await writeFile(path.join(home, file), '');
    await symlink(outside, path.join(server, 'mods', 'away'));
    const names = [
      'a.jar',
      'extra/b.jar',
      '../c.jar',
      'away/d.jar',
      '../../outside/d.jar',
      'folder.jar',
      'x.jar',
    ];
    expect(await dropJars(server, names)).toEqual(['a.jar', 'extra/b.jar']);
    expect(await readdir(server)).toContain('c.jar');
    await rm(path.join(server, 'mods'), { recursive: true });
    await symlink(outside, path.join(server, 'mods'));
    expect(await dropJars(server, ['d.jar'])).toEqual([]);
    expect(await readdir(outside)).toEqual(['d.jar']);
  } finally {
    await rm(home, { recursive: true });
  }
});

describe('the console of a server', () => {
  it.each([
    ['[12:00:00] [Server thread/INFO]: Done (41.3s)! For help, type "help"', true],
    [
      '[12:00:00] [Server thread/INFO] [minecraft/DedicatedServer]: Done (5,123s)! For help, type "help" or "?"',
      true,
    ],
    ['[12:00:00] [Server thread/INFO]: Preparing spawn area: 83%', false],
    ['Done, start server by running fabric-server-launch.jar', false],
  ])('says when it is ready: %s', (line, isReady) => {
    const console = readConsole();
    console.push('Starting Fabric 0.15.6 for Minecraft 1.20.1 with Java 17.0.15.\r\n');
    for (const piece of line) console.push(piece);
    expect(console.ready).toBe(false);
    console.push('\n');
    expect(console.ready).toBe(isReady);
    expect(console.java).toBe('17.0.15');
  });

  it('keeps no more of an endless line than is looked at', () => {
    const console = readConsole();
    for (let count = 0; count < 1_000; count++) console.push('x'.repeat(100_000));
    console.push('\nDone (1.0s)! For help, type "help"\n');
    expect(console.ready).toBe(true);
  });
});

describe('/proc', () => {
  const stat = (id: number, parent: number, { ticks = 0, threads = 1, pages = 0, name = 'java' } = {}) =>
    `${id} (${name}) S ${parent} 0 0 0 -1 0 0 0 0 0 ${ticks} ${ticks} 0 0 20 0 ${threads} 0 0 0 ${pages} 0\n`;

  it('tells what a process and its descendants take, whatever they are called', () => {
    const stats = [
      stat(30, 20, { ticks: 100, threads: 40, pages: 1_000 }),
      stat(10, 1),
      stat(20, 10, { pages: 10, name: ') R 1 (' }),
      stat(99, 1, { ticks: 5_000, threads: 9, pages: 9_000 }),
      'gone',
      '',
    ];
    expect(takenByTree(10, stats)).toEqual({ memory: 1_010 * 4_096, cpuSeconds: 2, tasks: 42 });
    expect(takenByTree(11, stats)).toEqual({ memory: 0, cpuSeconds: 0, tasks: 0 });
  });
});
