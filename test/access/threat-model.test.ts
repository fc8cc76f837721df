import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/contributing/threat-model.md', 'utf8');
const rows = [...page.matchAll(/^\| (?!An attacker|---)(.+?) \| .+ \| (.+) \|$/gm)].map(
  ([, attack = '', proof = '']) => ({ attack, proof }),
);

/** The names of a file's tests and of what they stand in, as they are written. */
function namesIn(file: string): string[] {
  const text = ['.test.ts', '.tools.test.ts', '.heavy.test.ts', '.nightly.test.ts', '.ts']
    .map((ending) => `test/${file}${ending}`)
    .filter((name) => existsSync(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  const called = text.matchAll(/\b(?:it|test|describe)\(\s*(['"`])(.+?)\1,/g);
  // The name follows the table, which may hold anything.
  const ofTables = text.matchAll(/^\s*(?:\S.*)?\)\(\s*(['"`])(.+?)\1,/gm);
  const firstOfRows = text.matchAll(/^\s*\[\s*(['"`])(.+?)\1,/gm);
  return [...called, ...ofTables, ...firstOfRows].map(([, , name = '']) => name);
}

it('has a test for each thing that an attacker could try', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const { attack, proof } of rows) expect(proof, attack).toMatch(/`[\w/-]+`: "/);
});

it.each(rows)('names tests that are there: $attack', ({ proof }) => {
  for (const part of proof.split('; ')) {
    const [, file = '', quoted = ''] = /^`([\w/-]+)`: (.+)$/.exec(part) ?? [];
    const names = namesIn(file);
    expect(names, file).not.toEqual([]);
    for (const [, words = ''] of quoted.matchAll(/"([^"]+)"/g)) {
      expect(
        names.filter((name) => name.includes(words), file),
        `${file}: ${words}`,
      ).not.toEqual([]);
    }
  }
});
