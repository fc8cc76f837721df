import { expect, test } from 'vitest';
import { sortPrefixes } from '../../src/archive/known-mods/prefixes.ts';
import { asked, fc } from '../support/seeded.ts';

test('finds the first prefix of the list that a name begins with, as trying one after the other would', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f332}', '-'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.array(word, { maxLength: 30 }), (list, names) => {
      const prefixes = sortPrefixes(list);
      for (const name of names)
        expect(prefixes.firstOf(name)).toBe(list.find((prefix) => prefix !== '' && name.startsWith(prefix)));
    }),
    asked(3_000),
  );
});

test('knows only lists, not their order of length: of "jei" and "jei-" the one that stands first', () => {
  expect(sortPrefixes(['jei', 'jei-']).firstOf('jei-1.0.jar')).toBe('jei');
  expect(sortPrefixes(['jei-', 'jei']).firstOf('jei-1.0.jar')).toBe('jei-');
  expect(sortPrefixes(['', 'journeymap']).firstOf('jei-1.0.jar')).toBeUndefined();
});
