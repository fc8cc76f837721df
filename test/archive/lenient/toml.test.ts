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
    ['literal strings', "a = 'C:\\new'\nb = '''\nline 'one'\n\\new'''\nc = '''x'''''\nd = ''\n"],
    ['strings over lines', 'a = """\nline "one"\n\\\n   joined \\"\\u00e9\\U0001F600\\""""\nb = """x"""""\n'],
    ['escapes', 'a = "tab\\t quote\\" back\\\\ line\\n"\n'],
    ['line breaks within a string', 'a = """x\n\ny"""\nb = """x \\ \t\n  y\\\\\n z"""\nc = ""\nd = """"""\n'],
    ['the last character that there is', 'a = "\\U0010FFFF"\n'],
    ['tabs', 'a\t=\t"1"\n[\tb\t.\tc\t]\nd\t.\te = "2"\n'],
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
    ['a multi-line literal string that never ends', "a='''x\nb='1'", { a: 'x', b: '1' }],
    ['a quote that is missing, before a Windows line end', 'a="x\r\nb="1"\r\n', { a: 'x', b: '1' }],
    [
      'all but one quote missing, before a Windows line end',
      "a='\r\nb=\"\r\nc='1'",
      { a: '', b: '', c: '1' },
    ],
    ['a quote that is missing at the end', 'a="1"\nb="x', { a: '1', b: 'x' }],
    ['a backslash at the end', 'a="1"\nb="x\\', { a: '1', b: 'x\\' }],
    ['keys without a value, and values without a key', 'a\nb=\n="x"\n.c="y"\nd.="z"\n=\ne="1"', { e: '1' }],
    ['headers without a name', '[a]\nx="1"\n[]\ny="2"\n[[]]\nz="3"\n[b.]\ny="2"', { a: { x: '1' } }],
    ['an inline table that never ends', 'a={b="1",\nc="2"', { a: { b: '1', c: '2' } }],
    ['what no key has, in an inline table', 'a={b="1",c}\nd="2"', { a: { b: '1' }, d: '2' }],
    ['a key in place of a text', 'a="1"\na.b="2"', { a: { b: '2' } }],
    ['characters that there are not', 'a="\\U00110000"', { a: '\\U00110000' }],
    ['a byte-order mark', '\ufeffa="1"', { a: '1' }],
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

test('reads twenty parts of a key, and nothing of a key with more', () => {
  const parts = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`);
  const nested = parts(20).reduceRight<unknown>((value, part) => ({ [part]: value }), 'x');
  const text = `${parts(20).join('.')}="x"\n${parts(21).join('-.')}="y"\nz="1"`;
  expect(leniently(text)).toEqual({ ...Object(nested), z: '1' });
});

test.each(['[', '{a=', '[{a='])('reads fifty levels of %j, and bears a hundred thousand', (opening) => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one)))
      : 0;
  const levels = opening.length > 3 ? 25 : 50;
  expect(depthOf(leniently(`a=${opening.repeat(levels)}"x"`))).toBe(1 + 50);
  expect(depthOf(leniently(`a=${opening.repeat(levels + 1)}"x"`))).toBe(1 + 50);
  expect(depthOf(leniently(`a=${opening.repeat(100_000)}`))).toBeLessThanOrEqual(1 + 50);
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

  test('and nothing behind it counts, not even for a key that is there', () => {
    expect(parseToml('a="1"\nb="2"\na="3"', 1)).toEqual({ document: { a: '1' }, isWhole: false });
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
