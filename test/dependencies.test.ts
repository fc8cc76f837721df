import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';

const names = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: names, devDependencies: names, optionalDependencies: names });

it('docs/contributing/dependencies.md has one line for each dependency, and none for any other', async () => {
  const declared = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
  const page = await readFile('docs/contributing/dependencies.md', 'utf8');
  const documented = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  const all = Object.keys({
    ...declared.dependencies,
    ...declared.devDependencies,
    ...declared.optionalDependencies,
  });
  expect(documented.toSorted()).toEqual(all.toSorted());
});

it('every dependency is pinned to one version, or is a folder of this repository', async () => {
  const declared = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')));
  for (const [name, version] of Object.entries({
    ...declared.dependencies,
    ...declared.devDependencies,
    ...declared.optionalDependencies,
  })) {
    expect(version, name).toMatch(/^(\d+\.\d+\.\d+|file:)/);
  }
});
