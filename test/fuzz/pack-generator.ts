import { deflateRawSync } from 'node:zlib';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import {
  annotationCache,
  classFile,
  fabricModJson,
  forgeMod,
  type JarFiles,
  jarWith,
  modsToml,
  quiltModJson,
} from '../support/jar.ts';
import { type ZipEntryInput, zipWith } from '../support/zip.ts';
import type { Random } from './random.ts';

/** A pack to send, with what was done to it. */
export interface GeneratedPack {
  what: string;
  bytes: Buffer;
}

type Files = Readonly<Record<string, object | string>>;

/** What launchers put beside the mods, of each kind that is recognised. */
const launcherFiles: readonly Files[] = [
  {},
  {
    'manifest.json': {
      minecraft: { version: '1.20.4', modLoaders: [{ id: 'fabric-0.15.6', primary: true }] },
      manifestType: 'minecraftModpack',
      manifestVersion: 1,
      name: 'Export',
      version: '1.4.0',
      files: [{ projectID: 238222, fileID: 4712866, required: true }],
      overrides: 'overrides',
    },
  },
  {
    'minecraftinstance.json': {
      baseModLoader: { forgeVersion: '0.15.6', name: 'fabric-0.15.6-1.20.4', minecraftVersion: '1.20.4' },
      name: 'Instance',
      projectID: 876543,
      fileID: 5123456,
      installedAddons: [{ installedFile: { fileName: 'fabric.jar' } }],
    },
  },
  {
    'modrinth.index.json': {
      formatVersion: 1,
      game: 'minecraft',
      versionId: '2.0.1',
      name: 'Index',
      files: [
        {
          path: 'mods/quilt.jar',
          hashes: {},
          downloads: [],
          fileSize: 1,
          env: { client: 'required', server: 'unsupported' },
        },
      ],
      dependencies: { minecraft: '1.21.1', 'fabric-loader': '0.16.10' },
    },
  },
  {
    'mmc-pack.json': {
      components: [
        { uid: 'net.minecraft', version: '1.20.1', important: true },
        { uid: 'org.quiltmc.quilt-loader', version: '0.24.0' },
      ],
      formatVersion: 1,
    },
    'instance.cfg': 'InstanceType=OneSix\nname=Folder\nManagedPackName=Pack\nManagedPackVersionName=3\n',
  },
  {
    'config.json': {
      loader: {
        loaderType: 'forge',
        loaderVersion: '1.18.2-40.2.9',
        mcVersion: '1.18.2',
        fileID: 3456789,
        projectID: 234567,
        sourceName: 'Old',
      },
    },
  },
  {
    'instance.json': {
      _version: '1',
      name: 'New',
      modpack: { platform: 'Curseforge', project_id: 345678, file_id: 4567890 },
      game_configuration: {
        version: { release: '1.18.2', modloaders: [{ type: 'Forge', version: '1.18.2-40.2.10' }] },
      },
    },
  },
  {
    'instance.json': {
      id: '1.20.1',
      launcher: {
        name: 'Other',
        pack: 'Other',
        version: '7.1',
        loaderVersion: { type: 'NeoForge', version: '47.1.79' },
      },
    },
  },
];

const forgeClass = { type: forgeMod, values: { modid: 'old', clientSideOnly: true } };

/** A jar of each loader. */
const jars: Readonly<Record<string, JarFiles>> = {
  fabric: { 'fabric.mod.json': fabricModJson('fabric', { environment: 'client', depends: { quilt: '*' } }) },
  quilt: { 'quilt.mod.json': quiltModJson('quilt', 'dedicated_server') },
  forge: { 'META-INF/mods.toml': modsToml({ forge: [{ on: 'minecraft', side: 'CLIENT' }] }) },
  neoforge: { 'META-INF/neoforge.mods.toml': modsToml({ neo: [{ on: 'forge', type: 'required' }] }) },
  legacy: { 'com/example/ExampleMod.class': classFile([forgeClass]) },
  cached: {
    'META-INF/fml_cache_annotation.json': annotationCache({
      'com/example/Cached': [{ name: forgeMod, values: { modid: 'cached' } }],
    }),
  },
  nested: {
    'fabric.mod.json': fabricModJson('outer', { jars: [{ file: 'META-INF/jars/inner.jar' }] }),
    'META-INF/jars/inner.jar': jarWith({ 'fabric.mod.json': fabricModJson('inner') }),
  },
};

/** Makes packs as launchers write them, with one to four things done to them that no launcher does. */
export function createPackGenerator(random: Random): () => GeneratedPack {
  let number = 0;
  return () => {
    number += 1;
    const done: string[] = [];
    const launcher = random.pick(launcherFiles);
    const entries: ZipEntryInput[] = [
      ...Object.entries(launcher).map(([name, content]) => ({ name, data: textOf(content) })),
      ...Object.entries(jars)
        .filter(() => random.chance(0.6))
        .map(([name, files]) => ({ name: `mods/${name}.jar`, data: jarWith(files) })),
      { name: 'config/numbered.txt', data: `pack ${number} of ${random.below(2 ** 31)}` },
    ];
    const times = 1 + random.below(4);
    const ofEntries: Record<string, (entry: ZipEntryInput) => void> = {
      'text cut': (entry) => {
        entry.data = Buffer.from(entry.data ?? '').subarray(0, random.below(200));
      },
      'text changed': (entry) => {
        entry.data = flipped(Buffer.from(entry.data ?? ''), random);
      },
      'value replaced': (entry) => {
        const text = Buffer.from(entry.data ?? '').toString('latin1');
        const strange = random.pick(['null', '[]', '{}', '1e999', '"\\ud800"', '"\\u0000"', '-1', '""']);
        entry.data = Buffer.from(text.replace(/"[^"]*"(?=[,}\]])/, strange), 'latin1');
      },
      'name replaced': (entry) => {
        entry.name = random.pick(names);
      },
      'sizes lied about': (entry) => {
        entry.size = random.pick([0, 1, 0x7fffffff, 0xffffffff]);
      },
      'compressed size lied about': (entry) => {
        entry.compressedSize = random.pick([0, 1, 1_000_000, 0xffffffff]);
      },
      'checksum lied about': (entry) => {
        entry.crc32 = random.below(2 ** 32);
      },
      'place lied about': (entry) => {
        entry.central = { offset: random.pick([0, 1, 0xfffffffe]) };
      },
      'another method': (entry) => {
        entry.method = random.pick([0, 1, 9, 12, 99]);
      },
      'other flags': (entry) => {
        entry.flags = random.below(0x10000);
      },
      doubled: (entry) => {
        entries.push({ ...entry });
      },
      'a descriptor inside': (entry) => {
        const [what, files] = random.pick(hostileDescriptors);
        done.push(what);
        entry.name = `mods/${random.below(10)}.jar`;
        entry.data = jarWith(files());
      },
    };
    for (let time = 0; time < times; time += 1) {
      const what = random.pick(Object.keys(ofEntries));
      done.push(what);
      ofEntries[what]?.(random.pick(entries));
    }
    let bytes = zipWith(entries, random.chance(0.2) ? { zip64: true, comment: 'made by hand' } : {});
    if (random.chance(0.3)) {
      done.push('bytes changed');
      bytes = flipped(bytes, random);
    }
    if (random.chance(0.1)) {
      done.push('cut off');
      bytes = bytes.subarray(0, random.below(bytes.length));
    }
    return { what: done.join(', '), bytes };
  };
}

const names = [
  '../mods/a.jar',
  'mods/',
  'mods/a.jar/b',
  'MODS/fabric.jar',
  'mods/con.jar',
  'mods/\0.jar',
  'manifest.json',
  'instance.cfg',
  `mods/${'a'.repeat(300)}.jar`,
  `mods/a${'\u0301'.repeat(25)}.jar`,
  `mods/${'. '.repeat(60)}.jar`,
  'mods/💥.jar',
];

/** Documents of a jar that are within the limits of bytes and name as much as those have room for. */
const hostileDescriptors: readonly (readonly [string, () => Record<string, string | Buffer>])[] = [
  ['objects', () => ({ 'fabric.mod.json': filled('{},', '{"id":"a","depends":[', ']}') })],
  ['ids', () => ({ 'fabric.mod.json': filled('"a","b",', '{"id":"a","provides":[', ']}') })],
  ['brackets', () => ({ 'quilt.mod.json': filled('[') })],
  ['mods', () => ({ 'META-INF/mods.toml': filled('[[mods]]\nmodId="a"\n') })],
  ['tables', () => ({ 'META-INF/neoforge.mods.toml': filled('[a.b.c.d.e.f.g.h]\n[x]\n') })],
  ['lines', () => ({ 'META-INF/MANIFEST.MF': filled('\n') })],
  ['text', () => ({ 'fabric.mod.json': filled('long ', '{"id":"a","name":"', '"}') })],
];

/** So many jars that each say as much as they may. */
export function packOfFullReports(jars: number): Buffer {
  // Of each jar its share of what is kept of all, 16 MiB, less what it takes beside these; one that says more is not kept at all.
  const most = Math.floor(((16 * 1024 * 1024) / jars - 400) / 110);
  const depends = Object.fromEntries(
    Array.from({ length: Math.min(500, most) }, (_, n) => [`lib${'x'.repeat(100)}${n}`, '*']),
  );
  const data = jarWith({ 'fabric.mod.json': fabricModJson('a', { depends }) });
  const rawData = deflateRawSync(data);
  return zipWith(Array.from({ length: jars }, (_, n) => ({ name: `mods/${n}.jar`, data, rawData })));
}

/** The same archive with a comment at its end, which makes it other content. */
export function withComment(archive: Buffer, comment: string): Buffer {
  const bytes = Buffer.concat([archive, Buffer.from(comment)]);
  bytes.writeUInt16LE(comment.length, archive.length - 2);
  return bytes;
}

/** Packs within the limits of bytes that ask for as much as they can of whoever reads them. */
export const hostilePacks: readonly (readonly [string, () => Buffer])[] = [
  ['a manifest of 32 MiB of empty objects', () => zipWith([fabricEntry(), manifestOf('{},', '[', ']')])],
  [
    'a manifest of 32 MiB of numbered mods',
    () => zipWith([fabricEntry(), manifestOf('{"projectID":1},', '{"minecraft":{},"files":[', '{}]}')]),
  ],
  ['a name of 60,000 dots', () => zipWith([fabricEntry(), { name: `mods/${'.'.repeat(60_000)}`, data: '' }])],
  [
    'a name of 30,000 combining marks',
    () => zipWith([fabricEntry(), { name: `mods/a${'\u0301\u0323'.repeat(15_000)}.jar`, data: '' }]),
  ],
  [
    '30,000 mods by paths of dots',
    () => {
      const files = Array.from({ length: 30_000 }, (_, n) => ({
        path: `mods/${'. '.repeat(200)}${n}`,
        env: { server: 'unsupported' },
      }));
      const dependencies = { minecraft: '1.20.1', 'fabric-loader': '0.16.10' };
      const data = JSON.stringify({ formatVersion: 1, name: 'Dots', versionId: '1', files, dependencies });
      return zipWith([fabricEntry(), { name: 'modrinth.index.json', data }]);
    },
  ],
  ['558 classes that share 60,000 @Mod', () => zipWith([{ name: 'mods/a.jar', data: sharedClasses() }])],
  [
    '40 jars that name a thousand mods and dependencies each',
    () => {
      const toml = Array.from(
        { length: 1_000 },
        (_, n) =>
          `[[mods]]\nmodId="mod${n}"\ndisplayName="${'N'.repeat(200)}"\n[[dependencies.mod${n}]]\nmodId="lib${n}"\n`,
      ).join('');
      const data = jarWith({ 'META-INF/mods.toml': toml, 'META-INF/neoforge.mods.toml': toml });
      return zipWith(Array.from({ length: 40 }, (_, n) => ({ name: `mods/${n}.jar`, data })));
    },
  ],
  ['two thousand jars that each say as much as they may', () => packOfFullReports(2_000)],
  [
    'twenty thousand jars that need each other',
    () =>
      zipWith(
        Array.from({ length: 20_000 }, (_, n) => ({
          name: `mods/${n}.jar`,
          method: 0,
          data: jarWith({
            'fabric.mod.json': fabricModJson(`m${n}`, {
              environment: n === 19_999 ? '*' : 'client',
              depends: { [`m${n - 1}`]: '*' },
            }),
          }),
        })),
      ),
  ],
  [
    '100,000 entries',
    () =>
      zipWith([
        fabricEntry(),
        ...Array.from({ length: 100_000 }, (_, n) => ({ name: `config/${n}`, method: 0, data: '' })),
      ]),
  ],
  [
    'a thousand problems',
    () =>
      zipWith(Array.from({ length: 1_000 }, (_, n) => ({ name: `../${'long '.repeat(100)}${n}`, data: '' }))),
  ],
  ...hostileDescriptors.map(
    ([what, files]) =>
      [
        `a hundred jars with 4 MiB of ${what}`,
        () => {
          const data = jarWith(files());
          const rawData = deflateRawSync(data);
          return zipWith(Array.from({ length: 100 }, (_, n) => ({ name: `mods/${n}.jar`, data, rawData })));
        },
      ] as const,
  ),
];

function fabricEntry(): ZipEntryInput {
  return { name: 'mods/fabric.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('fabric') }) };
}

function manifestOf(text: string, before: string, behind: string): ZipEntryInput {
  return { name: 'manifest.json', data: filled(text, before, behind, limits.manifestBytes) };
}

/** A jar whose classes are all the same bytes, which hold as many annotations as a class can. */
function sharedClasses(): Buffer {
  const one = classFile([{ type: forgeMod, values: { modid: 'example' } }]);
  // The one annotation takes the last nine bytes; its count stands in front, and the length of all in front of that.
  const body = one.subarray(-9);
  const data = Buffer.concat([one.subarray(0, -9), ...Array.from({ length: 60_000 }, () => body)]);
  data.writeUInt16BE(60_000, one.length - 11);
  data.writeUInt32BE(2 + 60_000 * body.length, one.length - 15);
  const rawData = deflateRawSync(data);
  const shared = Array.from({ length: 557 }, (_, n) => ({
    name: `A${n}.class`,
    size: data.length,
    rawData: Buffer.alloc(0),
    compressedSize: rawData.length,
    central: { offset: 0 },
  }));
  return zipWith([{ name: 'A.class', data, rawData }, ...shared]);
}

/** As much of the text as a limit has room for, with another text in front and behind. */
function filled(
  text: string,
  before = '',
  behind = '',
  bytes: number = limits.jar.maxDescriptorBytes,
): Buffer {
  const middle = Buffer.alloc(bytes - Buffer.byteLength(before + behind), text);
  return Buffer.concat([Buffer.from(before), middle, Buffer.from(behind)]);
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  for (let times = 1 + random.below(8); times > 0 && changed.length > 0; times -= 1)
    changed[random.below(changed.length)] = random.pick([0, 1, 8, 0x7f, 0x80, 0xff, random.below(256)]);
  return changed;
}

function textOf(content: object | string): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
