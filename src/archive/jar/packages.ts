import { crc32 } from 'node:zlib';
import { constantAt, nameAt, readConstantPool } from './constant-pool.ts';

/** Folders of a package that identify its owner: `com/example/mod` of `com/example/mod/client/gui`. */
const telling = 3;
/** Most characters of a package. */
const longest = 120;

/** Packages of Java, the game, the loaders and their libraries, which belong to no mod. */
const common = [
  'com/electronwill/',
  'com/github/benmanes/',
  'com/google/',
  'com/ibm/icu/',
  'com/llamalad7/',
  'com/mojang/',
  'com/sun/',
  'cpw/mods/',
  'io/netty/',
  'it/unimi/',
  'java/',
  'javax/',
  'jdk/',
  'joptsimple/',
  'kotlin/',
  'net/minecraft/',
  'net/minecraftforge/',
  'net/neoforged/',
  'org/antlr/',
  'org/apache/',
  'org/checkerframework/',
  'org/intellij/',
  'org/jetbrains/',
  'org/joml/',
  'org/lwjgl/',
  'org/objectweb/',
  'org/slf4j/',
  'org/spongepowered/',
  'org/w3c/',
  'org/xml/',
  'oshi/',
  'scala/',
  'sun/',
];

/** The first folders of a class's package, by the class's path; null for packages that belong to no mod. */
export function ownerOf(className: string): string | null {
  let end = -1;
  for (let left = telling; left > 0; left--) {
    const next = className.indexOf('/', end + 1);
    if (next < 0) break;
    end = next;
  }
  if (end < 0 || end > longest || common.some((start) => className.startsWith(start))) return null;
  return className.slice(0, end);
}

/** A package as a number; two packages share a number once in four thousand million. */
export function numberOf(owner: string): number {
  return crc32(owner);
}

/**
 * The names of the classes that a class refers to, without arrays and without overlong names. Throws RangeError when
 * the bytes are no class file.
 */
export function* classesIn(classFile: Buffer): Generator<string> {
  const pool = readConstantPool(classFile);
  for (let index = 1; index < pool.offsets.length; index++) {
    const at = constantAt(pool, index, 7);
    const name = at === 0 ? null : nameAt(pool, classFile.readUInt16BE(at));
    if (name !== null && name[0] !== array) yield name.toString('latin1');
  }
}

const array = 0x5b;
