import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { classFile, forgeMod } from '../test/support/jar.ts';

/** How large a made-up modpack is; the same shape gives the same contents. */
export interface PackShape {
  /** Jars in `mods/`; every ninth is client-only. */
  jars: number;
  /** Mean size of a jar in bytes. */
  jarBytes: number;
  /** Configs, scripts, pictures and the like, about. */
  files: number;
}

/** What full and small runs measure with. */
export const packShapes = {
  full: { jars: 270, jarBytes: 2_050_000, files: 3730 },
  small: { jars: 12, jarBytes: 400_000, files: 200 },
} satisfies Record<string, PackShape>;

/** A whole number from 0 to below the limit. */
type Random = (limit: number) => number;

interface PackFile {
  name: string;
  make: () => Promise<Buffer> | Buffer;
}

const earliest = new Date(2024, 0, 1);
const meanClassBytes = 6 * 1024;
/** Classes in a jar shrink to about this part of their size. */
const classRatio = 0.5;

/**
 * Writes a made-up Forge modpack for 1.20.1 with real descriptors, as launchers write them: streamed, with data
 * descriptors.
 */
export async function writePack(path: string, shape: PackShape): Promise<void> {
  const zip = new ZipFile();
  const file = createWriteStream(path);
  zip.on('error', (cause) => file.destroy(cause));
  for (const { name, make } of packFiles(shape))
    zip.addReadStreamLazy(name, { mtime: earliest }, (use) => {
      Promise.resolve()
        .then(make)
        .then(
          (bytes) => use(null, Readable.from([bytes])),
          (cause) => zip.emit('error', cause),
        );
    });
  zip.end();
  await pipeline(zip.outputStream, file);
}

function packFiles({ jars, jarBytes, files }: PackShape): PackFile[] {
  const random = createRandom(1);
  const code = classLikeBytes(createRandom(2), 8 * 1024 * 1024);
  const mods = Array.from({ length: jars }, (_, index) => ({
    name: `mods/mod-${index}-1.20.1-${1 + (index % 7)}.${index % 10}.jar`,
    // From a third of the mean to three times as much, as libraries and content mods are.
    make: () => makeJar(index, jarBytes / 3 + (jarBytes * 4 * index) / (3 * Math.max(jars - 1, 1)), code),
  }));
  const others = Array.from({ length: files }, (_, index) => makeFile(index, random(1_000_000)));
  return [...mods, ...others];
}

/** Of ten files seven are configs, two are scripts and one is a picture, every third of those in a resource pack. */
function makeFile(index: number, seed: number): PackFile {
  const random = createRandom(seed);
  const kind = index % 10;
  if (kind === 9) {
    const folder = index % 3 === 0 ? 'resourcepacks/art' : 'config/fancymenu/assets';
    return {
      name: `${folder}/picture-${index}.png`,
      make: () => randomBytes(random, 20_000 + random(150_000)),
    };
  }
  if (kind > 6)
    return {
      name: `kubejs/server_scripts/recipes-${index}.js`,
      make: () => text(random, 200 + random(8000)),
    };
  return {
    name: `config/mod-${index % 270}/settings-${index}.toml`,
    make: () => text(random, 300 + random(12_000)),
  };
}

function makeJar(index: number, bytes: number, code: Buffer): Promise<Buffer> {
  const random = createRandom(1000 + index);
  const zip = new ZipFile();
  const options = { mtime: earliest };
  zip.addBuffer(Buffer.from('Manifest-Version: 1.0\n'), 'META-INF/MANIFEST.MF', options);
  zip.addBuffer(Buffer.from(modsToml(index)), 'META-INF/mods.toml', options);
  // Forge loads no jar without it.
  const modClass = classFile([{ type: forgeMod, values: { value: `mod${index}` } }]);
  zip.addBuffer(modClass, `org/example/mod${index}/Mod${index}.class`, options);
  let left = bytes;
  for (let number = 0; left > 0; number++) {
    const isPicture = number % 8 === 7;
    const size = 1 + random(2 * meanClassBytes);
    const start = random(code.length - size);
    if (isPicture)
      zip.addBuffer(randomBytes(random, size), `assets/mod${index}/textures/${number}.png`, options);
    else
      zip.addBuffer(
        code.subarray(start, start + size),
        `org/example/mod${index}/Part${number}.class`,
        options,
      );
    left -= (isPicture ? size : size * classRatio) + 200;
  }
  zip.end();
  return buffer(zip.outputStream);
}

function modsToml(index: number): string {
  const side = index % 9 === 4 ? 'CLIENT' : 'BOTH';
  const dependency = (modId: string, where: string) =>
    `[[dependencies.mod${index}]]\nmodId="${modId}"\nmandatory=true\nversionRange="*"\nordering="NONE"\nside="${where}"\n`;
  return [
    'modLoader="javafml"\nloaderVersion="[47,)"\nlicense="MIT"\n',
    `[[mods]]\nmodId="mod${index}"\nversion="1.${index % 10}"\ndisplayName="Mod ${index}"\n`,
    dependency('forge', side),
    dependency('minecraft', side),
    index % 5 === 2 ? dependency(`mod${index - 1}`, 'BOTH') : '',
  ].join('\n');
}

const words =
  'enabled spawn rate chance biome minecraft:stone forge:ores true false weight 0.25 level entity'.split(' ');

function text(random: Random, size: number): Buffer {
  const lines: string[] = [];
  for (let length = 0; length < size; length += lines.at(-1)?.length ?? size)
    lines.push(
      `${words[random(words.length)]}_${random(500)} = "${words[random(words.length)]} ${random(10_000)}"\n`,
    );
  return Buffer.from(lines.join(''));
}

/** Identifiers with bytes between them, which deflate about as well as compiled classes do. */
function classLikeBytes(random: Random, size: number): Buffer {
  const identifiers = Array.from(
    { length: 3000 },
    () => `${words[random(words.length)]}${random(100_000)}/${random(100)}`,
  );
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    at += bytes.write(identifiers[random(identifiers.length)] ?? '', at, 'latin1');
    for (let count = random(6); count > 0 && at < size; count--) bytes[at++] = random(256);
  }
  return bytes;
}

function randomBytes(random: Random, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (; at + 4 <= size; at += 4) bytes.writeUInt32LE(random(0x100000000), at);
  return bytes.fill(0, at);
}

/** Repeatable random numbers (the mulberry32 sequence). */
function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000) * limit);
  };
}
