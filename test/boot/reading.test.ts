import { describe, expect, it } from 'vitest';
import { readConsole } from '../../src/boot/console.ts';
import { takenByTree } from '../../src/boot/process-tree.ts';

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
