import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames as botSettingNames, readConfig as readBotConfig } from '../bot/config.ts';
import { readConfig, settingNames as serviceNames } from '../src/config.ts';

const page = readFileSync('docs/limits.md', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const settingNames = [...serviceNames, ...botSettingNames];

/** The tables' rows by the section that they stand in. */
const rows = page
  .split(/^## /m)
  .flatMap((section) => section.split('\n').filter((line) => /^\| (?!Limit \|)/.test(line)))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .map(([limit = '', setting = '', fallback = '', tests = '', ...more]) => ({
    limit,
    setting,
    fallback,
    tests,
    more,
  }));

/** What else has to be set for a setting to count. */
const beside = {
  STORAGE: 's3',
  S3_BUCKET: 'packs',
  S3_DOWNLOADS: 'redirect',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example',
  DISCORD_TOKEN: 'token',
};

/** All values of a configuration by where they stand. */
function valuesOf(part: unknown, at = ''): Map<string, unknown> {
  if (typeof part !== 'object' || part === null) return new Map([[at, part]]);
  return new Map(Object.entries(part).flatMap(([name, value]) => [...valuesOf(value, `${at}.${name}`)]));
}

/** Under what names the code knows the value that a setting moves. */
function namesOf(setting: string): string[] {
  const read = (variables: Record<string, string>) =>
    valuesOf(
      serviceNames.includes(setting)
        ? readConfig({ ...beside, ...variables })
        : readBotConfig({ ...beside, ...variables }),
    );
  const given = Number(new RegExp(`^${setting}=(\\d+)$`, 'm').exec(example)?.[1] ?? 1);
  const before = read({ [setting]: String(given) });
  const other = [given + 1, given - 1, given / 2].flatMap((value) => {
    try {
      return [read({ [setting]: String(value) })];
    } catch {
      return [];
    }
  })[0];
  if (other === undefined) throw new Error(`${setting} takes no other value than ${given}.`);
  const moved = [...other].filter(([place, value]) => value !== before.get(place));
  return moved.map(([place]) => place.slice(place.lastIndexOf('.') + 1));
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** Whether a test sets this setting, by its name or by that of its value. One of a single word is told from other things by no name but its own. */
function sets(file: string, setting: string): boolean {
  const code = withoutComments(readFileSync(file, 'utf8'));
  const names = namesOf(setting).filter((name) => /[A-Z]/.test(name));
  return new RegExp(`\\b(?:${setting}\\b|(?:${names.join('|') || setting})\\s*:)`).test(code);
}

/** Numbers that say where something is, not how much of it there may be. */
const places = new Set(['PORT']);

describe('docs/limits.md', () => {
  it('names each setting that is a number, and those of the number of threads', () => {
    const numbers = [...example.matchAll(/^([A-Z0-9_]+)=\d+$/gm)].flatMap(([, name = '']) => name);
    expect(numbers.length).toBeGreaterThan(70);
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
    expect(new Set(heads)).toEqual(new Set(['| Limit | Setting | Default | Test |']));
    expect(heads.length).toBe(page.split('\n').filter((line) => line.startsWith('|---')).length);
  });

  it.each(rows)('says what moves it and its default, and names tests that are there: $limit', (row) => {
    expect(row.more).toEqual([]);
    for (const cell of [row.limit, row.setting, row.fallback]) expect(cell).not.toBe('');
    expect(row.tests).toMatch(/^`test\/[\w./-]+\.test\.ts`(, `test\/[\w./-]+\.test\.ts`)*$/);
    for (const [, file = ''] of row.tests.matchAll(/`([^`]+)`/g)) expect(existsSync(file), file).toBe(true);
  });

  it.each(rows)('names a test that sets each of its settings: $limit', ({ setting, tests }) => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].flatMap(([, file = '']) => file);
    const settings = [...setting.matchAll(/`([A-Z0-9_]+)`/g)].flatMap(([, name = '']) => name);
    expect(settings.filter((name) => !files.some((file) => sets(file, name)))).toEqual([]);
  });
});
