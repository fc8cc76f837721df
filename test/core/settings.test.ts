import { expect, it } from 'vitest';
import { poolSettings, runSettings } from '../../src/app.ts';
import { configOf } from '../support/config-of.ts';

it('the threads, and the process that they are in, may take what is set', () => {
  const config = configOf({
    WORKER_THREADS: '3',
    WORKER_MEMORY_MB: '101',
    TASK_TIMEOUT_MS: '1002',
  });
  expect(poolSettings(config)).toEqual({
    threads: 3,
    memoryMb: 101,
    timeoutMs: 1002,
    quickTimeoutMs: 10_000,
    idleMs: 60_000,
  });
});

it('runs are tried again, and wait for room, as is set', () => {
  const config = configOf({
    WORKER_THREADS: '3',
    'config.runRetries': '4',
    'config.runNodeDeaths': '5',
    'config.runRetryDelaySeconds': '6',
    'config.roomWait.firstSeconds': '7',
    'config.roomWait.giveUpSeconds': '9',
    'config.missingFilesWaitSeconds': '11',
    RESERVE_BYTES_FOR_TOKENS: '10',
  });
  expect(runSettings(config)).toEqual({
    concurrency: 3,
    pollMs: 2_000,
    longestMs: expect.any(Number),
    retries: 4,
    nodeDeaths: 5,
    retryDelaySeconds: 6,
    missingFilesSeconds: 11,
    room: { firstSeconds: 7, mostSeconds: 300, giveUpSeconds: 9 },
    archiveLimits: config.archiveLimits,
    tokenReserveBytes: 10,
  });
});

it('an attempt at a run may take the time of four tasks, and of all that is fetched', () => {
  const longestOf = (settings: Record<string, string>) => runSettings(configOf(settings)).longestMs;
  expect(longestOf({ TASK_TIMEOUT_MS: '60000', 'config.fetching.packMs': '30000' })).toBe(
    4 * 60_000 + 30_000,
  );
  expect(longestOf({ TASK_TIMEOUT_MS: '60000', FETCH: 'off' })).toBe(4 * 60_000);
});
