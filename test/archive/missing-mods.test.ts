import { expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { surveyArchive } from '../../src/archive/pack/survey.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

type Entries = Readonly<Record<string, string | Buffer>>;

const jar = zipWith({});
const all = (...names: string[]): Entries => Object.fromEntries(names.map((name) => [name, jar]));

/** A CurseForge manifest that numbers so many mods. */
const numbering = (count: number, required = true): Entries => ({
  'manifest.json': JSON.stringify({
    manifestType: 'minecraftModpack',
    minecraft: { version: '1.20.1', modLoaders: [{ id: 'forge-47.2.0', primary: true }] },
    files: Array.from({ length: count }, (_, index) => ({ projectID: index + 1, fileID: 7, required })),
  }),
});

/** The index of a Modrinth pack that names these files. */
const naming = (...files: (string | { path: string; env: object })[]): Entries => ({
  'modrinth.index.json': JSON.stringify({
    formatVersion: 1,
    dependencies: { minecraft: '1.21.1' },
    files: files.map((file) => (typeof file === 'string' ? { path: file } : file)),
  }),
});

const forClients = { path: 'mods/hud.jar', env: { client: 'required', server: 'unsupported' } };
const optional = { path: 'mods/b.jar', env: { client: 'optional', server: 'optional' } };
const two = all('mods/a.jar', 'mods/b.jar');
const others = all('mods/a.jar', 'mods/b.jar.disabled', 'resourcepacks/c.zip', 'shaderpacks/d.zip');
const odd = all('mods/a.jar', 'mods/b.zip', 'mods/c.litemod', 'mods/1.7.10/d.jar', 'datapacks/e.zip');
const instance = { 'mmc-pack.json': '{"components":[]}', 'minecraft/mods/a.jar': jar };
const abc = naming('mods/a.jar', 'mods/b.jar', 'mods/c.jar');
const inBoth = all('overrides/mods/a.jar', 'server-overrides/mods/B.jar');

/** How many mods a pack is refused for; it passes with none. */
test.each<[what: string, lacks: number, ...entries: Entries[]]>([
  [
    'an export, however many jars are there',
    2,
    numbering(2),
    all('overrides/mods/a.jar', 'overrides/mods/b.jar'),
  ],
  ['beside mods/ a manifest with a jar for each', 0, numbering(2), two],
  ['beside mods/ a manifest with too few', 3, numbering(5), two],
  ['numbered resource packs and shaders, and mods that are switched off', 0, numbering(4), others],
  ['one more than these', 1, numbering(5), others],
  ['numbered mods that are no jars or of a game version, and data packs', 0, numbering(5), odd],
  ['one more than those', 1, numbering(6), odd],
  ['optional mods that were not installed', 0, numbering(3, false), all('mods/a.jar')],
  ['optional mods of an export, which has none of them', 3, numbering(3, false), all('overrides/mods/a.jar')],
  ['the manifest that a MultiMC instance was made from', 0, numbering(3), instance],
  ['named mods of which one is in neither of the two overrides folders', 1, abc, inBoth],
  ['named mods that are in one of them', 0, abc, inBoth, all('overrides/mods/c.jar')],
  [
    'mods that no server has, and files outside mods/',
    0,
    naming(forClients, 'resourcepacks/a.zip'),
    all('overrides/mods/a.jar'),
  ],
  [
    'paths as Windows writes them, or with a dot in front',
    2,
    naming('mods\\a.jar', './mods/b.jar'),
    all('overrides/mods/c.jar'),
  ],
  [
    'beside mods/ one that was switched off, and an optional one',
    0,
    naming('mods/a.jar', optional),
    all('mods/a.jar.disabled', 'mods/c.jar'),
  ],
  [
    'a named and an optional mod in an export',
    1,
    naming('mods/a.jar', optional),
    all('overrides/mods/a.jar'),
  ],
  ['beside mods/ a named mod that is there', 0, naming('mods/a.jar'), all('mods/a.jar')],
  ['beside mods/ a named mod that is not', 1, naming('mods/a.jar'), all('mods/b.jar')],
])('%s: %i missing', async (_what, lacks, ...entries) => {
  await using pack = await temporaryFile(zipWith(Object.assign({}, ...entries)));
  const { problems } = await surveyArchive({ path: pack.path, limits });
  const told = problems.map(({ code, error }) => [code, /lacks (\d+) of the mods/.exec(error)?.[1]]);
  expect(told).toEqual(lacks === 0 ? [] : [['MODS_NOT_INCLUDED', String(lacks)]]);
});
