import { describe, expect, test } from 'vitest';
import { addAnnotationsInClass, collectAnnotations } from '../../../src/archive/jar/mod-annotation.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';
import { classFile, forgeMod } from '../../support/jar.ts';

type Values = Readonly<Record<string, unknown>>;

function describeAll(
  mods: readonly Values[],
  limits: Partial<typeof defaultArchiveLimits.jar> = {},
  isComplete = true,
) {
  const annotations = collectAnnotations('@Mod', { ...defaultArchiveLimits.jar, ...limits });
  const isTaken = mods.map((values) => annotations.add((name) => values[name]));
  return { isTaken, ...annotations.describe(isComplete) };
}

const sideOf = (...mods: Values[]) => {
  const { descriptor } = describeAll(mods.map((values, n) => ({ modid: `m${n}`, ...values })));
  return descriptor && [descriptor.side, descriptor.certainty, descriptor.evidence];
};

describe('the sides of the mods in a jar', () => {
  const client = { clientSideOnly: true };
  const server = { serverSideOnly: true };

  test('make it one for a side when they are all for it', () => {
    expect(sideOf(client, client)).toEqual(['CLIENT', 'DECLARED', '@Mod: clientSideOnly is true.']);
    expect(sideOf(server, server)).toEqual(['SERVER', 'DECLARED', '@Mod: serverSideOnly is true.']);
  });

  test('make it one for both when one is for clients and another is not', () => {
    const evidence = '@Mod: the jar also holds m1, which is not clientSideOnly.';
    expect(sideOf(client, {})).toEqual(['BOTH', 'INFERRED', evidence]);
    expect(sideOf(client, server)).toEqual(['BOTH', 'INFERRED', evidence]);
  });

  test('are both when each says so, and unknown when one is silent', () => {
    const both = { clientSideOnly: false };
    const unknown = ['UNKNOWN', 'NONE', '@Mod: clientSideOnly is not given, which says nothing.'];
    expect(sideOf(both, both)).toEqual(['BOTH', 'DECLARED', '@Mod: clientSideOnly is false.']);
    expect(sideOf(both, {})).toEqual(unknown);
    expect(sideOf(server, {})).toEqual(unknown);
  });

  test('are unknown when not every class was read', () => {
    expect(describeAll([{ modid: 'a', ...client }], {}, false).descriptor).toMatchObject({
      side: 'UNKNOWN',
      certainty: 'NONE',
      evidence: '@Mod: not every class of the jar could be read, so its side is unknown.',
    });
  });
});

describe('the mods of a jar', () => {
  test('are none without an id', () => {
    expect(describeAll([])).toEqual({ isTaken: [], descriptor: null, notes: [] });
    expect(describeAll([{}, { modid: 'long' }], { maxIdLength: 3 })).toEqual({
      isTaken: [true, true],
      descriptor: null,
      notes: ['@Mod names ids of more than 3 characters; these are left out.'],
    });
  });

  test('are as many as are kept, and one beyond leaves the side open', () => {
    const mods = ['a', 'b', 'c'].map((modid) => ({ modid, clientSideOnly: true }));
    const two = describeAll(mods.slice(0, 2), { maxMods: 2 });
    expect(two).toMatchObject({ isTaken: [true, true], descriptor: { side: 'CLIENT' }, notes: [] });
    const { isTaken, descriptor, notes } = describeAll(mods, { maxMods: 2 });
    expect(isTaken).toEqual([true, true, false]);
    expect(descriptor).toMatchObject({ side: 'UNKNOWN', mods: [{ id: 'a' }, { id: 'b' }] });
    expect(notes).toEqual(['@Mod names more than 2 mods; the others are left out.']);
  });

  test('need what is required of a server, however it is written', () => {
    const dependencies = ' required-after : lib @[1,); REQUIRED:other ;required-after-client:shaders;lone;:x';
    const { descriptor, notes } = describeAll([{ modid: 'a', dependencies }], { maxRequires: 1 });
    expect(descriptor?.requires).toEqual(['lib']);
    expect(notes).toEqual(['@Mod needs more than 1 mods; the others are left out.']);
    expect(describeAll([{ modid: 'a', dependencies }]).descriptor?.requires).toEqual(['lib', 'other']);
  });

  test('need what those for clients need only where there are no others', () => {
    const client = { modid: 'a', clientSideOnly: true, dependencies: 'required:x' };
    expect(describeAll([client]).descriptor?.requires).toEqual(['x']);
    expect(describeAll([client, { modid: 'b', dependencies: 'required:y' }]).descriptor?.requires).toEqual([
      'y',
    ]);
  });
});

describe('a class file', () => {
  const mods = (...ids: string[]) => classFile(ids.map((modid) => ({ type: forgeMod, values: { modid } })));
  const limits = { ...defaultArchiveLimits.jar, maxMods: 2 };

  test('is read on from until it holds more mods than are kept', () => {
    const found = [classFile([]), Buffer.from('no class'), mods('a'), mods('b'), mods('c')];
    const annotations = collectAnnotations('@Mod', limits);
    expect(found.map((bytes) => addAnnotationsInClass(bytes, annotations))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  test('may hold just as many, and of more it is told', () => {
    const just = collectAnnotations('@Mod', limits);
    expect(addAnnotationsInClass(mods('a', 'b'), just)).toBe(true);
    expect(just.describe(true).notes).toEqual([]);
    const more = collectAnnotations('@Mod', limits);
    expect(addAnnotationsInClass(mods('a', 'b', 'c'), more)).toBe(false);
    expect(more.describe(true)).toMatchObject({
      descriptor: { mods: [{ id: 'a' }, { id: 'b' }] },
      notes: ['@Mod names more than 2 mods; the others are left out.'],
    });
  });
});
