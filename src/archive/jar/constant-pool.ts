/** Offsets of the constants of a class file. */
export interface ConstantPool {
  readonly classFile: Buffer;
  /** Offset of each constant's tag by its index; indexes without a constant hold 0. */
  readonly offsets: Uint32Array;
  /** Offset after the last constant. */
  readonly end: number;
}

const magic = 0xcafebabe;

/** Bytes of content after the tag of each kind of constant; text (1) states its length. */
const constantSizes = new Map([
  [3, 4],
  [4, 4],
  [5, 8],
  [6, 8],
  [7, 2],
  [8, 2],
  [9, 4],
  [10, 4],
  [11, 4],
  [12, 4],
  [15, 3],
  [16, 2],
  [17, 4],
  [18, 4],
  [19, 2],
  [20, 2],
]);

/** Finds the constants of a class file; throws RangeError when the bytes are no class file or end early. */
export function readConstantPool(classFile: Buffer): ConstantPool {
  if (classFile.length < 10 || classFile.readUInt32BE(0) !== magic) throw new RangeError('not a class file');
  const count = classFile.readUInt16BE(8);
  const offsets = new Uint32Array(count);
  let at = 10;
  for (let index = 1; index < count; index++) {
    offsets[index] = at;
    const tag = classFile.readUInt8(at);
    const size = tag === 1 ? 2 + classFile.readUInt16BE(at + 1) : constantSizes.get(tag);
    if (size === undefined) throw new RangeError(`unknown constant ${tag}`);
    at += 1 + size;
    // Long and double take two indexes.
    if (tag === 5 || tag === 6) index++;
  }
  return { classFile, offsets, end: at };
}

/** Offset of the class's fields: after access flags, own name, superclass and interfaces. */
export function fieldsOf({ classFile, end }: ConstantPool): number {
  return end + 8 + 2 * classFile.readUInt16BE(end + 6);
}

/** Offset of the content of the constant with that index, if it has one of these tags; otherwise 0. */
export function constantAt({ classFile, offsets }: ConstantPool, index: number, ...tags: number[]): number {
  // An index without a constant gives offset 0, whose byte is no constant's tag.
  const at = offsets[index] ?? 0;
  return tags.includes(classFile.readUInt8(at)) ? at + 1 : 0;
}

/** The bytes of a text constant, without a copy; null for other constants. */
export function textAt(pool: ConstantPool, index: number): Buffer | null {
  const at = constantAt(pool, index, 1);
  return at === 0 ? null : pool.classFile.subarray(at + 2, at + 2 + pool.classFile.readUInt16BE(at));
}

/** Most bytes of a name; hostile classes have longer ones and refer to them repeatedly. */
const longestName = 512;

/** The bytes of a name; null for a name longer than any real one. */
export function nameAt(pool: ConstantPool, index: number): Buffer | null {
  const name = textAt(pool, index);
  return name === null || name.length > longestName ? null : name;
}

/** Whether a constant is that text. */
export function isText(pool: ConstantPool, index: number, text: Buffer): boolean {
  return textAt(pool, index)?.equals(text) ?? false;
}
