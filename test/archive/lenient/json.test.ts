import { describe, expect, test } from 'vitest';
import { readJson, type Wanted } from '../../../src/archive/lenient/json.ts';
import { fc } from '../../support/seeded.ts';

/** Wants the whole of a document, whatever it holds. */
const everything: Wanted = { longest: 1_000_000 };
everything.entries = { of: everything, most: 1_000_000 };
everything.items = { of: everything, most: 1_000_000 };

const read = (text: string, wanted: Wanted) => readJson(Buffer.from(text), wanted);

function plain(text: string, wanted = everything): unknown {
  return JSON.parse(JSON.stringify(read(text, wanted)));
}

describe('lenient JSON', () => {
  test('reads whatever strict JSON reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(plain(text)).toEqual(JSON.parse(text));
        expect(plain(`// a comment\n${text}`)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['comments', '/* a */ { // b\n "x": /**/ 1 # c\n}', { x: 1 }],
    ['comments inside strings, which are none', '{"x": "http://a/*b*/",}', { x: 'http://a/*b*/' }],
    ['trailing and doubled commas', '{"x": [1,,2,],,}', { x: [1, 2] }],
    ['missing commas', '{"x": 1 "y": [2 3]}', { x: 1, y: [2, 3] }],
    ['raw control characters in strings', '{"x": "a\nb\tc"}', { x: 'a\nb\tc' }],
    ['single quotes', "{'x': 'it\\'s'}", { x: "it's" }],
    ['bare keys and words', '{x: hello, y: True, z: .5}', { x: 'hello', y: 'True', z: 0.5 }],
    ['semicolons and equals signs', '{x = 1; y = [2; 3]}', { x: 1, y: [2, 3] }],
    ['words with signs of comments in them', '{x: 2*3, y: a// b\n, z: *}', { x: '2*3', y: 'a', z: '*' }],
    ['unknown escapes', '{"x": "C:\\games\\u12",}', { x: 'C:gamesu12' }],
    ['text behind the end', '{"x": 1} and more', { x: 1 }],
    ['a byte-order mark', '\ufeff{"x": 1}', { x: 1 }],
    ['white space of every script', '{\u00a0"x"\u2003:\u3000wört\u2028,\ufeff"y":1}', { x: 'wört', y: 1 }],
    [
      'tabs and what else is blank',
      '{\t"x"\v:\f1\r,"y"\u000b:\u00a1a\u000eb}',
      { x: 1, y: '\u00a1a\u000eb' },
    ],
  ])('bears %s', (_, text, document) => {
    expect(plain(text)).toEqual(document);
  });

  test.each([
    ['UTF-16', Buffer.from('{"x": "Grün 🌲"}', 'utf16le'), 'Grün 🌲'],
    ['UTF-16 with a mark', Buffer.from('\ufeff{"x": "Grün 🌲"}', 'utf16le'), 'Grün 🌲'],
    ['UTF-16 of the other order', Buffer.from('\ufeff{"x": "Grün 🌲"}', 'utf16le').swap16(), 'Grün 🌲'],
    ['Latin-1', Buffer.from('{"x": "Grün \x80"}', 'latin1'), 'Grün €'],
    ['Latin-1 beyond one piece', Buffer.from(`{"y": "${'ü'.repeat(200_000)}", "x": "ü"}`, 'latin1'), 'ü'],
  ])('reads %s', (_, bytes, text) => {
    expect(readJson(bytes, { members: { x: {} } })).toEqual({ x: text });
  });

  test.each([
    ['', 'expected a value in line 1, the text ends'],
    ['{"\u007fb\u0085" 2}', 'expected a colon after the key "\\u{7f}b\\u{85}" in line 1, found "2"'],
    ['{"a": 1,\n"b" 2}', 'expected a colon after the key "b" in line 2, found "2"'],
    ['\n{"a"\n2}\n\n', 'expected a colon after the key "a" in line 3, found "2"'],
    [`{"${'k'.repeat(50)}" 2}`, `expected a colon after the key "${'k'.repeat(40)}" in line 1, found "2"`],
    ['{"a": /1}', 'expected a value in line 1, found "/"'],
    ['[1 /* never', 'expected a closing bracket in line 1, the text ends'],
    ['[1 # never', 'expected a closing bracket in line 1, the text ends'],
    ["{'a", "expected a closing ' in line 1, the text ends"],
    ['{"a":'.repeat(300), 'expected at most 200 levels of nesting in line 1, found "{"'],
    ['[1, 2', 'expected a closing bracket in line 1, the text ends'],
    ['{"a": "b', 'expected a closing " in line 1, the text ends'],
    ['{"a": "b\\', 'expected a closing " in line 1, the text ends'],
    ['//\n'.concat('['.repeat(300)), 'expected at most 200 levels of nesting in line 2, found "["'],
  ])('says what is wrong with %j, wanted or not', (text, message) => {
    expect(() => read(text, everything)).toThrow(new SyntaxError(message));
    expect(() => read(text, {})).toThrow(new SyntaxError(message));
  });

  test('reads two hundred levels within the outermost', () => {
    const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
    expect(JSON.stringify(plain(levels(201)))).toBe(levels(201));
    expect(() => plain(levels(202))).toThrow('at most 200 levels');
  });

  test('keeps __proto__ an ordinary key', () => {
    const document = read('{"__proto__": {"x": 1},}', everything);
    expect(Object.keys(Object(document))).toEqual(['__proto__']);
    expect(Reflect.get(Object(document), 'x')).toBeUndefined();
    expect(read('{"toString": 1, "x": 2}', { members: { x: {} } })).toEqual({ x: 2 });
  });
});

describe('of a JSON document only what is wanted is kept', () => {
  test('members by name, of which the last of that name counts', () => {
    const text = '{"a": 1, "b": {"c": [1, 2], "d": "x"}, "e": [{"a": 1}], "a": 2}';
    expect(plain(text, { members: { a: {}, b: { members: { d: {} } } } })).toEqual({ a: 2, b: { d: 'x' } });
  });

  test('objects and arrays of which nothing is wanted, as empty ones', () => {
    expect(plain('{"a": {"b": 1}, "c": [1], "d": 1}', { members: { a: {}, c: {}, d: {} } })).toEqual({
      a: {},
      c: [],
      d: 1,
    });
  });

  test('the first of many elements and members', () => {
    expect(plain('[1, [2], 3, 4]', { items: { of: {}, most: 2 } })).toEqual([1, []]);
    expect(plain('{"a": 1, "b": 2, "c": 3}', { entries: { of: {}, most: 2 } })).toEqual({ a: 1, b: 2 });
  });

  test('a text up to its length, whatever its characters are written as', () => {
    const wanted: Wanted = { longest: 5 };
    expect(read(`"${'x'.repeat(100_000)}"`, wanted)).toBe('xxxxx');
    expect(read('x'.repeat(100_000), wanted)).toBe('xxxxx');
    expect(read(`"${'\\u00e9'.repeat(100)}"`, wanted)).toBe('ééééé');
    expect(read(`"${'€'.repeat(100)}"`, wanted)).toBe('€€€€€');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, longest) => {
        expect(read(JSON.stringify(text), { longest: longest + 1 })).toBe(text.slice(0, longest + 1));
      }),
    );
  });

  test('long lists are handed out one by one, and one value counts as a list of one', () => {
    const handedOut = (text: string) => {
      const taken: unknown[] = [];
      const each = { members: { id: {} } };
      const document = read(text, {
        members: { list: { items: { of: each, take: (value) => taken.push(value) } } },
      });
      return { taken, document };
    };
    expect(handedOut('{"list": [{"id": 1, "x": 2}, "y", null, [3]]}')).toEqual({
      taken: [{ id: 1 }, 'y', null, []],
      document: { list: [] },
    });
    expect(handedOut('{"list": {"id": 1, "x": 2}}').taken).toEqual([{ id: 1 }]);
    expect(handedOut('{"list": "y"}').taken).toEqual(['y']);
    expect(handedOut('{"list": null}').taken).toEqual([]);
  });

  test('members of any name are handed out with their name', () => {
    const taken: [string, unknown][] = [];
    const wanted: Wanted = { entries: { of: {}, take: (value, name) => taken.push([name, value]) } };
    expect(plain('{"a": 1, "b": {"c": 2}}', wanted)).toEqual({});
    expect(taken).toEqual([
      ['a', 1],
      ['b', {}],
    ]);
  });
});
