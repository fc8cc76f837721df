import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames as botSettingNames } from '../bot/config.ts';
import { settingNames as serviceNames } from '../src/config.ts';

const page = readFileSync('docs/limits.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const settingNames = [...serviceNames, ...botSettingNames];

const cellsOf = (line: string) =>
  line
    .replace(/^\| | \|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim());

const tables = [...page.matchAll(/(?:^\|.*\n)+/gm)].map(([text]) => {
  const [head = '', , ...rows] = text.trimEnd().split('\n');
  return { head, rows: rows.map(cellsOf) };
});
const settingsHead = '| Limit | Default | Setting | Beyond it |';
const sharedHead = '| Limit | One caller | All callers | All without a token |';
const rowsUnder = (head: string) => tables.flatMap((table) => (table.head === head ? table.rows : []));
const rows = rowsUnder(settingsHead).map(
  ([limit = '', fallback = '', setting = '', beyond = '', ...more]) => ({
    limit,
    fallback,
    setting,
    beyond,
    more,
  }),
);

/** Settings that are whole numbers, but limit nothing. */
const noLimits = new Set([
  'PORT',
  'BACKUP_EVERY_HOURS',
  'OTEL_TRACES_SAMPLER_ARG',
  'BOT_TAKE_UP_HOURS',
  'BOT_LONG_RUN_SECONDS',
]);

const settingsIn = (text: string) => [...text.matchAll(/`([A-Z0-9_]+)`/g)].flatMap(([, name = '']) => name);

describe('docs/limits.md', () => {
  it('names each setting that limits something', () => {
    const numbers = [...example.matchAll(/^([A-Z0-9_]+)=\d+$/gm)].flatMap(([, name = '']) => name);
    expect(numbers.length).toBeGreaterThan(20);
    const expected = [...numbers, 'WORKER_THREADS'].filter((name) => !noLimits.has(name));
    const named = rows.flatMap(({ setting }) => settingsIn(setting));
    expect(expected.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names no setting that there is not', () => {
    const named = rows.flatMap(({ setting }) => settingsIn(setting));
    expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  it('is short enough to be read, in tables of two forms', () => {
    expect(new Set(tables.map(({ head }) => head))).toEqual(new Set([settingsHead, sharedHead]));
    expect(tables.flatMap((table) => table.rows).length).toBeLessThanOrEqual(40);
  });

  it.each(rows)('has a figure, what moves it, and what happens beyond it: $limit', (row) => {
    expect(row.more).toEqual([]);
    expect(row.fallback).toMatch(/\d|\bone\b|\ba day\b/);
    expect(row.setting).toMatch(/^(?:–|`[^`]+`)/);
    expect(row.beyond).not.toBe('');
  });

  it.each(rowsUnder(sharedHead))(
    'has the figures of one caller, of all and of all without a token: %s',
    (...cells) => {
      const [, ...figures] = cells;
      expect(figures).toHaveLength(3);
      for (const figure of figures) expect(figure).toMatch(/\d/);
    },
  );
});
