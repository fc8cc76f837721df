import { expect, it } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import type { SurveyTask } from '../../src/archive/survey.ts';
import { packVersionsReader } from '../../src/core/packs/pack-versions.ts';
import { AppError } from '../../src/errors.ts';

const limits = defaultArchiveLimits;
const failing = (error: Error) => packVersionsReader({ readVersions: () => Promise.reject(error) }, limits);

it('the versions of a pack are what a thread reads in its archive, within the limits of archives', async () => {
  const asked: (SurveyTask & { caller: string; isAborted: boolean })[] = [];
  const versions = { gameVersion: '1.20.1', modloader: 'Forge', modloaderVersion: null } as const;
  const read = packVersionsReader(
    {
      async readVersions(task, { signal, caller }) {
        asked.push({ ...task, caller, isAborted: signal.aborted });
        return task.path === 'a.zip' ? versions : null;
      },
    },
    limits,
  );
  expect([await read('a.zip', 'one'), await read('b.zip', 'one')]).toEqual([versions, null]);
  expect(asked).toEqual(
    ['a.zip', 'b.zip'].map((path) => ({ path, limits, caller: 'one', isAborted: false })),
  );
});

it('threads that have too much to do say so themselves', async () => {
  const busy = new AppError('UNAVAILABLE', 'Too many packs are waiting.', { retryAfter: 1 });
  await expect(failing(busy)('a.zip', 'one')).rejects.toBe(busy);
});

it('an archive that takes its thread along is no fault of the upload: what has to be given is told', async () => {
  const cause = new Error('The thread ran out of memory.');
  await expect(failing(cause)('a.zip', 'one')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message:
      'What the pack says of its versions could not be read; give gameVersion, modloader and modloaderVersion.',
    cause,
  });
});
