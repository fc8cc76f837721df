import { afterAll, describe, expect, it } from 'vitest';
import { openThreads } from '../../workers/threads.ts';

const filename = new URL('./dying-thread.ts', import.meta.url).href;
const signal = new AbortController().signal;

describe('threads', () => {
  // To begin a thread takes seconds on a very busy machine: the limit is close only where a task goes beyond it.
  const threads = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 600_000 });
  const limited = openThreads({ threads: 1, memoryMb: 32, timeoutMs: 3_000 });
  afterAll(() => Promise.all([threads.close(), limited.close()]));

  it.each([
    ['exit', threads],
    ['exhaustMemory', threads],
    ['hang', limited],
  ] as const)('reject the task whose thread meets with %s, and go on with the next', async (name, these) => {
    const failed = these.run({ filename, name }, {}, { signal });
    const next = these.run({ filename, name: 'answer' }, { value: 7 }, { signal });
    await expect(failed).rejects.toThrow();
    expect(await next).toBe(7);
  });

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

  it('tell of a failed system call by its code', async () => {
    const failed = threads.run({ filename, name: 'failOnFullDisk' }, {}, { signal });
    await expect(failed).rejects.toMatchObject({
      name: 'Error',
      message: 'No room',
      code: 'ENOSPC',
      cause: { message: 'the cause' },
    });
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
        onQuestion: async (question) => {
          heard.push(question);
          return pieces.shift() ?? null;
        },
      },
    );
    expect(total).toBe(12);
    expect(heard).toEqual([0, 3, 7, 12].flatMap((sum) => [{ total: sum }, { after: sum }]));
  });

  it('are ended with the failure of what they are answered with', async () => {
    const onQuestion = () => Promise.reject(new Error('the database is away'));
    const asking = threads.run({ filename, name: 'sum' }, {}, { signal, onQuestion });
    await expect(asking).rejects.toThrow('the database is away');
    const unanswered = threads.run({ filename, name: 'sum' }, {}, { signal });
    await expect(unanswered).rejects.toThrow('nobody answers');
  });
});
