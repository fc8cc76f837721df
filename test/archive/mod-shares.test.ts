import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { findPackMods } from '../../src/archive/pack/pack-mods.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';

const limits = {
  modsInflatedBytes: 1_000,
  mods: 3,
  inventoryBytes: 10_000,
  jar: { ...defaultArchiveLimits.jar, maxInflatedBytes: 100_000, maxReportBytes: 100_000 },
};

/** What each jar may cost, by its path below `mods/`, and the problems. */
function share(files: Readonly<Record<string, number | null>>, changed: Partial<typeof limits> = {}) {
  const pack = Object.entries(files).map(([name, size]) => ({ entry: { size }, name }));
  const problems = createProblemList(9);
  const note = { file: 'a.pw.toml', hash: '0', hashFormat: 'sha1' as const };
  const mods = findPackMods(pack, { ...limits, ...changed }, problems, new Map([['noted.jar', note]]));
  return { mods: [...mods.values()], problems: problems.found.map(({ error }) => error) };
}

const costs = (...given: Parameters<typeof share>) =>
  share(...given).mods.map(({ file, maxInflatedBytes }) => [file, maxInflatedBytes]);

describe('what reading the jars of a pack may cost', () => {
  test('is shared half by number and half by size', () => {
    expect(costs({ 'mods/a.jar': 300, 'mods/b.jar': 100 })).toEqual([
      ['a.jar', 250 + 375],
      ['b.jar', 250 + 125],
    ]);
    expect(costs({ 'mods/a.jar': 1, 'mods/b.jar': 1, 'mods/c.jar': 1 }).map(([, cost]) => cost)).toEqual([
      333, 333, 333,
    ]);
  });

  test('is shared by number where no size is known', () => {
    expect(costs({ 'mods/a.jar': null, 'mods/b.jar': 0 })).toEqual([
      ['a.jar', 250],
      ['b.jar', 250],
    ]);
    expect(costs({ 'mods/a.jar': null, 'mods/b.jar': 100 })).toEqual([
      ['a.jar', 250],
      ['b.jar', 750],
    ]);
  });

  test('is no more than that of one jar, and of none nothing', () => {
    const jar = { ...limits.jar, maxInflatedBytes: 600, maxReportBytes: 70 };
    expect(share({ 'mods/a.jar': 300, 'mods/b.jar': 100 }, { jar }).mods).toEqual([
      { file: 'a.jar', maxInflatedBytes: 600, maxReportBytes: 70 },
      { file: 'b.jar', maxInflatedBytes: 375, maxReportBytes: 70 },
    ]);
    expect(share({ 'config/a.jar': 3, 'mods/a.txt': 3, 'mods/minecraft_server.1.20.1.jar': 3 })).toEqual({
      mods: [],
      problems: [],
    });
  });
});

describe('the room of a jar in the report', () => {
  // Of each jar at least its name, in its quotes, and 300 bytes are kept.
  const barest = 300 + '"a.jar"'.length;

  test('is what is left of the inventory, by number', () => {
    const files = { 'mods/a.jar': 9, 'mods/b.jar': 1 };
    const roomOf = (inventoryBytes: number) =>
      share(files, { inventoryBytes }).mods.map(({ maxReportBytes }) => maxReportBytes);
    expect(roomOf(2 * barest + 101)).toEqual([50, 50]);
    expect(roomOf(2 * barest)).toEqual([0, 0]);
  });

  test('is none where there is no room for all, or there are too many', () => {
    const files = { 'mods/a.jar': 9, 'mods/b.jar': 1 };
    expect(share(files, { inventoryBytes: 2 * barest - 1 })).toEqual({
      mods: [],
      problems: [
        `The pack has 2 jars in mods/; at most 3 jars, with ${2 * barest - 1} bytes in the inventory, can be kept.`,
      ],
    });
    expect(share(files, { mods: 1 }).problems).toHaveLength(1);
    expect(share(files, { mods: 2 }).problems).toEqual([]);
  });
});

test('a jar has what a launcher noted of it', () => {
  const [noted, other] = share({ 'mods/noted.jar': 1, 'mods/a.jar': 1 }).mods;
  expect(noted?.note?.file).toBe('a.pw.toml');
  expect(other).not.toHaveProperty('note');
});
