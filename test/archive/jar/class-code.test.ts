import { describe, expect, test } from 'vitest';
import { findClientStart } from '../../../src/archive/jar/construction.ts';
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

const names = [
  'Code',
  '<init>',
  '<clinit>',
  'tick',
  'BootstrapMethods',
  'client/Screen',
  'guard/Side',
  'game/World',
];
const [code, init, clinit, tick, bootstrap] = [1, 2, 3, 4, 5] as const;
const [client, guard, world, aText, anInterface, field, method, handle, noClass, ofNoClass] = [
  9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
] as const;
const worldHandle = 19;
const dynamicOf = (place: number) => 20 + place;
const named = 24;
const constants = [
  ...names.map(textOf),
  constantOf(7, 6),
  constantOf(7, 7),
  constantOf(7, 8),
  constantOf(8, 6),
  constantOf(11, client, 0),
  constantOf(9, client, 0),
  constantOf(10, client, 0),
  Buffer.concat([Buffer.of(15, 6), short(method)]),
  constantOf(7, client),
  constantOf(10, aText, 0),
  Buffer.concat([Buffer.of(15, 6), short(world)]),
  ...[0, 1, 2, 3].map((place) => constantOf(18, place, 0)),
];

const wanted = {
  classes: [Buffer.from('never/'), Buffer.from('client/')],
  except: new Set<string>(),
  guards: [Buffer.from('guard/')],
};

/** A jar without another class. */
const jar = { find: () => null, readCode: () => Buffer.alloc(0) };

const nop = 0x00;
const invoke = (index: number) => [0xb8, index >> 8, index & 0xff];
/** A call of the guard, which says where it runs. */
const trap = invoke(guard);

interface Code {
  /** What the code says its length is. */
  length?: number;
  /** What stands behind the code in its attribute. */
  behind?: readonly number[];
}

function codeOf(
  bytes: readonly number[],
  { length = bytes.length, behind = [0, 0, 0, 0] }: Code = {},
): Buffer {
  const content = [short(9), short(9), int(length), Buffer.from(bytes), Buffer.from(behind)];
  return attributeOf(code, Buffer.concat(content));
}

/** What is found in a class whose constructor is that code. */
function inConstructor(bytes: readonly number[], more: Code = {}) {
  return findIn([memberOf(init, [codeOf(bytes, more)])]);
}

function findIn(
  methods: readonly Buffer[],
  attributes: readonly Buffer[] = [],
  extra: readonly string[] = [],
) {
  const classes = extra.flatMap((name, place) => [textOf(name), constantOf(7, named + 2 * place)]);
  const bytes = classOf({ constants: [...constants, ...classes], methods, attributes });
  const start = findClientStart(jar, { path: 'a/Mod', bytes }, wanted);
  return start === null
    ? null
    : (/^the (constructor|static initialiser) of a\/Mod needs client\//.exec(start)?.[1] ?? start);
}

describe('of the methods of a class', () => {
  test('the first that refers to what is wanted is told, of those that run as it is loaded or made', () => {
    const refers = codeOf(invoke(client));
    expect(findIn([memberOf(tick, [refers])])).toBeNull();
    expect(findIn([memberOf(tick, [refers]), memberOf(init, [refers])])).toBe('constructor');
    expect(findIn([memberOf(init, [codeOf([nop])]), memberOf(clinit, [refers])])).toBe('static initialiser');
    expect(findIn([memberOf(clinit, [refers]), memberOf(init, [refers])])).toBe('static initialiser');
    expect(findIn([])).toBeNull();
  });

  test('what is not their code is not looked at', () => {
    const content = Buffer.from([...short(9), ...short(9), ...int(3), ...invoke(client), 0, 0, 0, 0]);
    expect(findIn([memberOf(init, [attributeOf(tick, content)])])).toBeNull();
    const afterwards = [attributeOf(tick, Buffer.of(1)), codeOf(invoke(client))];
    expect(findIn([memberOf(init, afterwards)])).toBe('constructor');
  });

  test('code is read up to its length, and no further than its attribute', () => {
    expect(inConstructor([nop], { behind: [...invoke(client), 0] })).toBeNull();
    const next = memberOf(tick, [codeOf([...invoke(client), ...invoke(client)])]);
    const tooLong = memberOf(init, [codeOf([nop], { length: 60, behind: [] })]);
    expect(findIn([tooLong, next])).toBeNull();
  });

  test('code that reaches beyond the file is no code', () => {
    const attribute = attributeOf(code, Buffer.concat([short(9), short(9), int(99), Buffer.of(nop)]), 99);
    expect(findIn([memberOf(init, [attribute])])).toBeNull();
  });
});

describe('code refers to a class', () => {
  test.each([
    ['of which an object is made', [0xbb, 0, client]],
    ['of which a method is called', invoke(method)],
    ['of which a method is called by its interface', [0xb9, 0, anInterface, 1, 0]],
    ['of which a field is read', [0xb2, 0, field]],
    ['of which an array is made', [0xc5, 0, client, 2]],
    ['that is loaded as a value', [0x12, client]],
    ['that is loaded as a value of a far place', [0x13, 0, client]],
  ])('%s', (_, instruction) => {
    expect(inConstructor(instruction)).toBe('constructor');
  });

  test.each([
    ['a class that is not wanted', invoke(world)],
    ['text', [0x12, aText]],
    ['a class without a name', invoke(noClass)],
    ['a method of no class', invoke(ofNoClass)],
    ['a number', [0x11, 0, client]],
    ['a variable', [0x15, client]],
    ['nothing at all', invoke(999)],
  ])('but not by what names %s', (_, instruction) => {
    expect(inConstructor(instruction)).toBeNull();
    expect(inConstructor([...instruction, ...invoke(client)])).toBe('constructor');
  });

  test.each([
    ['[Lclient/Screen;', 'constructor'],
    ['[[Lclient/Screen;', 'constructor'],
    ['[I', null],
    ['Lclient/Screen', null],
    ['other/client/Screen', null],
    ['client', null],
    ['clients/Screen', null],
  ])('named %s: %s', (name, found) => {
    expect(findIn([memberOf(init, [codeOf([0xbd, 0, named + 1])])], [], [name])).toBe(found);
  });

  test('and is passed over when it asks a guard, before or after', () => {
    expect(inConstructor([...invoke(guard), ...invoke(client)])).toBeNull();
    expect(inConstructor([...invoke(client), ...invoke(guard)])).toBeNull();
    expect(inConstructor([...invoke(client), ...invoke(world)])).toBe('constructor');
  });
});

describe('code is read instruction by instruction, and what follows is found behind', () => {
  // The operands begin a call of the guard, which would be seen if they were taken for an instruction.
  test.each([
    ['a number of one byte', [0x10, ...trap]],
    ['a number of two bytes', [0x11, 0xb8, 0, guard]],
    ['three bytes', [0xc5, 0, world, ...trap]],
    ['four bytes', [0xc8, ...trap, 0xb8, 0, guard]],
    ['a wide variable', [0xc4, 0x15, 0, ...trap]],
    ['a wide counter', [0xc4, 0x84, 0, 1, ...trap]],
    ['none', [nop, 0x57, 0x59]],
  ])('%s', (_, before) => {
    expect(inConstructor([...before, ...invoke(client)])).toBe('constructor');
  });

  /** Where a switch lies decides how many bytes stand before its operands. */
  const places = [0, 1, 2, 3].flatMap((before) => [0, 1, 2, 3].map((shift) => [before, shift] as const));
  const padding = (before: number) => Array.from({ length: 3 - (before % 4) }, () => nop);
  const place = Array.from({ length: 4 }, (_, n) => trap[n] ?? nop);
  const isFoundBehind = (operands: readonly number[], opcode: number) =>
    places.map(([before, shift]) => {
      const instructions = Array.from({ length: before }, () => nop);
      const bytes = [...instructions, opcode, ...padding(before), ...place, ...operands, ...invoke(client)];
      return findIn([memberOf(init, [codeOf(bytes)])], [], ['x'.repeat(shift)]);
    });
  const everywhere = places.map(() => 'constructor');

  test.each([
    ['with a range', 5, 7, 3],
    ['with a range that begins below nought', -2, 1, 4],
    ['of one', 9, 9, 1],
    ['with a range that ends before it begins', 7, 2, 0],
  ])('a switch %s', (_, low, high, count) => {
    const range = Buffer.alloc(8);
    range.writeInt32BE(low, 0);
    range.writeInt32BE(high, 4);
    const jumps = Array.from({ length: count }, () => place).flat();
    expect(isFoundBehind([...range, ...jumps], 0xaa)).toEqual(everywhere);
  });

  test.each([0, 1, 2, 5])('a switch of %i pairs', (count) => {
    const pairs = Array.from({ length: 2 * count }, () => place).flat();
    expect(isFoundBehind([...int(count), ...pairs], 0xab)).toEqual(everywhere);
  });
});

describe('code refers to a class by a method that it binds', () => {
  const binds = (place: number) => [0xba, 0, dynamicOf(place), 0, 0];
  const methodsOf = (...bound: number[][]) =>
    attributeOf(
      bootstrap,
      listOf(bound.map((handles) => Buffer.concat([short(handle), listOf(handles.map(short))]))),
    );
  const found = (instructions: readonly number[], bound: number[][]) =>
    findIn([memberOf(init, [codeOf(instructions)])], [attributeOf(tick, short(7)), methodsOf(...bound)]);

  test('when one of its arguments is a handle of such a method', () => {
    expect(found(binds(0), [[handle]])).toBe('constructor');
    expect(found(binds(0), [[aText, worldHandle, handle]])).toBe('constructor');
    expect(found(binds(0), [[aText, worldHandle]])).toBeNull();
    expect(found(binds(0), [[method]])).toBeNull();
  });

  test('and it is the one at the place that the code names', () => {
    const bound = [[], [worldHandle, aText], [handle], []];
    expect([0, 1, 2, 3].map((place) => found(binds(place), bound))).toEqual([
      null,
      null,
      'constructor',
      null,
    ]);
    expect(found([...binds(2), ...binds(0)], bound)).toBe('constructor');
    expect(found([...binds(2), ...invoke(guard)], bound)).toBeNull();
  });

  test('and a class that binds none has no such place', () => {
    expect(findIn([memberOf(init, [codeOf([...binds(0), ...invoke(client)])])])).toBe('constructor');
    expect(findIn([memberOf(init, [codeOf(binds(0))])])).toBeNull();
  });
});
