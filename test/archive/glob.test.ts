import { describe, expect, test } from 'vitest';
import { compileGlobs, globFault } from '../../src/archive/selection/glob.ts';

const names = (pattern: string, path: string) => compileGlobs([pattern]).firstOf(path) === pattern;

describe('a pattern', () => {
  test.each([
    ['config/a.json', 'config/a.json'],
    ['config', 'config/a/b.json'],
    ['config/', 'config/a/b.json'],
    ['Config/A.json', 'config/a.JSON'],
    ['*.txt', 'options.txt'],
    ['config/*.json', 'config/.json'],
    ['config/*', 'config/a/b'],
    ['*/a.json', 'config/a.json'],
    ['config/*a*b*', 'config/xaab'],
    ['config/a?c', 'config/abc'],
    ['**/a.json', 'a.json'],
    ['**/a.json', 'config/x/y/a.json'],
    ['config/**/a.json', 'config/a.json'],
    ['config/**/a.json', 'config/x/a.json'],
    ['config/**/a.json', 'config/a.json/a.json'],
    ['**/*.png', 'config/menu/big.png'],
    ['**/x/**/y', 'a/x/b/x/c/y'],
    ['config/**', 'config/a/b'],
    ['**/**', 'a'],
    ['a/**/**/**/b', 'a/b'],
    ['config/.hidden', 'config/.hidden'],
    ['config/a. b./c', 'config/a. b./c'],
    ['**', 'a/b'],
    ['a**b', 'axyb'],
    ['config/[1.12] a (b).json', 'config/[1.12] a (b).json'],
    ['café/*', 'cafe\u0301/a'],
  ])('%s names %s', (pattern, path) => {
    expect(globFault(pattern)).toBeNull();
    expect(names(pattern, path)).toBe(true);
  });

  test.each([
    ['config', 'config.old'],
    ['config', 'a/config'],
    ['config/a.json', 'config/a.jsonx'],
    ['config/a.jso', 'config/a.json'],
    ['*.txt', 'config/a.txt'],
    ['config/*.json', 'config/a/b.json'],
    ['a?c', 'a/c'],
    ['a?c', 'ac'],
    ['**/a.json', 'xa.json'],
    ['config/**/a.json', 'configa.json'],
    ['config/**', 'config'],
    ['config/**', 'configs/a'],
    ['**/x/y', 'x/a/y'],
    ['a**b', 'a/b'],
    ['a.json', 'axjson'],
  ])('%s does not name %s', (pattern, path) => {
    expect(names(pattern, path)).toBe(false);
  });

  test('is as a plain reading of it has it, however long, for any path', () => {
    let seed = 7;
    const random = (count: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * count);
    };
    const text = (letters: string, length: number) =>
      Array.from({ length }, () => letters[random(letters.length)]).join('');
    for (let round = 0; round < 3_000; round += 1) {
      const pattern = text('ab/*?', 1 + random(round % 10 === 0 ? 90 : 9));
      if (globFault(pattern) !== null) continue;
      const path = text('ab/', 1 + random(12)).replace(/\/+$/, '');
      expect([pattern, path, names(pattern, path)]).toEqual([pattern, path, plainly(pattern, path)]);
    }
  });

  test('may be longer than a word of bits, wherever its wildcards lie', () => {
    for (let length = 25; length < 70; length += 1) {
      const begin = 'c'.repeat(length);
      expect(names(`${begin}/**/*d?`, `${begin}/x/y/dd`)).toBe(true);
      expect(names(`${begin}/**/*d?`, `${begin}/de`)).toBe(true);
      expect(names(`${begin}*d`, `${begin}ccd`)).toBe(true);
      expect(names(`${begin}*d`, `${begin.slice(1)}d`)).toBe(false);
      expect(names(`${begin}/**/*d?`, `${begin}/x/y/d`)).toBe(false);
    }
  });

  test.each([
    ['a\\b', 'has a backslash'],
    ['*.{png,jpg}', 'has a brace'],
    ['!config', 'begins with !'],
    ['/config', 'begins with /'],
    ['config//a', 'has an empty part'],
    ['../a', 'has an empty part'],
    ['a/./b', 'has an empty part'],
    ['', 'has an empty part'],
  ])('%j is refused, as it %s', (pattern, fault) => {
    expect(globFault(pattern)).toContain(fault);
  });
});

/** The same by trying everything, as slow as may be. */
function plainly(pattern: string, path: string): boolean {
  const parts = (text: string) => text.replace(/\/$/, '').split('/');
  const part = (wanted: string, found: string): boolean => {
    if (wanted === '') return found === '';
    if (wanted[0] === '*')
      return part(wanted.slice(1), found) || (found !== '' && part(wanted, found.slice(1)));
    return (
      found !== '' && (wanted[0] === '?' || wanted[0] === found[0]) && part(wanted.slice(1), found.slice(1))
    );
  };
  const all = (wanted: string[], found: string[]): boolean => {
    const [first, ...rest] = wanted;
    if (first === undefined) return true;
    if (first === '**' && rest.length === 0) return found.length > 0;
    if (first === '**') return all(rest, found) || (found.length > 0 && all(wanted, found.slice(1)));
    return found.length > 0 && part(first, found[0] ?? '') && all(rest, found.slice(1));
  };
  return all(parts(pattern), path.split('/'));
}
