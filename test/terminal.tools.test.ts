// Needs script (bsdutils).
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('Ctrl-C in a terminal', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'terminal-'));
    const program = `
      let interrupts = 0;
      process.on('SIGINT', () => { interrupts += 1; console.log('interrupted'); });
      process.on('SIGTERM', () => { console.log('interrupted ' + interrupts + ' in all'); process.exit(7); });
      setInterval(() => {}, 1000);
      console.log('ready ' + process.pid);
    `;
    await writeFile(path.join(folder, 'program.mjs'), program);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['becomes the program', []],
    ['has the program as its child', ['--import=data:text/javascript,delete%20process.execve']],
  ])('reaches a program once whose launcher %s', async (_, options) => {
    const command = [process.execPath, ...options, path.resolve('scripts/run.mjs'), `${folder}/program.mjs`];
    // A shell that stays between the terminal and the launcher would answer Ctrl-C with an exit code of its own.
    const line = `exec ${command.join(' ')}`;
    const terminal = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      env: { ...process.env, SHELL: '/bin/sh' },
    });
    const ended = new Promise((resolve) => terminal.once('close', resolve));
    let said = '';
    for await (const text of terminal.stdout.setEncoding('utf8')) {
      const before = said;
      said += text;
      const isNew = (pattern: RegExp) => pattern.test(said) && !pattern.test(before);
      if (isNew(/ready \d+\r?\n/)) terminal.stdin.write('\x03');
      if (isNew(/interrupted\r?\n/)) process.kill(Number(said.match(/ready (\d+)/)?.[1]), 'SIGTERM');
    }
    expect(said).toContain('interrupted 1 in all');
    expect(await ended).toBe(7);
  });
});
