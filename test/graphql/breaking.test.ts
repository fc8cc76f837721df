import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../scripts/breaking-changes.ts';

describe('the comparison of two schemas', () => {
  it('finds nothing between a schema and itself, or where something was added', async () => {
    const now = await readFile('schema.graphql', 'utf8');
    expect(await breakingChanges(now, now)).toEqual([]);
    expect(await breakingChanges('type Query { a: Int }', 'type Query { a: Int b: Int }')).toEqual([]);
  });

  it('finds what clients would stumble over', async () => {
    expect(await breakingChanges('type Query { a: Int b: Int }', 'type Query { a: Int }')).toEqual([
      "Field 'b' was removed from object type 'Query'",
    ]);
    expect(
      await breakingChanges('type Query { a(x: Int): Int }', 'type Query { a(x: Int!): Int }'),
    ).toHaveLength(1);
  });

  it('says nothing of what was decided to go', async () => {
    const earlier =
      'type Query { a: Int listRevisions: ListRevisions } type ListRevisions { events: String }';
    expect(await breakingChanges(earlier, 'type Query { a: Int }')).toEqual([]);
  });
});
