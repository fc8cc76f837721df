import { describe, expect, test } from 'vitest';
import { type Fit, fitsFabricPredicates, fitsMavenRange } from '../../src/modloaders/version-ranges.ts';

// Apache Maven's VersionRange and ComparableVersion, as Forge and NeoForge call them; read in November 2026.
describe('a range of Maven', () => {
  test.each<[range: string, version: string, Fit]>([
    ['[47,)', '47.3.0', 'fits'],
    ['[47.4,)', '47.3.0', 'older'],
    ['[47.3.0,)', '47.3', 'fits'],
    ['(47.3,)', '47.3.0', 'older'],
    ['[36,37)', '47.3.0', 'other'],
    ['[1.20,1.21)', '1.20.1', 'fits'],
    ['[1.20, 1.20.1)', '1.20.1', 'other'],
    ['[1.20.1]', '1.20.1', 'fits'],
    ['[1.20.1]', '1.20.2', 'other'],
    ['(,1.20]', '1.20.1', 'other'],
    ['[1.19.2],[1.20,)', '1.20.1', 'fits'],
    ['[1.19.2], [1.21,)', '1.20.1', 'other'],
    ['[1.21,1.22),[1.23,)', '1.20.1', 'older'],
    ['[26.1,)', '26.1.1', 'fits'],
    ['[21.0.110-beta,)', '21.1.66', 'fits'],
    ['[21.0.0-beta,)', '21.0.0', 'fits'],
    ['[21.0.0,)', '21.0.0-beta', 'older'],
    // A override, which any version meets.
    ['1.16.5', '1.20.1', 'fits'],
    ['', '1.20.1', 'fits'],
    // What is not understood tells nothing.
    ['[1.20.x]', '1.20.1', null],
    ['[1.20,', '1.20.1', null],
    ['[@minecraft@,)', '1.20.1', null],
    ['[1.20.1-pre,)', '1.20.1', null],
    ['>=1.20', '1.20.1', null],
    ['(1.20)', '1.20.1', null],
    ['[1,2,3]', '2', null],
    ['[1,)'.repeat(17), '0', null],
  ])('%s and %s: %s', (range, version, fit) => {
    expect(fitsMavenRange(range, version)).toBe(fit);
  });
});

// FabricMC/fabric-loader, VersionPredicateParser and SemanticVersionImpl; read in November 2026.
describe('predicates of Fabric', () => {
  test.each<[predicates: string[], version: string, Fit]>([
    [['*'], '1.20.1', 'fits'],
    [['>=1.20'], '1.20.1', 'fits'],
    [['>=1.20.2'], '1.20.1', 'older'],
    [['>1.20.1'], '1.20.1', 'older'],
    [['>=1.20 <1.21'], '1.20.1', 'fits'],
    [['>=1.20  <1.20.1'], '1.20.1', 'other'],
    [['~1.20'], '1.20.1', 'fits'],
    [['~1.20.2'], '1.20.1', 'older'],
    [['~1.19.2'], '1.20.1', 'other'],
    [['^1.19'], '1.20.1', 'fits'],
    [['^2'], '1.20.1', 'older'],
    [['1.20.x'], '1.20.1', 'fits'],
    [['1.20.*'], '1.21', 'other'],
    [['1.x'], '1.21', 'fits'],
    [['1.20.1'], '1.20.1', 'fits'],
    [['=1.20'], '1.20.1', 'other'],
    [['1.19.4', '1.20.1'], '1.20.1', 'fits'],
    [['1.19.4', '1.21'], '1.20.1', 'other'],
    [['>=1.21', '1.22'], '1.20.1', 'older'],
    [['>=1.20-'], '1.20', 'fits'],
    [['<1.20-'], '1.20', 'other'],
    [['>=1.20-beta.3'], '1.20', 'fits'],
    [['<=0.5.3'], '0.5.3+mc1.20.1', 'fits'],
    [['<0.5.4+build'], '0.5.3+mc1.20.1', 'fits'],
    // What is not understood, and what is ordered by words, tells nothing.
    [[], '1.20.1', null],
    [['>=1.20.x'], '1.20.1', null],
    [['1.20||1.21'], '1.20.1', null],
    [['@minecraft@'], '1.20.1', null],
    [['>=1.20-beta.3'], '1.20-rc.1', null],
    [['<2'], 'mc1.20-0.5', null],
  ])('%s and %s: %s', (predicates, version, fit) => {
    expect(fitsFabricPredicates(predicates, version)).toBe(fit);
  });
});
