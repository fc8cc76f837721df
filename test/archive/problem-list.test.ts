import { expect, test } from 'vitest';
import { createProblemList, joinProblems, printable } from '../../src/archive/problem-list.ts';

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

test('a list of problems has fewer bytes than its bound', () => {
  const problem = { code: 'NO_MODS', error: 'Nothing.', entry: null };
  const kept = (bytes: number) => {
    const list = createProblemList(10, bytes);
    list.add('NO_MODS', 'Nothing.');
    return list.found;
  };
  expect(kept(bytesOf([problem]) + 1)).toEqual([problem]);
  expect(kept(bytesOf([problem]))).toEqual([]);
  expect(joinProblems([[problem]], 10, bytesOf([problem]) + 1)).toEqual([problem]);
  expect(joinProblems([[problem]], 10, bytesOf([problem]))).toEqual([]);
});

test('a name is shown without what would not be seen, and not endlessly', () => {
  expect(printable('a\u0007b\u202ec\u2028d\u2029e')).toBe('a\\u{7}b\\u{202e}c\\u{2028}d\\u{2029}e');
  expect(printable('x'.repeat(256))).toBe('x'.repeat(256));
  expect(printable('x'.repeat(257))).toBe(`${'x'.repeat(256)}…`);
  expect(printable('\ud800')).toBe('\ufffd');
});
