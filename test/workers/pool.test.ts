import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PreviewTask } from '../../src/archive/build/preview.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { WorkProcessDied } from '../../src/core/runs/archive-work.ts';
import { createWorkerPool, type WorkerPoolOptions } from '../../workers/pool.ts';
import { openThreads } from '../../workers/threads.ts';
import { startChild } from '../support/child.ts';
import { compileCache } from '../support/compile-cache.ts';

interface About {
  pid: number;
  execPath: string;
  environment: string[];
  flags: string[];
}

const signal = new AbortController().signal;
const tasks = new URL('./tasks.ts', import.meta.url).href;

function openPool(options: Partial<WorkerPoolOptions> = {}) {
  const defaults = { threads: 1, memoryMb: 64, timeoutMs: 60_000, tasks, compileCache: compileCache() };
  const pool = createWorkerPool({ ...defaults, ...options });
  return {
    ...pool,
    thread: (name: string, more: object = {}) => pool.run('thread', { name, ...more }, { signal }),
    about: (alone = false) => pool.run<About>('about', {}, { signal, alone }),
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

describe('the process of the pool', () => {
  // As one without a setting for it is: what it has been given would be in its environment.
  const pool = openPool({ threads: 2, compileCache: undefined });
  afterAll(() => pool.close());

  it('is another than this one, of the same Node, and knows nothing of settings and flags but its own', async () => {
    const about = await pool.about();
    expect(about).toEqual({
      pid: expect.any(Number),
      execPath: process.execPath,
      environment: [],
      flags: ['--heap-growing-percent=300'],
    });
    expect(about.pid).not.toBe(process.pid);
    expect(await pool.thread('environment')).toEqual([]);
  });

  it('lets the death of a thread be that of its task alone', async () => {
    const { pid } = await pool.about();
    const beside = pool.thread('answer', { value: 1 });
    await expect(pool.thread('exhaustMemory')).rejects.toThrow('memory');
    expect(await beside).toBe(1);
    expect((await pool.about()).pid).toBe(pid);
  });

  it.each([
    ['is aborted', 'abort'],
    ['is aborted by V8 for a heap that one of its threads overfills', 'exhaustMemoryAtOnce'],
  ])('that %s takes all its tasks along, and the next has another', async (_how, name) => {
    const { pid } = await pool.about();
    const all = await Promise.allSettled([pool.thread('hang'), pool.thread(name)]);
    for (const one of all) {
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(WorkProcessDied) });
      expect(one).toMatchObject({ reason: { message: expect.stringContaining('SIGABRT') } });
    }
    const next = await pool.about();
    expect(next.pid).not.toBe(pid);
    expect(await pool.thread('answer', { value: 2 })).toBe(2);
  });

  it('says what V8 wrote in the end', async () => {
    const died = pool.thread('exhaustMemoryAtOnce');
    await expect(died).rejects.toMatchObject({ lastWords: expect.stringContaining('heap out of memory') });
  });

  it('dies for nobody else when a task has one of its own', async () => {
    const { pid } = await pool.about();
    const alone = await pool.about(true);
    expect(alone.pid).not.toBe(pid);
    await gone(alone.pid);
    const dying = pool.run('thread', { name: 'abort' }, { signal, alone: true });
    await expect(dying).rejects.toThrow(WorkProcessDied);
    expect((await pool.about()).pid).toBe(pid);
  });

  it('stays when the signals come that a supervisor sends to all processes', async () => {
    const { pid } = await pool.about();
    for (const one of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, one);
    expect((await pool.about()).pid).toBe(pid);
  });

  it('ends a task that is given up, and with it what would not hear', async () => {
    const given = new AbortController();
    const { pid } = await pool.about();
    const [inThread, inProcess] = [
      pool.run('thread', { name: 'hang' }, { signal: given.signal }),
      pool.run('hang', {}, { signal: given.signal }),
    ];
    given.abort(new Error('given up'));
    await Promise.all([expect(inThread).rejects.toThrow(), expect(inProcess).rejects.toThrow()]);
    await gone(pid);
    await expect(pool.run('about', {}, { signal: given.signal })).rejects.toThrow('given up');
    expect((await pool.about()).pid).not.toBe(pid);
  });

  it('hands questions and answers on, and what fails there', async () => {
    const pieces = [1, 2];
    const onRequest = async () => pieces.shift() ?? null;
    expect(await pool.run('thread', { name: 'sum' }, { signal, onRequest })).toBe(3);
    const failing = () => Promise.reject(new RangeError('no such piece'));
    const failed = pool.run('thread', { name: 'sum' }, { signal, onRequest: failing });
    await expect(failed).rejects.toThrow(RangeError);
    await expect(pool.thread('sum')).rejects.toThrow('nobody answers');
  });

  it('tells of a failed system call by its code', async () => {
    await expect(pool.thread('failOnFullDisk')).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});

describe('a pool', () => {
  it('starts its process with the first task, and ends it after a while without one as soon as memory is short', async () => {
    let looks = 0;
    const { promise: isLooked, resolve: lookedThrice } = Promise.withResolvers<void>();
    let isShort = false;
    const mayStay = () => {
      looks += 1;
      if (looks === 3) lookedThrice();
      return !isShort;
    };
    await using pool = openPool({ idleMs: 1, mayStay });
    const { pid } = await pool.about();
    await isLooked;
    expect((await pool.about()).pid).toBe(pid);
    isShort = true;
    await gone(pid);
    expect((await pool.about()).pid).not.toBe(pid);
  });

  it('does not end its process while that works, though many tasks have ended at the same moment', async () => {
    await using pool = openPool({ idleMs: 1, mayStay: () => false });
    await Promise.all(Array.from({ length: 40 }, () => pool.about()));
    // What the forty may have left is due long before a process has started and ended.
    const onRequest = () => pool.about(true).then(() => null);
    expect(await pool.run('thread', { name: 'sum' }, { signal, onRequest })).toBe(0);
  });

  it('ends its process when it is closed, whatever that is at', async () => {
    const pool = openPool();
    const { pid } = await pool.about();
    const hanging = pool.thread('hang');
    const alone = pool.run('thread', { name: 'hang' }, { signal, alone: true });
    const all = Promise.allSettled([hanging, alone]);
    await pool.close();
    expect(isAlive(pid)).toBe(false);
    expect(await all).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    await expect(pool.about()).rejects.toThrow('closed');
  });

  it.each(['SIGKILL', 'SIGABRT'] as const)('ends its process when its own dies by %s', async (way) => {
    await using parent = startChild('test/workers/pool-process.ts', {});
    const [, pid] = await parent.line(/^pool (\d+)/);
    parent.process.kill(way);
    expect(await parent.ended).toBe(way);
    await gone(Number(pid));
  });

  it('does quick tasks at once while others take their time, those of callers with a token first', async () => {
    await using pool = openPool({ quickTimeoutMs: 4_000 });
    const quick = (name: string, more: object = {}, caller = 'token:1') =>
      pool.runQuick('quick', { name, ...more }, { signal, caller });
    const long = Promise.allSettled([pool.thread('standStill'), pool.thread('standStill')]);
    expect(await quick('answer', { value: 5 })).toBe(5);
    const answered: number[] = [];
    const answer = async (value: number, caller: string) => {
      await quick('answer', { value }, caller);
      answered.push(value);
    };
    const first = quick('standStill', {}, 'address:::1');
    const others = [answer(6, 'address:::1'), answer(7, 'address:::2'), answer(8, 'token:1')];
    await expect(first).rejects.toThrow('timeout');
    await Promise.all(others);
    expect(answered).toEqual([8, 6, 7]);
    await pool.close();
    await long;
  });

  it('says in words that a preview took too long, or that its process has ended', async () => {
    const versions = { gameVersion: '1.20.1', modloader: 'Forge', modloaderVersion: '47.2.0' } as const;
    const task: PreviewTask = {
      archivePath: 'pack.zip',
      baseFolder: '',
      fetched: [],
      run: { ...runDefaults, ...versions, startArgs: [], clientMods: [], whitelistedMods: [] },
    };
    const nothing = async () => ({ piece: '[]', next: null });
    const answers = { signal, caller: 'somebody', readMods: nothing, takeDecisions: () => {} };
    await using hasty = openPool({ quickTimeoutMs: 100 });
    await expect(hasty.preview(task, answers)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The preview took too long to work out\./),
    });
    const pool = openPool();
    const { pid } = await pool.about();
    const ended = [pool.preview(task, answers), pool.preview(task, answers)];
    const all = Promise.allSettled(ended);
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    await pool.close();
    const inWords = expect.objectContaining({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/has ended/),
    });
    expect(await all).toEqual([
      { status: 'rejected', reason: inWords },
      { status: 'rejected', reason: inWords },
    ]);
    await expect(pool.preview(task, answers)).rejects.toEqual(inWords);
  });

  it('fails in words when its process does not come up', async () => {
    await using pool = openPool({ tasks: new URL('./none.ts', import.meta.url).href });
    await expect(pool.about()).rejects.toThrow('did not come up');
  });

  it('keeps its modules compiled in the folder it is given', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'compiled-'));
    const kept = join(folder.path, 'new');
    const pool = openPool({ compileCache: kept });
    expect(await pool.thread('answer', { value: 10 })).toBe(10);
    await pool.close();
    const files = await readdir(kept, { recursive: true, withFileTypes: true });
    const threads = files.filter((file) => file.isFile());
    expect(threads).not.toEqual([]);
  });
});

const filename = new URL('./dying-thread.ts', import.meta.url).href;

describe('threads', () => {
  // To begin a thread takes seconds on a very busy machine: the limit is close only where a task goes beyond it.
  const threads = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 600_000 });
  const limited = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 3_000 });
  afterAll(() => Promise.all([threads.close(), limited.close()]));

  it('count the time of a task from its start, however long it waited', async () => {
    const hanging = [1, 2, 3].map(() => limited.run({ filename, name: 'standStill' }, {}, { signal }));
    const last = limited.run({ filename, name: 'answer' }, { value: 8 }, { signal });
    for (const { status } of await Promise.allSettled(hanging)) expect(status).toBe('rejected');
    expect(await last).toBe(8);
  });

  it('let go of a task that is given up before its turn', async () => {
    const given = new AbortController();
    const hanging = limited.run({ filename, name: 'standStill' }, {}, { signal });
    const waiting = limited.run({ filename, name: 'answer' }, { value: 9 }, { signal: given.signal });
    given.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    await expect(hanging).rejects.toThrow();
  });

  it('are answered what they ask, one question after the other', async () => {
    const heard: unknown[] = [];
    const pieces = [3, 4, 5];
    const total = await threads.run(
      { filename, name: 'sum' },
      {},
      {
        signal,
        onProgress: (progress) => heard.push(progress),
        onRequest: async (request) => {
          heard.push(request);
          return pieces.shift() ?? null;
        },
      },
    );
    expect(total).toBe(12);
    expect(heard).toEqual([0, 3, 7, 12].flatMap((sum) => [{ total: sum }, { after: sum }]));
  });
});
