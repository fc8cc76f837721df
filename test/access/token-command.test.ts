import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayRefusal } from '../../src/access/control.ts';
import { parseTokenArguments } from '../../src/access/token-arguments.ts';
import { isExpected, runTokenProgram } from '../../src/access/token-program.ts';
import { verifyToken } from '../../src/access/tokens.ts';
import { ConfigError } from '../../src/config.ts';
import { FolderInUse } from '../../src/database/folder-in-use.ts';
import { openDatabase } from '../../src/database/open.ts';
import { AppError } from '../../src/errors.ts';
import { startTestApp } from '../support/app.ts';
import { onItsOwn } from '../support/child.ts';
import { compiledOnce } from '../support/compile-cache.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { findProgram } from '../support/programs.ts';

const statusWith = async (address: string, bearer: string) => {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await fetch(`${address}/api/v2/modpacks/all`, { headers })).status;
};
const create = ['create', '--name', 'ci', '--role', 'reader'];
const made = /^sps_1_[\w-]{43}$/;

// One folder, in the order of a service's life: nothing is there, somebody else has the database, a gateway has it.
describe('with the embedded database', () => {
  let dataDir = '';
  let key = '';
  const told: string[] = [];
  const token = (...args: string[]) =>
    runTokenProgram(args, { DATA_DIR: dataDir }, (line) => void told.push(line));
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'token-'));
    key = path.join(dataDir, 'control.json');
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('says what is wrong with a command line, and makes no database unless it is told to', async () => {
    const called = token('create', '--name', 'ci', '--role', 'king');
    await expect(called).rejects.toThrow(ConfigError);
    await expect(called).rejects.toThrow(/--role[\s\S]+npm run token -- create/);
    for (const command of [['list'], ['revoke', 'ci'], create])
      await expect(token(...command)).rejects.toThrow(
        `There is no database at ${path.join(dataDir, 'database')}`,
      );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('opens it itself when no gateway runs, or a killed one has left its key behind', async () => {
    await makeDataDir(dataDir);
    expect((await token(...create, '--voter', '--quota', '5GB', '--new-database')).at(-1)).toMatch(made);
    expect(told).toEqual([`Database: ${path.join(dataDir, 'database')}.`]);
    await writeFile(key, JSON.stringify({ port: 1, key: 'old' }));
    const [head, line] = await token('list');
    expect(head).toBe('name\trole\tvoter\tquota\tmade\texpires\tlast used');
    expect(line).toMatch(/^ci\treader\tyes\t5000000000 bytes\t\d{4}-\d\d-\d\d \d\d:\d\d\tnever\tnever$/);
    await token('revoke', 'ci');
    expect(await token('list')).toEqual(['There are no tokens.']);
    await rm(key);
  });

  it('says in one line that another process has it, when that is no gateway', async () => {
    await using _database = await openDatabase(null, { folder: path.join(dataDir, 'database') });
    await expect(token('list')).rejects.toThrow(/^The data folder is in use by another process\..*$/);
  });

  it('says that the service is busy where it has the database and does not answer in time', async () => {
    await using _database = await openDatabase(null, { folder: path.join(dataDir, 'database') });
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await writeFile(key, JSON.stringify({ port, key: 'its own' }));
    const asked = runTokenProgram(['list'], { DATA_DIR: dataDir }, () => {}, 100);
    await expect(asked).rejects.toThrow(
      /^The service that has the database is busy .* "npm run token -- list"/,
    );
    silent.closeAllConnections();
    silent.close();
    await rm(key);
  });

  it('speaks to the gateway that has it open, and leaves nothing behind', async () => {
    {
      const environment = { ACCESS: 'closed', DATA_DIR: dataDir };
      await using running = await startTestApp({ environment, database: 'its own' });
      expect((await stat(key)).mode & 0o777).toBe(0o600);
      const text = (await token(...create)).at(-1) ?? '';
      expect(await statusWith(running.url, text)).toBe(200);
      // As people call it: the last line is the token alone, and a failure is one line.
      const { DATABASE_URL: _url, ...inherited } = process.env;
      const program = findProgram('src/access/main.ts') ?? 'src/access/main.ts';
      const env = { ...inherited, ...compiledOnce(), ...onItsOwn, DATA_DIR: dataDir };
      const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { env });
      const { stdout } = await run('create', '--name', 'other', '--role', 'reader');
      expect(await statusWith(running.url, stdout.trimEnd().split('\n').at(-1) ?? '')).toBe(200);
      await expect(run(...create)).rejects.toMatchObject({
        code: 1,
        stderr: 'There is a token named "ci" already.\n',
      });
      for (const name of ['ci', 'other']) await token('revoke', name);
      expect(await statusWith(running.url, text)).toBe(401);
      expect(await token('list')).toEqual(['There are no tokens.']);
    }
    await expect(stat(key)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe.each(databaseKinds.filter((kind) => kind === 'server'))('with a PostgreSQL %s', () => {
  it('writes to it directly, and the running gateway knows at once', async () => {
    await using scratch = await createServerDatabase();
    await using database = await openDatabase(scratch.url, { memory: true });
    const environment = { ACCESS: 'closed' };
    const own = await openDatabase(scratch.url, { memory: true });
    await using running = await startTestApp({ environment, overrides: { database: own } });
    const token = (...args: string[]) => runTokenProgram(args, { DATABASE_URL: scratch.url });
    const text = (await token(...create)).at(-1) ?? '';
    expect(await statusWith(running.url, text)).toBe(200);
    await token('revoke', 'ci');
    expect(await statusWith(running.url, text)).toBe(401);
    expect(await verifyToken(database, text)).toBeNull();
  });
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

describe('a command line', () => {
  const least = { do: 'create', name: 'ci', role: 'reader', voter: false, quota: null, expires: null };
  it.each([
    // Nothing that is not said; a word behind it is the name of a token that is revoked alone.
    ['create --name ci --role reader', least],
    ['create other --name ci --role reader --quota 5TB', { ...least, quota: 5e12 }],
    [
      'create --name ci --role publisher --voter --quota 50GiB',
      { ...least, role: 'publisher', voter: true, quota: 50 * 2 ** 30 },
    ],
    ['revoke ci', { do: 'revoke', name: 'ci' }],
    ['list', { do: 'list' }],
  ])('%s is read', (line, command) => {
    expect(parseTokenArguments(line.split(' '))).toEqual(command);
  });

  it.each([
    ['90d', 90],
    // Within a hundred years.
    ['999999999w', 36_500],
  ])('lets a token end in %s', (expires, days) => {
    const before = Date.now();
    const command = parseTokenArguments([...create, '--expires', expires]);
    const end = command.do === 'create' ? new Date(command.expires ?? '').getTime() : Number.NaN;
    expect(end).toBeLessThanOrEqual(Date.now() + days * 86_400_000);
    if (days === 90) expect(end).toBeGreaterThanOrEqual(before + days * 86_400_000);
  });

  it.each([
    ['', /the word after/],
    ['make', /the word after/],
    ['create --role reader', /--name/],
    ['create --name a,b --role reader', /--name/],
    ['create --name ci --role king', /--role/],
    ...['90', '90y', 'x90d', '90d5'].map(
      (end) => [`${create.join(' ')} --expires ${end}`, /--expires.*h, d, w/] as const,
    ),
    [`${create.join(' ')} --quota -1GB`, /--quota/],
    ['revoke', /--name/],
    ['list --colour', /colour/],
  ] as const)('%s is refused, and told what is wrong', (line, message) => {
    expect(() => parseTokenArguments(line.split(' ').filter(Boolean))).toThrow(message);
  });
});
