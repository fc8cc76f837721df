import { expect, test } from 'vitest';
import { javaVersionFor } from '../../src/modloaders/java-version.ts';

test.each([
  ['1.2.5', 8],
  ['1.7.10', 8],
  ['1.16.5', 8],
  ['1.17', 16],
  ['1.17.1', 16],
  ['1.18', 17],
  ['1.18-pre2', 17],
  ['1.20.4', 17],
  ['1.20.5', 21],
  ['1.21.10', 21],
  ['26.1', 25],
  ['26.1.1', 25],
  ['27.3', 25],
  ['23w13a', null],
])('Minecraft %s needs Java %s', (gameVersion, java) => {
  expect(javaVersionFor(gameVersion)).toBe(java);
});
