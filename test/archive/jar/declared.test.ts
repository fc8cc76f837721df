import { describe, expect, test } from 'vitest';
import { collectIds, collectMods, collectNames, modId } from '../../../src/archive/jar/declared.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';

describe('the id of a mod', () => {
  test('is one line of text, and empty where there is none', () => {
    expect(['a\u0000b', ' x ', '', 7, null, undefined, ['a']].map((id) => modId(id, 9))).toEqual([
      'a b',
      'x',
      '',
      '',
      '',
      '',
      '',
    ]);
  });

  test('is one up to the most characters that ids may have, and none beyond', () => {
    expect(modId('xxx', 3)).toBe('xxx');
    expect(modId('xxxx', 3)).toBeNull();
  });
});

describe('ids are collected', () => {
  const collected = (most: number, ids: readonly unknown[]) => {
    const list = collectIds('It needs', most, 5, new Set(['java']));
    for (const id of ids) list.add(id);
    return { found: list.found(), notes: list.notes() };
  };

  test('in lower case, each once, without those that are none or not wanted', () => {
    expect(collected(9, ['B', '', 'a', 'b', 'JAVA', null, 'c'])).toEqual({
      found: ['b', 'a', 'c'],
      notes: [],
    });
  });

  test('as many as are kept, and one more is told', () => {
    expect(collected(2, ['a', 'b', 'a', 'java', ''])).toEqual({ found: ['a', 'b'], notes: [] });
    expect(collected(2, ['a', 'b', 'c', 'd'])).toEqual({
      found: ['a', 'b'],
      notes: ['It needs more than 2 mods; the others are left out.'],
    });
  });

  test('without those that are too long, which is told', () => {
    expect(collected(1, ['abcdef', 'abcde', 'x'])).toEqual({
      found: ['abcde'],
      notes: [
        'It needs more than 1 mods; the others are left out.',
        'It needs ids of more than 5 characters; these are left out.',
      ],
    });
  });

  test('with none left out unless it is said', () => {
    const list = collectIds('It provides', 9, 9);
    list.add('java');
    expect(list.found()).toEqual(['java']);
  });
});

describe('mods are collected', () => {
  const collected = (mods: readonly { id: unknown; name?: unknown; version?: unknown }[]) => {
    const list = collectMods('mods.toml', { ...defaultArchiveLimits.jar, maxMods: 2, maxIdLength: 5 });
    for (const { id, name, version } of mods) list.add({ id, name, version });
    return { found: list.found, notes: list.notes() };
  };

  test('with name and version, unless these were never filled in', () => {
    const { found, notes } = collected([
      { id: 'Aa', name: 'The A', version: 2 },
      { id: 'b', name: 'b $' + '{name}', version: '$' + '{version}' },
    ]);
    expect(found).toEqual([
      { id: 'Aa', name: 'The A', version: '2' },
      { id: 'b', name: '', version: '' },
    ]);
    expect(notes).toEqual([]);
  });

  test('when they have an id', () => {
    expect(collected([{ id: '' }, { id: 1 }, { id: 'a' }, { id: 'b' }, { id: '' }])).toMatchObject({
      found: [{ id: 'a' }, { id: 'b' }],
      notes: [],
    });
  });

  test('as many as are kept, and the others are told', () => {
    expect(collected([{ id: 'a' }, { id: 'b' }, { id: 'c' }])).toMatchObject({
      found: [{ id: 'a' }, { id: 'b' }],
      notes: ['mods.toml names more than 2 mods; the others are left out.'],
    });
    expect(collected([{ id: 'abcdef' }, { id: 'abcde' }])).toMatchObject({
      found: [{ id: 'abcde' }],
      notes: ['mods.toml names ids of more than 5 characters; these are left out.'],
    });
  });
});

test('names of nested jars are collected up to one more than is looked into, each once and cut', () => {
  const names = collectNames(2);
  for (const name of ['a', 'a', 'b', 'x'.repeat(1_001), 'd']) names.add(name);
  expect(names.found()).toEqual(['a', 'b', 'x'.repeat(1_000)]);
});
