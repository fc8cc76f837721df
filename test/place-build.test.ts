import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { placeBuild } from '../scripts/place-build.ts';

const isWhole = (place: string) =>
  readFile(path.join(place, 'whole'), 'utf8').then(
    (text) => text === 'yes',
    () => false,
  );

it('puts one whole build in its place, and nothing beside it, when several make the same at the same moment', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'place-build-'));
  parts.defer(() => rm(folder, { recursive: true }));
  for (let round = 0; round < 100; round += 1) {
    const target = path.join(folder, String(round));
    const make = async (draft: string) => {
      await writeFile(path.join(draft, 'whole'), 'yes');
      return {};
    };
    // What is there already is broken every second time.
    if (round % 2 === 1)
      await placeBuild(
        target,
        'one',
        async () => false,
        async () => ({}),
      );
    await Promise.all(Array.from({ length: 4 }, () => placeBuild(target, 'one', isWhole, make)));
    expect(await readdir(target)).toEqual(['one']);
    expect(await isWhole(path.join(target, 'one'))).toBe(true);
  }
});
