import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { GatewayRefusal } from '../../src/access/control.ts';
import { isExpected, runTokenProgram } from '../../src/access/token-program.ts';
import { ConfigError } from '../../src/config.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { AppError } from '../../src/errors.ts';

it('says what is wrong with its arguments, and how it is called', async () => {
  const called = runTokenProgram(['create', '--name', 'ci', '--role', 'king'], {});
  await expect(called).rejects.toThrow(ConfigError);
  await expect(called).rejects.toThrow(/--role[\s\S]+npm run token -- create/);
});

it('makes no database unless it is told to', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'token-program-'));
  try {
    for (const args of [['list'], ['revoke', 'ci'], ['create', '--name', 'ci', '--role', 'reader']])
      await expect(runTokenProgram(args, { DATA_DIR: dataDir })).rejects.toThrow(
        `There is no database at ${path.join(dataDir, 'database')}`,
      );
    expect(await readdir(dataDir)).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

it('works on the embedded database where no gateway runs', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'token-program-'));
  try {
    const told: string[] = [];
    const run = (...args: string[]) =>
      runTokenProgram(args, { DATA_DIR: dataDir }, (line) => void told.push(line));
    const create = ['create', '--name', 'ci', '--role', 'reader', '--quota', '5GB', '--new-database'];
    expect((await run(...create)).at(-1)).toMatch(/^sps_1_/);
    expect(told).toEqual([`Database: ${path.join(dataDir, 'database')}.`]);
    const [head, line] = await run('list');
    expect(head).toBe('name\trole\tvoter\tquota\tmade\texpires\tlast used');
    expect(line).toMatch(/^ci\treader\tno\t5000000000 bytes\t\d{4}-\d\d-\d\d \d\d:\d\d\tnever\tnever$/);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

it('says all about a failure that is expected in its message, and shows where others came from', () => {
  for (const error of [
    new ConfigError('PORT: must be a number'),
    new AppError('NOT_FOUND', 'There is no such token.'),
    new GatewayRefusal('There is such a token.'),
    new FolderInUse('It is in use.'),
  ])
    expect(isExpected(error), error.name).toBe(true);
  expect([isExpected(new Error('a fault of ours')), isExpected('a text')]).toEqual([false, false]);
});
