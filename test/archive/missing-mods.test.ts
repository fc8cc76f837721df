import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { surveyArchive } from '../../src/archive/survey.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const jar = zipWith({});

function curseForgeManifest(files: number, required = true): string {
  return JSON.stringify({
    manifestType: 'minecraftModpack',
    minecraft: { version: '1.20.1', modLoaders: [{ id: 'forge-47.2.0', primary: true }] },
    files: Array.from({ length: files }, (_, index) => ({ projectID: index + 1, fileID: 7, required })),
  });
}

function modrinthIndex(files: readonly { path: string; env?: { client: string; server: string } }[]): string {
  return JSON.stringify({ formatVersion: 1, dependencies: { minecraft: '1.21.1' }, files });
}

/** The code and the number of mods that the refusal names; null when the pack passes. */
async function refusal(entries: Readonly<Record<string, string | Buffer>>): Promise<string | null> {
  await using pack = await temporaryFile(zipWith(entries));
  const [problem] = (await surveyArchive({ path: pack.path, limits })).problems;
  return problem === undefined
    ? null
    : `${problem.code} ${/lacks (\d+) of the mods/.exec(problem.error)?.[1] ?? ''}`;
}

describe('a CurseForge manifest', () => {
  test('above the game folder is an export, however many jars are there', async () => {
    const jars = { 'overrides/mods/a.jar': jar, 'overrides/mods/b.jar': jar };
    expect(await refusal({ 'manifest.json': curseForgeManifest(2), ...jars })).toBe('MODS_NOT_INCLUDED 2');
  });

  test('beside mods/ passes when there is a jar for each mod that it numbers', async () => {
    const jars = { 'mods/a.jar': jar, 'mods/b.jar': jar };
    expect(await refusal({ 'manifest.json': curseForgeManifest(2), ...jars })).toBeNull();
    expect(await refusal({ 'manifest.json': curseForgeManifest(5), ...jars })).toBe('MODS_NOT_INCLUDED 3');
  });

  test('numbers resource packs and shaders too, and mods that are switched off are there', async () => {
    const files = {
      'mods/a.jar': jar,
      'mods/b.jar.disabled': jar,
      'resourcepacks/c.zip': '',
      'shaderpacks/d.zip': '',
    };
    expect(await refusal({ 'manifest.json': curseForgeManifest(4), ...files })).toBeNull();
    expect(await refusal({ 'manifest.json': curseForgeManifest(5), ...files })).toBe('MODS_NOT_INCLUDED 1');
  });

  test('numbers mods that are no jars or lie in the folder of the game version, and data packs', async () => {
    const files = {
      'mods/a.jar': jar,
      'mods/b.zip': jar,
      'mods/c.litemod': jar,
      'mods/1.7.10/d.jar': jar,
      'datapacks/e.zip': '',
    };
    expect(await refusal({ 'manifest.json': curseForgeManifest(5), ...files })).toBeNull();
    expect(await refusal({ 'manifest.json': curseForgeManifest(6), ...files })).toBe('MODS_NOT_INCLUDED 1');
  });

  test('beside mods/ may number optional mods that were not installed; an export has none of them', async () => {
    const optional = curseForgeManifest(3, false);
    expect(await refusal({ 'manifest.json': optional, 'mods/a.jar': jar })).toBeNull();
    expect(await refusal({ 'manifest.json': optional, 'overrides/mods/a.jar': jar })).toBe(
      'MODS_NOT_INCLUDED 3',
    );
  });

  test('beside the files of MultiMC is what the instance was made from', async () => {
    const instance = { 'mmc-pack.json': JSON.stringify({ components: [] }), 'minecraft/mods/a.jar': jar };
    expect(await refusal({ 'manifest.json': curseForgeManifest(3), ...instance })).toBeNull();
  });
});

describe('a Modrinth index', () => {
  const client = { client: 'required', server: 'unsupported' };

  test('counts the mods that are in neither of the two overrides folders', async () => {
    const index = modrinthIndex([{ path: 'mods/a.jar' }, { path: 'mods/b.jar' }, { path: 'mods/c.jar' }]);
    const mods = { 'overrides/mods/a.jar': jar, 'server-overrides/mods/B.jar': jar };
    expect(await refusal({ 'modrinth.index.json': index, ...mods })).toBe('MODS_NOT_INCLUDED 1');
    expect(await refusal({ 'modrinth.index.json': index, ...mods, 'overrides/mods/c.jar': jar })).toBeNull();
  });

  test('may name mods that no server has, and files outside mods/', async () => {
    const index = modrinthIndex([{ path: 'mods/hud.jar', env: client }, { path: 'resourcepacks/a.zip' }]);
    expect(await refusal({ 'modrinth.index.json': index, 'overrides/mods/a.jar': jar })).toBeNull();
  });

  test('may write its paths as Windows does or with a dot in front', async () => {
    const index = modrinthIndex([{ path: 'mods\\a.jar' }, { path: './mods/b.jar' }]);
    expect(await refusal({ 'modrinth.index.json': index, 'overrides/mods/c.jar': jar })).toBe(
      'MODS_NOT_INCLUDED 2',
    );
  });

  test('beside mods/ may name mods that were switched off and optional ones that were not installed', async () => {
    const optional = { client: 'optional', server: 'optional' };
    const index = modrinthIndex([{ path: 'mods/a.jar' }, { path: 'mods/b.jar', env: optional }]);
    expect(
      await refusal({ 'modrinth.index.json': index, 'mods/a.jar.disabled': jar, 'mods/c.jar': jar }),
    ).toBe(null);
    expect(await refusal({ 'modrinth.index.json': index, 'overrides/mods/a.jar': jar })).toBe(
      'MODS_NOT_INCLUDED 1',
    );
  });

  test('beside mods/ looks for its mods there', async () => {
    const index = modrinthIndex([{ path: 'mods/a.jar' }]);
    expect(await refusal({ 'modrinth.index.json': index, 'mods/a.jar': jar })).toBeNull();
    expect(await refusal({ 'modrinth.index.json': index, 'mods/b.jar': jar })).toBe('MODS_NOT_INCLUDED 1');
  });
});
