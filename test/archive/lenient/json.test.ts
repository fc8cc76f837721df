import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/archive/lenient/json.ts';

function plain(text: string): unknown {
  return JSON.parse(JSON.stringify(parseJson(text)));
}

describe('lenient JSON', () => {
  test('reads whatever strict JSON reads, even when something else makes the document lenient', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(plain(`// a comment\n${text}`)).toEqual(plain(text));
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
    ['unknown escapes', '{"x": "C:\\games\\u12",}', { x: 'C:gamesu12' }],
    ['text behind the end', '{"x": 1} and more', { x: 1 }],
    ['a byte-order mark', '\ufeff{"x": 1}', { x: 1 }],
  ])('bears %s', (_, text, document) => {
    expect(plain(text)).toEqual(document);
  });

  test.each([
    ['', 'expected a value in line 1, the text ends'],
    ['{"a": 1,\n"b" 2}', 'expected a colon after the key "b" in line 2, found "2"'],
    ['[1, 2', 'expected a closing bracket in line 1, the text ends'],
    ['{"a": "b', 'expected a closing " in line 1, the text ends'],
    ['//\n'.concat('['.repeat(300)), 'expected at most 200 levels of nesting in line 2, found "["'],
  ])('says what is wrong with %j', (text, message) => {
    expect(() => parseJson(text)).toThrow(new SyntaxError(message));
  });

  test('keeps __proto__ an ordinary key', () => {
    const document = parseJson('{"__proto__": {"x": 1},}');
    expect(Object.keys(Object(document))).toEqual(['__proto__']);
    expect(Reflect.get(Object(document), 'x')).toBeUndefined();
  });
});
