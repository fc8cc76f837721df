import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folders, generateOperations, generateSchemaTypes } from '../../scripts/generate-operations.ts';

test.each(folders)(
  'the typed operations in %s fit the schema and the operations in its modules; "npm run operations" makes them anew',
  async (folder) => {
    const made = await generateOperations(await readFile('schema.graphql', 'utf8'), folder);
    expect(made.size).toBeGreaterThan(0);
    for (const [name, text] of made) expect(await readFile(join(folder, name), 'utf8')).toBe(text);
  },
);

test('the enums and inputs that all of them share fit the schema', async () => {
  const made = await generateSchemaTypes(await readFile('schema.graphql', 'utf8'));
  expect(await readFile('client/gql/schema.ts', 'utf8')).toBe(made);
});
