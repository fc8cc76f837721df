import { expect, test } from 'vitest';
import { createProblemList, joinProblems } from '../../src/archive/problem-list.ts';

const bytesOf = (problems: readonly object[]) =>
  problems.reduce((sum, problem) => sum + Buffer.byteLength(JSON.stringify(problem)), 0);

test('a list of problems ends at their number', () => {
  const list = createProblemList(3, 10_000);
  for (let n = 0; n < 10; n++) list.add('NO_MODS', `Problem ${n}.`);
  expect(list.found.map(({ error }) => error)).toEqual(['Problem 0.', 'Problem 1.', 'Problem 2.']);
});

test('a list of problems ends at their bytes, however they are written', () => {
  const list = createProblemList(1_000, 10_000);
  for (let n = 0; n < 1_000; n++) list.add('NAME_COLLISION', '\u20ac'.repeat(n), '\u202e'.repeat(n));
  expect(list.found.length).toBeGreaterThan(5);
  expect(bytesOf(list.found)).toBeLessThanOrEqual(10_000);
});

test('a sentence that quotes something endless is cut', () => {
  const list = createProblemList(1, 1_000_000);
  list.add('NO_MODS', 'x'.repeat(1_000_000), 'y'.repeat(1_000_000));
  expect(list.found[0]?.error).toHaveLength(2_000);
  expect(list.found[0]?.entry).toHaveLength(257);
});

test('lists that are joined are held to the same bounds', () => {
  const lists = Array.from({ length: 20 }, () => {
    const list = createProblemList(50, 10_000);
    for (let n = 0; n < 50; n++) list.add('NO_MODS', 'Nothing.');
    return list.found;
  });
  expect(joinProblems(lists, 50, 1_000_000)).toHaveLength(50);
  expect(bytesOf(joinProblems(lists, 1_000, 10_000))).toBeLessThanOrEqual(10_000);
});
