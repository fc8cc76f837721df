import { describe, expect, test } from 'vitest';
import { openJar } from '../../../src/archive/jar/contents.ts';
import { manifestEntry, readManifest } from '../../../src/archive/jar/manifest.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';
import { zipWith } from '../../support/zip.ts';

const budget = defaultArchiveLimits.jar;

function attributesOf(text: string): Record<string, string> {
  const jar = zipWith([{ name: manifestEntry, data: text }]);
  const opened = openJar(jar, [manifestEntry], budget, { inflatedBytes: budget.maxInflatedBytes });
  return Object.fromEntries(readManifest(opened, budget.maxDescriptorBytes));
}

// The form is that of the JAR File Specification, "JAR Manifest" (docs.oracle.com, read in November 2026).
describe("a jar's manifest", () => {
  test.each<[string, string, Record<string, string>]>([
    ['one attribute a line', 'A: 1\r\nB: 2\r\n', { a: '1', b: '2' }],
    ['without a blank behind the colon, and with many', 'A:1\nB: \t 2 \t\n', { a: '1', b: '2' }],
    ['lines that go on behind a blank', 'A: one\r\n  two\r\n three\r\nB: 2', { a: 'one twothree', b: '2' }],
    ['names in any case', 'FMLModType: LIBRARY', { fmlmodtype: 'LIBRARY' }],
    ['a colon in a value', 'A: b: c', { a: 'b: c' }],
    ['no value', 'A:', { a: '' }],
    ['nothing', '', {}],
  ])('is read with %s', (_, text, attributes) => {
    expect(attributesOf(text)).toEqual(attributes);
  });

  test.each(['\r\n', '\n', '\r'])('ends with the first empty line, where lines end with %j', (end) => {
    const text = ['A: 1', '', 'Name: a/B.class', 'FMLModType: LIBRARY', ''].join(end);
    expect(attributesOf(text)).toEqual({ a: '1' });
  });

  test('is read as far as one of that kind goes', () => {
    const many = Array.from({ length: 300 }, (_, n) => `A${n}: ${'x'.repeat(100)}`).join('\n');
    expect(Object.keys(attributesOf(many))).toHaveLength(200);
    expect(attributesOf(`A: ${'x'.repeat(100_000)}`).a).toHaveLength(16_384);
  });
});
