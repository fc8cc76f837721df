import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { confusion, judgePack, packNames } from '../../bench/sides/evaluate.ts';
import { measure, ratchetTable, readHeld, worsened } from '../../bench/sides/ratchet.ts';

/** How many mods that an author or a list calls client-only are dropped at least. */
const leastDropped = {
  fabric1201: { author: 72, listed: 0 },
  forge1122: { author: 13, listed: 0 },
  forge1165: { author: 5, listed: 11 },
  // AppleSkin, which its descriptor makes look client-only, is kept.
  forge1201: { author: 18, listed: 7 },
  neoforge1211: { author: 3, listed: 5 },
};

describe('the sides of real mods', () => {
  test.each(packNames)('in %s are known no worse than before', (name) => {
    const table = confusion(judgePack(name).mods);
    expect(table.author.dropped).toBeGreaterThanOrEqual(leastDropped[name].author);
    const listed = table['several lists'].dropped + table['one list'].dropped;
    expect(listed).toBeGreaterThanOrEqual(leastDropped[name].listed);
  });

  test.each(packNames)('in %s cost no mod that nobody calls client-only', (name) => {
    expect(confusion(judgePack(name).mods).nobody.dropped).toBe(0);
  });

  // That pack has both versions of Curios.
  const twice = ['DUPLICATE_MOD curios-neoforge-9.1.3+1.21.0.jar'];

  test.each(packNames)('in %s bring no warning that is false', (name) => {
    const told = judgePack(name).warnings.map(({ code, entry }) => `${code} ${entry}`);
    expect(told).toEqual(name === 'neoforge1211' ? twice : []);
  });

  test('are measured as docs/contributing/judging-mods.md tells', () => {
    const docs = readFileSync(new URL('../../docs/contributing/judging-mods.md', import.meta.url), 'utf8');
    expect(docs).toContain(ratchetTable(measure()));
  });
});

describe('the ratchet', () => {
  test('holds each figure, and none is better than it has it', () => {
    const now = measure();
    expect(worsened(readHeld(), now)).toEqual([]);
    // What has become better is to be held from now on: write it into ratchet.json.
    expect(readHeld()).toEqual(now);
  });

  test('tells each figure that is worse, and a group that is gone', () => {
    const figures = { rightDrops: 3, wrongDrops: 0, uselessKeeps: 2, crashingKeeps: 1 };
    const now = { rightDrops: 2, wrongDrops: 1, uselessKeeps: 3, crashingKeeps: 2 };
    expect(worsened({ a: figures, b: figures }, { a: now })).toEqual([
      'a: right drops were 3 and are 2.',
      'a: wrong drops were 0 and are 1.',
      'a: useless keeps were 2 and are 3.',
      'a: crashing keeps were 1 and are 2.',
      'b is not measured any more.',
    ]);
    const better = { rightDrops: 4, wrongDrops: 0, uselessKeeps: 1, crashingKeeps: 0 };
    expect(worsened({ a: figures }, { a: better })).toEqual([]);
  });
});
