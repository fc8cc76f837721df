import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { placeBuild } from '../../scripts/place-build.ts';

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
    // What is there already is broken every second time.
    const isBroken = round % 2 === 1;
    if (isBroken)
      await placeBuild(
        target,
        'one',
        async () => false,
        async () => ({}),
      );
    const found = await Promise.all(
      Array.from({ length: 4 }, async (_, by) => {
        await placeBuild(target, 'one', isWhole, async (draft) => {
          await writeFile(path.join(draft, 'whole'), 'yes');
          return { by };
        });
        // In place of a broken one, what one has put there may still give way to another's.
        return isBroken ? null : readFile(path.join(target, 'one', 'build.json'), 'utf8');
      }),
    );
    // What one has put there whole, the others leave.
    expect(new Set(found).size).toBe(1);
    expect(await readdir(target)).toEqual(['one']);
    expect(await isWhole(path.join(target, 'one'))).toBe(true);
  }
});
