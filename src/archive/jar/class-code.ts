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

/** The text that a method of that name does nothing but return; null when it does anything else. Throws RangeError when it is no class. */
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

/** The name of a class that begins with one of these, of which one of the bootstrap methods binds a method, by its place. */
export function boundClasses(
  pool: ConstantPool,
  start: number,
  classes: readonly Buffer[],
): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  if (start === 0) return found;
  const { classFile } = pool;
  const count = classFile.readUInt16BE(start);
  let at = start + 2;
  for (let place = 0; place < count; place++) {
    const argumentCount = classFile.readUInt16BE(at + 2);
    at += 4;
    for (let left = argumentCount; left > 0; left--, at += 2) {
      const handle = constantAt(pool, classFile.readUInt16BE(at), 15);
      const owner = handle === 0 ? null : ownerOf(pool, classFile.readUInt16BE(handle + 1));
      if (owner !== null && beginsWithOne(owner, classes)) found.set(place, owner);
    }
  }
  return found;
}

/** Calls `take` for the attributes of each field or method, with both names, where the attribute lies, and the descriptor; answers where they end. */
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

/** The name of the class that a constant is, or whose field or method it is; null for every other constant. */
export function ownerOf(pool: ConstantPool, index: number): Buffer | null {
  const direct = constantAt(pool, index, 7);
  if (direct !== 0) return nameAt(pool, pool.classFile.readUInt16BE(direct));
  const member = constantAt(pool, index, 9, 10, 11);
  if (member === 0) return null;
  const owner = constantAt(pool, pool.classFile.readUInt16BE(member), 7);
  return owner === 0 ? null : nameAt(pool, pool.classFile.readUInt16BE(owner));
}

/** Arrays are spelt `[Lnet/...;`. */
const beforeName = /^\[*L?/;

export function beginsWithOne(name: Buffer, prefixes: readonly Buffer[]): boolean {
  const from = name[0] === 0x5b ? (beforeName.exec(name.toString('latin1', 0, 300))?.[0].length ?? 0) : 0;
  return prefixes.some((prefix) => name.subarray(from, from + prefix.length).equals(prefix));
}

const tableSwitch = 0xaa;
const lookupSwitch = 0xab;
const wide = 0xc4;
const wideIncrement = 0x84;

/** The bytes that follow the code of each instruction, by runs of codes with as many. */
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

/** Where the instruction behind that at `at` begins, in code that begins at `start`. */
export function behindInstruction(classFile: Buffer, start: number, at: number): number {
  const code = classFile.readUInt8(at);
  if (code === tableSwitch || code === lookupSwitch) return behindSwitch(classFile, code, start, at);
  if (code === wide) return at + (classFile.readUInt8(at + 1) === wideIncrement ? 6 : 4);
  return at + 1 + (operandBytes[code] ?? 0);
}

/** The operands of a switch begin at a multiple of four from the start of the code. */
function behindSwitch(classFile: Buffer, code: number, start: number, at: number): number {
  const aligned = at + 4 - ((at - start) % 4);
  if (code === lookupSwitch) return aligned + 8 + 8 * classFile.readUInt32BE(aligned + 4);
  const count = classFile.readInt32BE(aligned + 8) - classFile.readInt32BE(aligned + 4) + 1;
  return aligned + 12 + 4 * Math.max(count, 0);
}
