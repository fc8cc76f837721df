import { expect, test } from 'vitest';
import { createRemembered } from '../../bot/remembered.ts';

test('the latest settings are remembered: no more than 2,000, and none beyond 32 Mi characters of all', () => {
  const { keep, find } = createRemembered();
  const asked = (serverProperties: string) => ({ modPack: 1, runConfiguration: { serverProperties } });
  const [first = '', second = '', ...others] = Array.from({ length: 2001 }, (_, n) => keep(asked(`${n}`)));
  expect([find(first), find(second), others.filter((id) => find(id) === null)]).toEqual([
    null,
    asked('1'),
    [],
  ]);
  const half = asked('a'.repeat(15 * 1024 * 1024));
  const [one = '', two = '', three = ''] = [keep(half), keep(half), keep(half)];
  expect([second, one, two, three].map((id) => find(id) !== null)).toEqual([false, false, true, true]);
});
