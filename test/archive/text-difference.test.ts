import { expect, test } from 'vitest';
import { textDifference } from '../../src/archive/build/text-difference.ts';
import { asked, fc } from '../support/seeded.ts';

const plenty = () => ({ steps: 1_000_000, characters: 1_000_000 });

/** Applies such a difference to the text it was made of. */
function applied(before: string, difference: string): string {
  const lines = before.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const line of difference === '' ? [] : difference.split('\n')) {
    const hunk = /^@@ -(\d+),\d+ \+\d+,\d+ @@$/.exec(line);
    if (hunk) {
      const start = Number(hunk[1]) - 1;
      result.push(...lines.slice(at, start));
      at = start;
      continue;
    }
    if (line.startsWith('+')) result.push(line.slice(1));
    else {
      expect(lines[at]).toBe(line.slice(1));
      at += 1;
      if (line.startsWith(' ')) result.push(line.slice(1));
    }
  }
  return [...result, ...lines.slice(at)].join('\n');
}

test('the difference of two texts makes the second of the first', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 40 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const difference = textDifference(before, after, plenty());
      expect(applied(before, difference ?? 'none')).toBe(after);
    }),
    asked(1_000),
  );
});

test('a difference is as short as can be, shows lines around it, and is bounded', () => {
  const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `line ${from + n}`);
  const before = [...lines(0, 20), 'port=1', ...lines(20, 40)].join('\r\n');
  const after = [...lines(0, 20), 'port=2', ...lines(20, 40)].join('\n');
  expect(textDifference(before, after, plenty())).toBe(
    [
      '@@ -18,7 +18,7 @@',
      ' line 17',
      ' line 18',
      ' line 19',
      '-port=1',
      '+port=2',
      ' line 20',
      ' line 21',
      ' line 22',
    ].join('\n'),
  );
  const [odd, even] = [0, 1].map((start) =>
    lines(0, 3_000)
      .map((line, n) => (n % 2 === start ? line : 'same'))
      .join('\n'),
  );
  expect(textDifference(odd ?? '', even ?? '', plenty())).toBeNull();
  expect(textDifference(before, after, { steps: 0, characters: 1 })).toBeNull();
  expect(textDifference('', 'x'.repeat(100_000), plenty())).toHaveLength(
    '@@ -1,1 +1,1 @@\n-\n+…'.length + 500,
  );
});
