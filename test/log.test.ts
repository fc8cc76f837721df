import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from '../src/log.ts';
import { readableLine } from '../src/logging/readable-line.ts';
import { startProgram } from './support/child.ts';

afterEach(() => void vi.useRealTimers());

const log = new URL('../src/log.ts', import.meta.url).href;

it('writes all lines while the process goes on, also those that come while a slow reader holds a write up', async () => {
  // When it says that it waits, the time for which lines wait for others is over.
  const program = `
    import { createLog } from '${log}';
    const log = createLog({ logLevel: 'info' });
    for (let line = 0; line < 50; line += 1) log.info('x'.repeat(20_000));
    log.info('short');
    setTimeout(() => process.stderr.write('waiting'), 300);
    setInterval(() => {}, 1e6);
    process.once('SIGUSR2', () => log.info('later'));`;
  await using child = startProgram([process.execPath, '--input-type=module', '--eval', program], {
    environment: {},
  });
  child.process.stdout?.pause();
  await expect.poll(child.errors).toBe('waiting');
  child.process.stdout?.resume();
  await child.line(/"short"/);
  child.process.kill('SIGUSR2');
  await child.line(/"later"/);
  expect(child.lines).toHaveLength(52);
});

it('lets a process go on and end whose reader has gone, with a warning as the first line that nobody reads', async () => {
  const program = `
    import { openLog } from '${log}';
    const { log, close } = openLog({ logLevel: 'info' });
    process.once('SIGTERM', async () => {
      log.warn('nobody reads this');
      log.fatal('nor this');
      process.stderr.write('went on');
      await close();
      process.exit(0);
    });
    log.warn('first');
    setInterval(() => {}, 1e6);`;
  await using child = startProgram([process.execPath, '--input-type=module', '--eval', program], {
    environment: {},
  });
  await child.line(/"first"/);
  child.process.stdout?.destroy();
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(child.errors()).toBe('went on');
});

it('lets an uncaught error end a process whose disk for the log is full', async () => {
  const program = `
    import { openLog } from '${log}';
    const { log } = openLog({ logLevel: 'info' });
    log.warn('first');
    setTimeout(() => {
      log.warn('second');
      throw new Error('uncaught');
    }, 300);`;
  await using child = startProgram(
    ['sh', '-c', 'exec "$0" --input-type=module --eval "$1" >/dev/full', process.execPath, program],
    { environment: {} },
  );
  expect(await child.ended).toBe(1);
  expect(child.errors()).toContain('Error: uncaught');
});

it('leaves nothing to do behind where there are no lines', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  createLog({ logLevel: 'info' });
  expect(vi.getTimerCount()).toBe(0);
});

it('writes lines for people where a person reads them, which no text of a stranger can steer', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
  const told = { level: 30, time, pid: 1, hostname: 'here', address: 'http://[::1]:8080', msg: 'listening' };
  expect(readableLine(JSON.stringify({ ...told, address: 'http://127.0.0.1:8080' }))).toBe(
    '03:04:05 info  listening address=http://127.0.0.1:8080\n',
  );
  const err = { type: 'Error', message: 'gone', stack: 'Error: gone\n    at a.ts:1\u001b[2J' };
  const hostile = {
    ...told,
    level: 50,
    address: undefined,
    name: 'a\u009b2J b',
    msg: 'failed\nINFO forged',
    err,
  };
  expect(readableLine(JSON.stringify(hostile))).toBe(
    '03:04:05 error failed\\u000aINFO forged name="a\\u009b2J b"\n    Error: gone\n    at a.ts:1\\u001b[2J\n',
  );
});
