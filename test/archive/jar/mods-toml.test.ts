import { describe, expect, test } from 'vitest';
import { readModsToml } from '../../../src/archive/jar/mods-toml.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';
import { modsToml } from '../../support/jar.ts';

const read = (text: string, limits: Partial<typeof defaultArchiveLimits.jar> = {}) =>
  readModsToml('mods.toml', text, () => '7', { ...defaultArchiveLimits.jar, ...limits });

describe('a descriptor in TOML', () => {
  test('is none without the id of a mod', () => {
    for (const text of [
      '',
      'modLoader="javafml"',
      '[[mods]]\nversion="1"',
      '[[mods]]\nmodId=""',
      '[[mods]]\nmodId=["a"]',
    ])
      expect(read(text)).toEqual({ descriptor: null, nestedJars: [], notes: [] });
    expect(read(modsToml({ long: [] }), { maxIdLength: 3 })).toEqual({
      descriptor: null,
      nestedJars: [],
      notes: ['mods.toml names ids of more than 3 characters; these are left out.'],
    });
  });

  test('gives the version of the jar where it asks for it', () => {
    const text = modsToml({ a: [] }).replace('1.0.0', '1.20-$' + '{file.jarVersion}');
    expect(read(text)).toMatchObject({
      descriptor: { mods: [{ version: '1.20-7' }] },
      nestedJars: [],
      notes: [],
    });
  });

  test('tells what of it is left out', () => {
    const text = modsToml({ a: [{ on: 'x' }, { on: 'y' }, { on: 'long' }], b: [] });
    expect(read(text, { maxMods: 1, maxRequires: 1, maxIdLength: 3 })).toMatchObject({
      descriptor: { mods: [{ id: 'a' }], requires: ['x'] },
      notes: [
        'mods.toml names more than 1 mods; the others are left out.',
        'mods.toml needs more than 1 mods; the others are left out.',
      ],
    });
  });

  test('that holds more than is read leaves the side open, and says so', () => {
    const rest = Array.from({ length: 20_001 }, (_, n) => `x${n}="1"\n`).join('');
    const note = 'mods.toml holds more than is read; the rest is left out.';
    expect(
      read(modsToml({ a: [{ on: 'forge', side: 'CLIENT' }] }, 'clientSideOnly=true') + rest),
    ).toMatchObject({
      descriptor: {
        side: 'UNKNOWN',
        certainty: 'NONE',
        evidence: 'mods.toml: it holds more than is read, so the side is unknown.',
      },
      notes: [note],
    });
    expect(read(rest)).toEqual({ descriptor: null, nestedJars: [], notes: [note] });
  });
});

describe('dependencies', () => {
  const sideOf = (text: string) => {
    const { descriptor } = read(text);
    return descriptor && [descriptor.side, descriptor.evidence];
  };

  test('without an owner are those of the first mod alone, and only when they name a mod', () => {
    const mods = modsToml({ a: [] });
    expect(sideOf(`${mods}[[dependencies]]\nmodId="forge"\nside="CLIENT"\n`)?.[0]).toBe('CLIENT');
    expect(read(`${mods}[[dependencies]]\nside="BOTH"\n`).descriptor).toMatchObject({
      side: 'UNKNOWN',
      requires: [],
    });
    expect(
      read(`${mods}[dependencies]\na=["lib", {modId="other"}]\nmodId={modId="x"}\n`).descriptor?.requires,
    ).toEqual(['other']);
  });

  test('on nothing, or with an id that is too long, are on none', () => {
    const text = `${modsToml({ a: [] })}[[dependencies.a]]\nside="BOTH"\n[[dependencies.a]]\nmodId="${'x'.repeat(300)}"\n`;
    expect(read(text)).toMatchObject({ descriptor: { side: 'UNKNOWN', requires: [] }, notes: [] });
  });

  test.each([
    ['SERVER', 'SERVER'],
    ['server', 'SERVER'],
    ['NONE', 'BOTH'],
    ['', 'BOTH'],
  ])('with the side %j count as %s', (side, counted) => {
    expect(sideOf(modsToml({ a: [{ on: 'forge', side }] }))).toEqual([
      counted,
      `mods.toml: the dependency of a on forge is ${counted}.`,
    ]);
  });

  test('tell each platform once, in order of its name', () => {
    const on = (name: string) => ({ on: name, side: 'CLIENT' });
    expect(sideOf(modsToml({ a: [on('neoforge'), on('minecraft')], b: [on('minecraft')] }))).toEqual([
      'CLIENT',
      'mods.toml: every dependency on minecraft and neoforge is CLIENT.',
    ]);
  });

  test.each(['incompatible', 'discouraged', 'INCOMPATIBLE'])(
    'of type %s tell nothing of a client',
    (type) => {
      expect(sideOf(modsToml({ a: [{ on: 'forge', type, side: 'CLIENT' }] }))).toEqual([
        'UNKNOWN',
        'mods.toml: a has no dependency on its loader or the game, so its side is unknown.',
      ]);
    },
  );

  test('that are for both sides and for servers are for both', () => {
    const text = modsToml({
      a: [
        { on: 'forge', side: 'SERVER' },
        { on: 'minecraft', side: 'BOTH' },
      ],
    });
    expect(sideOf(text)?.[0]).toBe('BOTH');
  });
});
