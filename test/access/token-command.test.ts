import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyToken } from '../../src/access/tokens.ts';
import { openDatabase } from '../../src/database/open.ts';
import { onItsOwn } from '../support/child.ts';
import { compiledOnce } from '../support/compile-cache.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { findProgram } from '../support/programs.ts';

const run = promisify(execFile);
const program = findProgram('src/access/main.ts') ?? 'src/access/main.ts';

/** A folder for the data, and the variables that name it. */
async function openFolder(more: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'server-packs-token-'));
  const { DATABASE_URL: _url, ...inherited } = process.env;
  return {
    dataDir,
    env: {
      ...inherited,
      ...compiledOnce(),
      ...onItsOwn,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...more,
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  };
}

async function token(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, [program, ...args], { env });
  return stdout.trimEnd().split('\n');
}

/** The gateway as its own process; answers its address when it listens. */
async function startGateway(env: NodeJS.ProcessEnv) {
  const gateway = spawn(process.execPath, ['scripts/run.mjs', 'src/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: gateway.stdout })) {
    const [, address] = /"address":"([^"]+)"/.exec(line) ?? [];
    if (address) return { gateway, address, [Symbol.asyncDispose]: () => stop(gateway, 'SIGTERM') };
  }
  throw new Error('The gateway ended before it listened.');
}

async function stop(gateway: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return;
  gateway.stdout?.resume();
  gateway.kill(signal);
  await once(gateway, 'exit');
}

const statusWith = async (address: string, bearer: string) => {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await fetch(`${address}/api/v2/modpacks/all`, { headers })).status;
};

// One folder, in the order of a service's life: nothing runs, somebody else has the database, a gateway runs, it is killed.
describe('with the embedded database', () => {
  let folder: Awaited<ReturnType<typeof openFolder>>;
  let key = '';
  beforeAll(async () => {
    folder = await openFolder({ ACCESS: 'closed' });
    key = path.join(folder.dataDir, 'control.json');
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  it('says what is wrong with a command line, and how it is called', async () => {
    await expect(token(folder.env, 'create', '--name', 'ci', '--role', 'king')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--role[\s\S]+npm run token -- create/),
    });
  });

  it('makes no database only to look into it', async () => {
    for (const command of [['list'], ['revoke', 'ci']]) {
      await expect(token(folder.env, ...command)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`no database at ${path.join(folder.dataDir, 'database')}`),
      });
    }
    expect(await readdir(folder.dataDir)).toEqual([]);
  });

  it('opens it itself when no gateway runs, and its last line is the token alone', async () => {
    await makeDataDir(folder.dataDir);
    const text = (await token(folder.env, 'create', '--name', 'ci', '--role', 'publisher', '--voter')).at(-1);
    expect(text).toMatch(/^sps_1_[\w-]{43}$/);
    expect((await token(folder.env, 'list')).at(-1)).toMatch(/^ci\tpublisher\tyes\t/);
    await token(folder.env, 'revoke', 'ci');
    expect(await token(folder.env, 'list')).toEqual(['There are no tokens.']);
  });

  it('says in one line that another process has it, when that is no gateway', async () => {
    await using _database = await openDatabase(null, { folder: path.join(folder.dataDir, 'database') });
    await expect(token(folder.env, 'list')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data folder is in use by another process\..*\n$/),
    });
  });

  it('speaks to the gateway that has it open, does nothing for who does not know the key, and leaves nothing behind', async () => {
    {
      await using running = await startGateway(folder.env);
      expect((await stat(key)).mode & 0o777).toBe(0o600);
      const text = (await token(folder.env, 'create', '--name', 'ci', '--role', 'reader')).at(-1) ?? '';
      expect(await statusWith(running.address, text)).toBe(200);
      await expect(token(folder.env, 'create', '--name', 'ci', '--role', 'reader')).rejects.toMatchObject({
        code: 1,
        stderr: 'There is a token named "ci" already.\n',
      });
      await expectRefused(key);
      await token(folder.env, 'revoke', 'ci');
      expect(await statusWith(running.address, text)).toBe(401);
      expect(await token(folder.env, 'list')).toEqual(['There are no tokens.']);
    }
    await expect(stat(key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('opens it itself after the gateway was killed and left its key behind', async () => {
    {
      await using running = await startGateway(folder.env);
      await stop(running.gateway, 'SIGKILL');
    }
    await stat(key);
    expect(await token(folder.env, 'list')).toEqual(['There are no tokens.']);
  });
});

/** That whoever does not know the key is refused, and makes no token. */
async function expectRefused(keyFile: string): Promise<void> {
  const { port, key } = JSON.parse(await readFile(keyFile, 'utf8'));
  const create = JSON.stringify({
    do: 'create',
    name: 'mallory',
    role: 'operator',
    voter: false,
    quota: null,
    expires: null,
  });
  for (const authorization of ['', 'Bearer ', `Bearer ${key}x`, `Bearer ${'A'.repeat(43)}`]) {
    const headers = { authorization };
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: create });
    expect(response.status).toBe(401);
  }
}

describe.each(databaseKinds.filter((kind) => kind === 'server'))('with a PostgreSQL %s', () => {
  it('writes to it directly, and the running gateway knows at once', async () => {
    await using scratch = await createServerDatabase();
    await using folder = await openFolder({ ACCESS: 'closed', DATABASE_URL: scratch.url });
    await using running = await startGateway(folder.env);
    const text = (await token(folder.env, 'create', '--name', 'ci', '--role', 'reader')).at(-1) ?? '';
    expect(await statusWith(running.address, text)).toBe(200);
    await token(folder.env, 'revoke', 'ci');
    expect(await statusWith(running.address, text)).toBe(401);
    await using database = await openDatabase(scratch.url, { memory: true });
    expect(await verifyToken(database, text)).toBeNull();
  });
});
