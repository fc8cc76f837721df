import {
  type ConstantPool,
  constantAt,
  fieldsOf,
  isText,
  nameAt,
  readConstantPool,
  textAt,
} from './constant-pool.ts';

const codeAttribute = Buffer.from('Code');
const loadConstant = 0x12;
const loadWideConstant = 0x13;
const returnReference = 0xb0;

/**
 * The text returned by a method that does nothing else; otherwise null. Throws RangeError when the bytes are no class.
 */
export function returnedText(classFile: Buffer, method: string): string | null {
  const pool = readConstantPool(classFile);
  const wanted = Buffer.from(method);
  let text: string | null = null;
  const skipFields = eachMember(pool, fieldsOf(pool), () => {});
  eachMember(pool, skipFields, (name, attribute, at) => {
    if (!isText(pool, name, wanted) || !isText(pool, attribute, codeAttribute)) return;
    const from = at + 14;
    const code = classFile.readUInt8(from);
    const isWide = code === loadWideConstant;
    if (!isWide && code !== loadConstant) return;
    if (classFile.readUInt8(from + (isWide ? 3 : 2)) !== returnReference) return;
    const index = isWide ? classFile.readUInt16BE(from + 1) : classFile.readUInt8(from + 1);
    const constant = constantAt(pool, index, 8);
    if (constant !== 0) text = textAt(pool, classFile.readUInt16BE(constant))?.toString() ?? null;
  });
  return text;
}

/** The searched-for classes with a method that a bootstrap method binds, by the bootstrap method's index. */
export function boundClasses(
  pool: ConstantPool,
  start: number,
  isSearched: (name: Buffer) => boolean,
): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  if (start === 0) return found;
  const { classFile } = pool;
  const count = classFile.readUInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index++) {
    const argumentCount = classFile.readUInt16BE(at + 2);
    at += 4;
    for (let left = argumentCount; left > 0; left--, at += 2) {
      const handle = constantAt(pool, classFile.readUInt16BE(at), 15);
      const owner = handle === 0 ? null : ownerOf(pool, classFile.readUInt16BE(handle + 1));
      if (owner !== null && isSearched(owner)) found.set(index, owner);
    }
  }
  return found;
}

/**
 * Calls `take` for the attributes of each field or method, with both names, the attribute's offset and the descriptor;
 * returns the offset after the last member.
 */
export function eachMember(
  pool: ConstantPool,
  start: number,
  take: (name: number, attribute: number, at: number, descriptor: number) => void,
): number {
  const { classFile } = pool;
  let at = start + 2;
  for (let left = classFile.readUInt16BE(start); left > 0; left--) {
    const name = classFile.readUInt16BE(at + 2);
    const descriptor = classFile.readUInt16BE(at + 4);
    at = eachAttribute(pool, at + 6, (attribute, offset) => take(name, attribute, offset, descriptor));
  }
  return at;
}

export function eachAttribute(
  { classFile }: ConstantPool,
  start: number,
  take: (name: number, at: number) => void,
): number {
  let at = start + 2;
  for (let left = classFile.readUInt16BE(start); left > 0; left--) {
    take(classFile.readUInt16BE(at), at);
    at += 6 + classFile.readUInt32BE(at + 2);
  }
  return at;
}

/** The name of a constant's class, or of the class that owns its field or method; null for other constants. */
export function ownerOf(pool: ConstantPool, index: number): Buffer | null {
  const direct = constantAt(pool, index, 7);
  if (direct !== 0) return nameAt(pool, pool.classFile.readUInt16BE(direct));
  const member = constantAt(pool, index, 9, 10, 11);
  if (member === 0) return null;
  const owner = constantAt(pool, pool.classFile.readUInt16BE(member), 7);
  return owner === 0 ? null : nameAt(pool, pool.classFile.readUInt16BE(owner));
}

/** A class file spells arrays `[Lnet/...;`. */
const beforeName = /^\[*L?/;

export function beginsWithOne(name: Buffer, prefixes: readonly Buffer[]): boolean {
  const from = name[0] === 0x5b ? (beforeName.exec(name.toString('latin1', 0, 300))?.[0].length ?? 0) : 0;
  return prefixes.some((prefix) => name.subarray(from, from + prefix.length).equals(prefix));
}

const tableSwitch = 0xaa;
const lookupSwitch = 0xab;
const wide = 0xc4;
const wideIncrement = 0x84;

/** The number of operand bytes after each opcode, in runs of equal numbers. */
const operandBytes = lengths([
  [0x10, 1],
  [0x11, 2],
  [0x12, 1],
  [0x13, 2],
  [0x14, 2],
  [0x15, 1, 0x19],
  [0x36, 1, 0x3a],
  [0x84, 2],
  [0x99, 2, 0xa8],
  [0xa9, 1],
  [0xb2, 2, 0xb8],
  [0xb9, 4, 0xba],
  [0xbb, 2],
  [0xbc, 1],
  [0xbd, 2],
  [0xc0, 2, 0xc1],
  [0xc5, 3],
  [0xc6, 2, 0xc7],
  [0xc8, 4, 0xc9],
]);

function lengths(runs: readonly (readonly [first: number, bytes: number, last?: number])[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const [first, bytes, last = first] of runs) table.fill(bytes, first, last + 1);
  return table;
}

/** The offset of the instruction after the one at `at`, in code that begins at `start`. */
export function behindInstruction(classFile: Buffer, start: number, at: number): number {
  const code = classFile.readUInt8(at);
  if (code === tableSwitch || code === lookupSwitch) return behindSwitch(classFile, code, start, at);
  if (code === wide) return at + (classFile.readUInt8(at + 1) === wideIncrement ? 6 : 4);
  return at + 1 + (operandBytes[code] ?? 0);
}

/** The operands of a switch are aligned to a multiple of four from the start of the code. */
function behindSwitch(classFile: Buffer, code: number, start: number, at: number): number {
  const aligned = at + 4 - ((at - start) % 4);
  if (code === lookupSwitch) return aligned + 8 + 8 * classFile.readUInt32BE(aligned + 4);
  const count = classFile.readInt32BE(aligned + 8) - classFile.readInt32BE(aligned + 4) + 1;
  return aligned + 12 + 4 * Math.max(count, 0);
}
