import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { jarWith, modsToml } from '../support/jar.ts';
import { buildServerPack } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const clientJar = jarWith({ 'META-INF/mods.toml': modsToml({ hud: [{ on: 'minecraft', side: 'CLIENT' }] }) });

describe('the mods of a pack', () => {
  test('are those of server-overrides/ on top of overrides/, and each is decided about', async () => {
    await using pack = await buildServerPack(
      {
        'overrides/mods/a.jar': clientJar,
        'overrides/mods/b.jar': zipWith({}),
        'server-overrides/mods/a.jar': zipWith({}),
        'server-overrides/mods/c.jar': zipWith({}),
        'server-overrides/mods/d.jar': zipWith({}),
      },
      { run: { clientMods: ['c'] } },
    );
    expect(pack.result.decisions.map(({ file, kept }) => [file, kept])).toEqual([
      ['a.jar', true],
      ['b.jar', true],
      ['c.jar', false],
      ['d.jar', true],
    ]);
    const names = [...(await unzip(pack.task.outputPath)).keys()].filter((name) => name.startsWith('mods/'));
    expect(names.toSorted()).toEqual(['mods/a.jar', 'mods/b.jar', 'mods/d.jar']);
  });

  test('may all lie in server-overrides/', async () => {
    await using pack = await buildServerPack({
      'overrides/config/a.toml': '',
      'server-overrides/mods/a.jar': zipWith({}),
    });
    expect([...(await unzip(pack.task.outputPath)).keys()]).toContain('mods/a.jar');
  });

  test('include one called server.jar, but not the jar of the game', async () => {
    await using pack = await buildServerPack({
      'mods/server.jar': clientJar,
      'mods/b.jar': zipWith({}),
      'mods/minecraft_server.1.20.1.jar': zipWith({}),
    });
    expect(pack.result.decisions.map(({ file, kept }) => [file, kept])).toEqual([
      ['b.jar', true],
      ['server.jar', false],
    ]);
    const names = [...(await unzip(pack.task.outputPath)).keys()].filter((name) => name.startsWith('mods/'));
    expect(names).toEqual(['mods/b.jar']);
  });
});

describe('the budget for reading all jars of a pack', () => {
  const entries = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`mods/${String(index).padStart(2, '0')}.jar`, clientJar]),
  );

  test('notes every jar whose part of it does not suffice, in however many slices it is read', async () => {
    const tight = { ...limits, modsInflatedBytes: 20 * 100 };
    await using pack = await temporaryFile(zipWith(entries));
    const whole = await checkArchive({ path: pack.path, limits: tight });
    expect(whole.problems).toEqual([]);
    expect(whole.report?.mods.every(({ note }) => note?.includes('costs more to read than is allowed'))).toBe(
      true,
    );
    const sliced = await checkArchive({ path: pack.path, limits: tight }, { slices: 7 });
    expect(sliced.report).toEqual(whole.report);
  });
});
