import { expect, it } from 'vitest';
import { poolSettings, queueSettings, runSettings } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';

it('the threads, and the process that they are in, may take what is set', () => {
  const config = readConfig({
    WORKER_THREADS: '3',
    WORKER_MEMORY_MB: '101',
    TASK_TIMEOUT_MS: '1002',
    QUICK_TASK_TIMEOUT_MS: '1003',
    WORKER_IDLE_MS: '1005',
  });
  expect(poolSettings(config)).toEqual({
    threads: 3,
    memoryMb: 101,
    timeoutMs: 1002,
    quickTimeoutMs: 1003,
    idleMs: 1005,
  });
});

it('one quick task is worked on while as many wait as is set; a caller has half of them, and always the nine of one query', () => {
  const quickTasks = (all: string) => readConfig({ MAX_QUICK_TASKS: all }).goods.quickTasks;
  expect(quickTasks('100')).toEqual({ caller: 50, all: 100, strangers: 80 });
  expect(quickTasks('5')).toEqual({ caller: 9, all: 5, strangers: 4 });
  expect(quickTasks('1')).toEqual({ caller: 9, all: 1, strangers: 1 });
});

it('runs are tried again, and wait for room, as is set', () => {
  const config = readConfig({
    WORKER_THREADS: '3',
    RUN_RETRIES: '4',
    RUN_NODE_DEATHS: '5',
    RUN_RETRY_DELAY_SECONDS: '6',
    ROOM_RETRY_SECONDS: '7',
    ROOM_WAIT_SECONDS: '9',
    MISSING_FILES_WAIT_SECONDS: '11',
    MAX_MODS: '10',
    RESERVE_BYTES_FOR_TOKENS: '10',
  });
  expect(runSettings(config)).toEqual({
    concurrency: 3,
    retries: 4,
    nodeDeaths: 5,
    retryDelaySeconds: 6,
    missingFilesSeconds: 11,
    room: { firstSeconds: 7, mostSeconds: 300, giveUpSeconds: 9 },
    archiveLimits: config.archiveLimits,
    tokenReserveBytes: 10,
  });
});

it('the queue gives an attempt at a run four tasks, and all that is fetched, and tries deliveries again as is set', () => {
  const config = readConfig({
    TASK_TIMEOUT_MS: '60000',
    MAX_FETCH_MS: '30000',
    RUN_RETRY_DELAY_SECONDS: '6',
    WEBHOOK_RETRIES: '7',
  });
  const webhooks = { ...config.webhooks, retrySeconds: 8, timeoutMs: 9_000 };
  expect(queueSettings({ ...config, webhooks })).toEqual({
    runs: { retryLimit: expect.any(Number), retryDelaySeconds: 6, expireInSeconds: 4 * 60 + 30 },
    deliveries: { retryLimit: 7, retryDelaySeconds: 8, expireInSeconds: 69 },
  });
  expect(queueSettings(readConfig({ TASK_TIMEOUT_MS: '60000', FETCH: 'off' })).runs.expireInSeconds).toBe(
    240,
  );
});
