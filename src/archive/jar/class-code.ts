import {
  type ConstantPool,
  constantAt,
  fieldsOf,
  isText,
  readConstantPool,
  textAt,
} from './constant-pool.ts';

/** What is looked for in the code that runs when a class is loaded or an object of it is made. */
export interface WantedReferences {
  /** How the names of the classes begin that are looked for, as class files spell them: `net/minecraft/client/`. */
  classes: readonly Buffer[];
  /** Code that refers to a class whose name begins so is passed over. */
  guards: readonly Buffer[];
}

const initializers = [
  { name: Buffer.from('<clinit>'), called: 'static initialiser' },
  { name: Buffer.from('<init>'), called: 'constructor' },
] as const;

/** Where a class refers to what is looked for. */
export type Initializer = (typeof initializers)[number]['called'];

const codeAttribute = Buffer.from('Code');
const bootstrapAttribute = Buffer.from('BootstrapMethods');

/**
 * The first constructor or static initialiser that refers to one of the classes and to no guard; null when none does. What
 * it calls is not followed. Throws RangeError when the bytes are no class file or are cut off.
 */
export function findInInitializers(classFile: Buffer, wanted: WantedReferences): Initializer | null {
  const pool = readConstantPool(classFile);
  const codes: { called: Initializer; from: number; to: number }[] = [];
  let bootstrapMethods = 0;
  const skipFields = eachMember(pool, fieldsOf(pool), () => {});
  const attributes = eachMember(pool, skipFields, (name, attribute, at) => {
    const initializer = initializers.find((one) => isText(pool, name, one.name));
    if (initializer === undefined || !isText(pool, attribute, codeAttribute)) return;
    // Behind the name and length of the attribute stand the depth of the stack, the count of variables and the code's length.
    const from = at + 14;
    const end = at + 6 + classFile.readUInt32BE(at + 2);
    // Code that claims to be longer than its attribute would be read once more for each method.
    codes.push({
      called: initializer.called,
      from,
      to: Math.min(from + classFile.readUInt32BE(at + 10), end),
    });
  });
  eachAttribute(pool, attributes, (name, at) => {
    if (isText(pool, name, bootstrapAttribute)) bootstrapMethods = at + 6;
  });
  const lambdas = lambdaClasses(pool, bootstrapMethods, wanted);
  return codes.find(({ from, to }) => refersUnguarded(pool, from, to, lambdas, wanted))?.called ?? null;
}

const loadConstant = 0x12;
const loadWideConstant = 0x13;
const returnReference = 0xb0;

/** The text that a method of that name does nothing but return; null when it does anything else. Throws as `findInInitializers` does. */
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

/** Calls `take` for the attributes of each field or method, with both names and where the attribute lies; answers where they end. */
function eachMember(
  pool: ConstantPool,
  start: number,
  take: (name: number, attribute: number, at: number) => void,
): number {
  const { classFile } = pool;
  let at = start + 2;
  for (let left = classFile.readUInt16BE(start); left > 0; left--) {
    const name = classFile.readUInt16BE(at + 2);
    at = eachAttribute(pool, at + 6, (attribute, offset) => take(name, attribute, offset));
  }
  return at;
}

function eachAttribute(
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

/** Which of the bootstrap methods bind a method of a wanted class, as `Screen::new` does: their places. */
function lambdaClasses(pool: ConstantPool, start: number, wanted: WantedReferences): Set<number> {
  const found = new Set<number>();
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
      if (owner !== null && beginsWithOne(owner, wanted.classes)) found.add(place);
    }
  }
  return found;
}

function refersUnguarded(
  pool: ConstantPool,
  from: number,
  to: number,
  lambdas: ReadonlySet<number>,
  { classes, guards }: WantedReferences,
): boolean {
  let isFound = false;
  for (const index of operands(pool.classFile, from, to)) {
    const dynamic = constantAt(pool, index, 18);
    if (dynamic !== 0) {
      isFound ||= lambdas.has(pool.classFile.readUInt16BE(dynamic));
      continue;
    }
    const owner = ownerOf(pool, index);
    if (owner === null) continue;
    if (beginsWithOne(owner, guards)) return false;
    isFound ||= beginsWithOne(owner, classes);
  }
  return isFound;
}

/** The name of the class that a constant is, or whose field or method it is; null for every other constant. */
function ownerOf(pool: ConstantPool, index: number): Buffer | null {
  const direct = constantAt(pool, index, 7);
  if (direct !== 0) return textAt(pool, pool.classFile.readUInt16BE(direct));
  const member = constantAt(pool, index, 9, 10, 11);
  if (member === 0) return null;
  const owner = constantAt(pool, pool.classFile.readUInt16BE(member), 7);
  return owner === 0 ? null : textAt(pool, pool.classFile.readUInt16BE(owner));
}

/** Arrays are spelt `[Lnet/...;`. */
const beforeName = /^\[*L?/;

function beginsWithOne(name: Buffer, prefixes: readonly Buffer[]): boolean {
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

/** The instructions whose first operand is a constant of two bytes. */
const namesConstant = new Set([
  0x13, 0x14, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbb, 0xbd, 0xc0, 0xc1, 0xc5,
]);

function lengths(runs: readonly (readonly [first: number, bytes: number, last?: number])[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const [first, bytes, last = first] of runs) table.fill(bytes, first, last + 1);
  return table;
}

/** The constants that instructions name, one by one. Throws RangeError when the code reaches beyond the file. */
function* operands(classFile: Buffer, from: number, to: number): Generator<number> {
  let at = from;
  while (at < to) {
    const code = classFile.readUInt8(at);
    if (code === loadConstant) yield classFile.readUInt8(at + 1);
    else if (namesConstant.has(code)) yield classFile.readUInt16BE(at + 1);
    if (code === tableSwitch || code === lookupSwitch) at = behindSwitch(classFile, code, from, at);
    else if (code === wide) at += classFile.readUInt8(at + 1) === wideIncrement ? 6 : 4;
    else at += 1 + (operandBytes[code] ?? 0);
  }
}

/** The operands of a switch begin at a multiple of four from the start of the code. */
function behindSwitch(classFile: Buffer, code: number, start: number, at: number): number {
  const aligned = at + 4 - ((at - start) % 4);
  if (code === lookupSwitch) return aligned + 8 + 8 * classFile.readUInt32BE(aligned + 4);
  const count = classFile.readInt32BE(aligned + 8) - classFile.readInt32BE(aligned + 4) + 1;
  return aligned + 12 + 4 * Math.max(count, 0);
}
