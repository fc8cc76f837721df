import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames as serviceNames } from '../src/config.ts';

const page = readFileSync('docs/limits.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const botNames = [...readFileSync('bot/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(
  ([, name = '']) => name,
);
const settingNames = [...serviceNames, ...botNames];

/** The tables' rows by the section that they stand in. */
const rows = page
  .split(/^## /m)
  .flatMap((section) => section.split('\n').filter((line) => /^\| (?!Limit \|)/.test(line)))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .map(([limit = '', setting = '', fallback = '', protects = '', tests = '', ...more]) => ({
    limit,
    setting,
    fallback,
    protects,
    tests,
    more,
  }));

/** Numbers that say where something is, not how much of it there may be. */
const places = new Set(['PORT']);

describe('docs/limits.md', () => {
  it('names each setting that is a number, and those of the number of threads', () => {
    const numbers = [...example.matchAll(/^([A-Z0-9_]+)=\d+$/gm)].flatMap(([, name = '']) => name);
    expect(numbers.length).toBeGreaterThan(90);
    const expected = [...numbers, 'WORKER_THREADS'].filter(
      (name) => settingNames.includes(name) && !places.has(name),
    );
    const named = rows.map(({ setting }) => setting).join(' ');
    expect(expected.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
  });

  it('names no setting that there is not', () => {
    const named = rows
      .flatMap(({ setting }) => [...setting.matchAll(/`([A-Z0-9_]+)`/g)])
      .map(([, name]) => name);
    expect(named.filter((name) => name === undefined || !settingNames.includes(name))).toEqual([]);
  });

  it('has its tables in one form', () => {
    const heads = page.split('\n').filter((line) => line.startsWith('| Limit |'));
    expect(new Set(heads)).toEqual(new Set(['| Limit | Setting | Default | What it protects | Test |']));
    expect(heads.length).toBe(page.split('\n').filter((line) => line.startsWith('|---')).length);
  });

  it.each(rows)('says what protects whom, and names tests that are there: $limit', (row) => {
    expect(row.more).toEqual([]);
    for (const cell of [row.limit, row.setting, row.fallback, row.protects]) expect(cell).not.toBe('');
    expect(row.tests).toMatch(/^`test\/[\w./-]+\.test\.ts`(, `test\/[\w./-]+\.test\.ts`)*$/);
    for (const [, file = ''] of row.tests.matchAll(/`([^`]+)`/g)) expect(existsSync(file), file).toBe(true);
  });
});
