import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { confusion, confusionTable, judgePack, packNames } from '../../bench/sides/evaluate.ts';

/** How many mods that an author or a list calls client-only are dropped at least. */
const leastDropped = {
  fabric1201: { author: 72, listed: 0 },
  forge1122: { author: 13, listed: 0 },
  forge1165: { author: 5, listed: 2 },
  // AppleSkin, which its descriptor makes look client-only, is kept.
  forge1201: { author: 18, listed: 1 },
  neoforge1211: { author: 3, listed: 0 },
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

  test('are measured as docs/recognised.md tells', () => {
    const docs = readFileSync(new URL('../../docs/recognised.md', import.meta.url), 'utf8');
    expect(docs).toContain(confusionTable(packNames.map(judgePack)));
  });
});
