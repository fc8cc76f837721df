import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openThreads } from '../../workers/threads.ts';

const filename = new URL('./dying-thread.ts', import.meta.url).href;
const signal = new AbortController().signal;

describe('threads', () => {
  const threads = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 1_000 });
  afterAll(() => threads.close());

  it.each(['exit', 'exhaustMemory', 'hang'])(
    'reject the task whose thread meets with %s, and go on with the next',
    async (name) => {
      const failed = threads.run({ filename, name }, {}, { signal });
      const next = threads.run({ filename, name: 'answer' }, { value: 7 }, { signal });
      await expect(failed).rejects.toThrow();
      expect(await next).toBe(7);
    },
  );

  it('count the time of a task from its start, however long it waited', async () => {
    const hanging = [1, 2, 3].map(() => threads.run({ filename, name: 'hang' }, {}, { signal }));
    const last = threads.run({ filename, name: 'answer' }, { value: 8 }, { signal });
    for (const { status } of await Promise.allSettled(hanging)) expect(status).toBe('rejected');
    expect(await last).toBe(8);
  });

  it('let go of a task that is given up before its turn', async () => {
    const given = new AbortController();
    const hanging = threads.run({ filename, name: 'hang' }, {}, { signal });
    const waiting = threads.run({ filename, name: 'answer' }, { value: 9 }, { signal: given.signal });
    given.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    await expect(hanging).rejects.toThrow();
  });

  it('know nothing of the environment, which holds secrets', async () => {
    expect(process.env).toHaveProperty('PATH');
    expect(await threads.run({ filename, name: 'environment' }, {}, { signal })).toEqual([]);
  });

  it('keep their modules compiled in the folder they are given', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'compiled-'));
    const compileCache = join(folder.path, 'new');
    const caching = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 1_000, compileCache });
    expect(await caching.run({ filename, name: 'answer' }, { value: 10 }, { signal })).toBe(10);
    await caching.close();
    const files = await readdir(compileCache, { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile())).not.toEqual([]);
  });
});
