import { expect, test } from 'vitest';
import { javaVersionFor, newestJavaFor } from '../../src/modloaders/java-facts.ts';

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
  ['20w45a', 16],
  ['21w37a', 17],
  ['24w14a', 21],
  ['25w46a', 21],
  ['26w14a', 25],
  ['26.1-snapshot-1', 25],
  ['13w24a', null],
])('Minecraft %s needs Java %s', (gameVersion, java) => {
  expect(javaVersionFor(gameVersion)).toBe(java);
});

const fails = (version: number) => ({ version, newer: 'FAILS' });
const isReported = (version: number) => ({ version, newer: 'REPORTED_TO_FAIL' });

test.each([
  ['Forge', '1.7.10', fails(8)],
  ['Forge', '1.12.2', fails(8)],
  ['Forge', '1.13', fails(15)],
  ['Forge', '1.16.5', fails(15)],
  ['Forge', '1.17.1', null],
  ['Forge', '1.19.2', isReported(19)],
  ['Forge', '1.20.1', isReported(21)],
  ['Forge', '1.20.10', null],
  ['Forge', '23w13a', null],
  ['NeoForge', '1.20.1', null],
  ['NeoForge', '1.21.1', isReported(25)],
  ['Fabric', '1.12.2', null],
] as const)('the newest Java for %s on Minecraft %s', (modloader, gameVersion, newest) => {
  expect(newestJavaFor(modloader, gameVersion)).toEqual(newest);
});
