import { parse, stringify } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parseToml } from '../../../src/archive/lenient/toml.ts';
import { fc } from '../../support/seeded.ts';

/** The document as strict TOML reads it, with numbers as the text they are written as. */
function strictly(text: string): unknown {
  return JSON.parse(JSON.stringify(parse(text)), (_, value) =>
    typeof value === 'number' ? String(value) : value,
  );
}

function leniently(text: string): unknown {
  return JSON.parse(JSON.stringify(parseToml(text).document));
}

describe('what strict TOML allows', () => {
  test.each([
    ['dotted, quoted and spaced keys', 'a.b = "1"\n"c.d" = "2"\n\'e\'."f" = "3"\ng . h = "4"\n'],
    [
      'tables and arrays of tables',
      '[a]\nx="1"\n[a.b]\ny="2"\n[[c]]\nz="3"\n[[c]]\n[c.d]\nw="4"\n[[c.e]]\nv="5"\n',
    ],
    ['inline tables', 'a = { b = "1", c.d = [ { e = true }, { } ] }\n'],
    ['arrays over lines with comments', 'a = [ # one\n  "x", # two\n  [ "y", ],\n]\nb = false\n'],
    ['literal strings', "a = 'C:\\games'\nb = '''\nline 'one'\nline two'''\n"],
    ['strings over lines', 'a = """\nline "one"\n\\\n   joined \\"\\u00e9\\U0001F600\\""""\nb = """x"""""\n'],
    ['escapes', 'a = "tab\\t quote\\" back\\\\ line\\n"\n'],
    ['comments everywhere', '# a\n[x] # b\ny = "#" # c\n#d'],
    ['numbers', 'a = 1\nb = [2, 3]\nc = 47\n'],
    ['Windows line ends', '[x]\r\ny = "1"\r\nz = """\r\nw"""\r\n'],
  ])('reads the same: %s', (_, text) => {
    expect(leniently(text)).toEqual(strictly(text));
  });

  test('reads the same, whatever the document', () => {
    const value = fc.letrec((tie) => ({
      table: fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 4 }),
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'grapheme' }),
        fc.boolean(),
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('table'),
      ),
    }));
    fc.assert(
      fc.property(value.table, (document) => {
        const text = stringify(document);
        expect(leniently(text)).toEqual(strictly(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('what strict TOML forbids', () => {
  test.each([
    ['a line break in a one-line string', 'a="x\ny"\nb="1"', { a: 'x\ny', b: '1' }],
    ['a quote that is missing', 'a="x\nb="1"\nc="2"', { a: 'x', b: '1', c: '2' }],
    ['text behind a value', 'a="x" y\nb="1"', { a: 'x', b: '1' }],
    ['unquoted words', 'a=hello world\nb=1.0', { a: 'hello world', b: '1.0' }],
    ['True and FALSE', 'a=True\nb=FALSE', { a: true, b: false }],
    ['a key twice', 'a="x"\na="y"', { a: 'y' }],
    ['a table twice', '[a]\nx="1"\n[a]\ny="2"', { a: { x: '1', y: '2' } }],
    [
      'a table that is also an array',
      '[[a.b]]\nx="1"\n[[a]]\ny="2"',
      { a: [{ b: [{ x: '1' }] }, { y: '2' }] },
    ],
    ['an array that never ends', 'a=["x",\n"y"', { a: ['x', 'y'] }],
    ['a multi-line string that never ends', 'a="""x\nb="1"', { a: 'x', b: '1' }],
    ['placeholders in headers', '[[mods.@id@ {x}]]\ny="1"', { mods: { '@id@ {x}': [{ y: '1' }] } }],
    ['unknown escapes', 'a="C:\\games\\u12"', { a: 'C:\\games\\u12' }],
  ])('is borne: %s', (_, text, document) => {
    expect(leniently(text)).toEqual(document);
  });

  test('what follows a header that cannot be read does not end up in the table before it', () => {
    expect(leniently('[a]\nx="1"\n[b\ny="2"\n[c]\nz="3"')).toEqual({ a: { x: '1' }, c: { z: '3' } });
  });
});

test('reads a line of two million strings without searching its end once for each', () => {
  const count = 2_000_000;
  expect(parseToml(`a = [${'"xy",'.repeat(count)}]`, count + 1).document.a).toHaveLength(count);
});

describe('of a TOML document no more is kept than is allowed', () => {
  test.each([
    ['elements', `a = [${'"x",'.repeat(5)}]\nb = "y"`, {}],
    ['values', 'a="1"\nb="2"\nc="3"\nd="4"\ne="5"', { a: '1', b: '2', c: '3' }],
    ['tables', '[[a]]\n[[a]]\n[[a]]\n[[a]]', { a: [{}, {}, {}] }],
    ['tables on the way', '[a.b.c.d.e]\nx="1"', { a: { b: { c: {} } } }],
    ['tables in keys', 'a.b.c.d="1"', { a: { b: { c: {} } } }],
    ['inline tables', 'a={b="1",c="2",d="3",e="4"}', {}],
  ])('of %s', (_, text, document) => {
    const reading = parseToml(text, 3);
    expect(JSON.parse(JSON.stringify(reading.document))).toEqual(document);
    expect(reading.isWhole).toBe(false);
    expect(parseToml(text).isWhole).toBe(true);
  });

  test('of texts, keys and words, which are cut', () => {
    const long = 'x'.repeat(100_000);
    const texts = [`"${long}"`, `'${long}'`, `"""${long}"""`, `'''${long}'''`, long];
    for (const text of texts)
      expect(parseToml(`a=${text}\nb="1"`).document).toEqual({ a: long.slice(0, 4_096), b: '1' });
    for (const key of [long, `"${long}"`])
      expect(parseToml(`${key}="1"`).document).toEqual({ [long.slice(0, 1_000)]: '1' });
  });
});
