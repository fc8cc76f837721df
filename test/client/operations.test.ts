import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operationsOf } from '../../client/gateway/operation.ts';
import { folders, generateOperations, generateSchemaTypes } from '../../scripts/generate-operations.ts';

test.each(folders)(
  'the typed operations in %s fit the schema and the operations in its modules; "npm run operations" makes them anew',
  async (folder) => {
    const { filename, text } = await generateOperations(await readFile('schema.graphql', 'utf8'), folder);
    expect(await readFile(filename, 'utf8')).toBe(text);
  },
);

test('the enums and inputs that all of them share fit the schema', async () => {
  const made = await generateSchemaTypes(await readFile('schema.graphql', 'utf8'));
  expect(await readFile('client/gql/schema.ts', 'utf8')).toBe(made);
});

test('an operation is sent with the fragments that it spreads, and theirs, each once', () => {
  const graphql = operationsOf<{ Packs: [result: unknown, variables: unknown] }>();
  const packs = graphql('query Packs { first { ...Pack } second { ...Pack ... on UserError { code } } }');
  expect(() => packs.toString()).toThrow('The module with the fragment Pack is not imported.');
  graphql('fragment Pack on Pack { ...Named }');
  graphql('fragment Named on Pack { name }');
  expect(packs.toString()).toBe(
    `query Packs { first { ...Pack } second { ...Pack ... on UserError { code } } }
fragment Pack on Pack { ...Named }
fragment Named on Pack { name }`,
  );
});
