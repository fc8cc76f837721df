import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const imported = /import \{([^}]*)\} from '@mantine\/core'/g;

it('the pages have the styles of every component that they use', async () => {
  const sheet = await readFile(path.join(project, 'web/styles/index.css'), 'utf8');
  const used = new Set<string>();
  for await (const file of glob('web/**/*.tsx', { cwd: project })) {
    const source = await readFile(path.join(project, file), 'utf8');
    for (const [, names = ''] of source.matchAll(imported))
      for (const name of names.split(',')) used.add(name.trim());
  }
  const hasStyles = (name: string) =>
    existsSync(path.join(project, `node_modules/@mantine/core/styles/${name}.css`));
  const styled = [...used].filter(hasStyles);
  expect(styled).toContain('Tabs');
  expect(styled.filter((name) => !sheet.includes(`/${name}.css"`))).toEqual([]);
});
