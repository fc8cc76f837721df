import { describe, expect, test } from 'vitest';
import { readAnnotations } from '../../../src/archive/jar/class-file.ts';
import {
  attributeOf,
  classOf,
  constantOf,
  int,
  listOf,
  memberOf,
  short,
  textOf,
} from '../../support/class-bytes.ts';

const constants = [
  'RuntimeVisibleAnnotations',
  'Lwanted/Mod;',
  'Lother/Annotation;',
  'dist',
  'text that is long',
  'RuntimeInvisibleAnnotations',
  'note',
].map(textOf);
const [visible, mod, other, dist, text, invisible, note] = [1, 2, 3, 4, 5, 6, 7] as const;
const [yes, no, aClass] = [8, 9, 10] as const;
const pool = [
  ...constants,
  Buffer.concat([Buffer.of(3), int(7)]),
  Buffer.concat([Buffer.of(3), int(0)]),
  constantOf(7, 1),
];

const element = (tag: string, ...numbers: number[]) =>
  Buffer.concat([Buffer.from(tag), ...numbers.map(short)]);
const array = (...elements: Buffer[]) => Buffer.concat([Buffer.from('['), listOf(elements)]);
const annotation = (type: number, ...pairs: [name: number, value: Buffer][]) =>
  Buffer.concat([short(type), listOf(pairs.map(([name, value]) => Buffer.concat([short(name), value])))]);
const nested = (value: Buffer) => Buffer.concat([Buffer.from('@'), annotation(other, [note, value])]);

const wanted = {
  types: [Buffer.from('Lnever/There;'), Buffer.from('Lwanted/Mod;')],
  values: new Map([
    ['the note', Buffer.from('note')],
    ['the side', Buffer.from('dist')],
  ]),
  longestText: 4,
};

/** What is read of a class with these annotations, as plain objects. */
function read(annotations: readonly Buffer[], most = 9) {
  return readOf([attributeOf(visible, listOf(annotations))], most);
}

function readOf(attributes: readonly Buffer[], most = 9) {
  const member = memberOf(note, [
    attributeOf(visible, listOf([annotation(mod)])),
    attributeOf(other, short(0)),
  ]);
  const bytes = classOf({
    constants: pool,
    interfaces: [aClass],
    fields: [member, member],
    methods: [member],
    attributes,
  });
  return readAnnotations(bytes, wanted, most).map((values) => Object.fromEntries(values));
}

/** The value of `dist` alone. */
const distOf = (value: Buffer) => read([annotation(mod, [dist, value])])[0]?.['the side'];

describe('of the annotations of a class', () => {
  test('those that are wanted are read, and of them what is wanted, wherever it stands', () => {
    const found = read([
      annotation(other, [dist, element('s', text)]),
      annotation(mod, [text, element('s', text)], [dist, element('Z', yes)], [note, element('Z', no)]),
      annotation(mod),
    ]);
    expect(found).toEqual([{ 'the side': true, 'the note': false }, {}]);
  });

  test('those of its fields and methods are not its own', () => {
    expect(readOf([])).toEqual([]);
  });

  test('those that a program cannot see count for nothing', () => {
    const one = listOf([annotation(mod)]);
    expect(readOf([attributeOf(invisible, one)])).toEqual([]);
    expect(readOf([attributeOf(invisible, one), attributeOf(visible, one)])).toEqual([{}]);
  });

  test('no more are read than are asked for', () => {
    const three = [yes, no, yes].map((value) => annotation(mod, [dist, element('Z', value)]));
    expect(read(three, 2)).toEqual([{ 'the side': true }, { 'the side': false }]);
    expect(read(three, 3)).toHaveLength(3);
    expect(read(three, 4)).toHaveLength(3);
  });
});

describe('the value of an annotation', () => {
  test('is text, cut to what is kept of it', () => {
    expect(distOf(element('s', text))).toBe('text');
  });

  test('is truth', () => {
    expect(distOf(element('Z', yes))).toBe(true);
    expect(distOf(element('Z', no))).toBe(false);
  });

  test('is the name of a constant, whatever its type', () => {
    expect(distOf(element('e', 0, dist))).toBe('dist');
  });

  test('is an array, of which two elements are kept', () => {
    expect(distOf(array())).toEqual([]);
    const [first, second, third] = [element('e', 0, dist), element('Z', yes), element('e', 0, note)];
    expect(distOf(array(first, second))).toEqual(['dist', true]);
    expect(distOf(array(first, second, third))).toEqual(['dist', true]);
    expect(distOf(array(second, second, second))).toEqual([true, true]);
    expect(distOf(array(element('I', yes), array(first), third))).toEqual(['note']);
  });

  test('is none where its constant is of another kind', () => {
    for (const value of [
      element('s', aClass),
      element('s', 0),
      element('e', 0, yes),
      element('Z', text),
      element('Z', 0),
    ])
      expect(read([annotation(mod, [dist, value], [note, element('Z', yes)])])).toEqual([
        { 'the note': true },
      ]);
  });

  test.each([...'BCDFIJSc'].map((tag) => [tag, element(tag, yes)]))(
    'is passed over when it is of kind %s',
    (_, value) => {
      expect(read([annotation(mod, [dist, value], [note, element('Z', yes)])])).toEqual([
        { 'the note': true },
      ]);
    },
  );

  test('is passed over when it is an annotation or an array of arrays, in which no value is', () => {
    const within = nested(array(nested(element('s', text)), array(element('e', 0, dist))));
    expect(read([annotation(mod, [dist, within], [note, element('Z', yes)])])).toEqual([
      { 'the note': true },
    ]);
    expect(read([annotation(mod, [dist, array(array(element('s', text)))])])).toEqual([{ 'the side': [] }]);
  });

  test('nests as deeply as sixteen, be it by arrays or by annotations', () => {
    const deep = (levels: number, wrap: (value: Buffer) => Buffer) => {
      let value: Buffer = element('Z', yes);
      for (let level = 0; level < levels; level++) value = wrap(value);
      return [annotation(mod, [text, value], [dist, element('Z', yes)])];
    };
    for (const wrap of [(value: Buffer) => array(value), nested]) {
      expect(read(deep(16, wrap))).toEqual([{ 'the side': true }]);
      expect(() => read(deep(17, wrap))).toThrow(new RangeError('annotations are nested too deeply'));
    }
  });

  test('of an unknown kind cannot be passed over', () => {
    expect(() => distOf(element('x', yes))).toThrow(new RangeError('unknown element value x'));
  });
});

describe('an attribute', () => {
  const content = listOf([annotation(mod)]);

  test('that says it is longer than it is ends where it says', () => {
    const padded = Buffer.concat([content, short(1), short(0)]);
    expect(readOf([attributeOf(visible, padded), attributeOf(visible, content)])).toEqual([{}, {}]);
  });

  test('that says it is shorter than it is would be read twice', () => {
    expect(() => readOf([attributeOf(visible, content, content.length - 1)])).toThrow(
      new RangeError('an attribute is longer than it says'),
    );
  });
});
