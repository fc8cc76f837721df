/** One runtime-visible annotation of a class, with the values that are text or truth; others are left out. */
export interface ClassAnnotation {
  /** The annotation's type as the class file spells it, such as `Lnet/minecraftforge/fml/common/Mod;`. */
  type: string;
  values: ReadonlyMap<string, string | boolean>;
}

const magic = 0xcafebabe;
const visibleAnnotations = 'RuntimeVisibleAnnotations';
/** Element values nest by annotation and array; real ones stay at two or three. */
const maxDepth = 16;

/** How many bytes of content follow the tag of each kind of constant; text (1) has a length of its own. */
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

/** Reads the runtime-visible annotations of a class; throws RangeError when it is no class file or is cut off. */
export function readClassAnnotations(classFile: Buffer): ClassAnnotation[] {
  if (classFile.length < 10 || classFile.readUInt32BE(0) !== magic) throw new RangeError('not a class file');
  const { constants, end } = readConstantPool(classFile);
  // Behind the constants stand the access flags, the class and its superclass, then the interfaces.
  const cursor: Cursor = { classFile, constants, at: end + 6 };
  cursor.at += 2 + 2 * classFile.readUInt16BE(cursor.at);
  skipFieldsOrMethods(cursor);
  skipFieldsOrMethods(cursor);
  const found: ClassAnnotation[] = [];
  for (let left = readShort(cursor); left > 0; left--) {
    const name = textAt(constants, readShort(cursor));
    const size = classFile.readUInt32BE(cursor.at);
    const attributeEnd = cursor.at + 4 + size;
    cursor.at += 4;
    if (name === visibleAnnotations)
      for (let count = readShort(cursor); count > 0; count--) found.push(readAnnotation(cursor, 0));
    // An attribute that claims to be shorter than it is would be read again as the next one.
    if (cursor.at > attributeEnd) throw new RangeError('an attribute is longer than it says');
    cursor.at = attributeEnd;
  }
  return found;
}

interface Cursor {
  readonly classFile: Buffer;
  readonly constants: Constants;
  at: number;
}

interface Constants {
  /** Offset of each constant's tag by its index; indexes without a constant hold 0. */
  offsets: Uint32Array;
  /** The text constants decoded so far by index: a hostile class may name one of them a million times. */
  texts: Map<number, string>;
  classFile: Buffer;
}

function readConstantPool(classFile: Buffer): { constants: Constants; end: number } {
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
  return { constants: { offsets, texts: new Map(), classFile }, end: at };
}

function textAt({ offsets, texts, classFile }: Constants, index: number): string | null {
  const known = texts.get(index);
  if (known !== undefined) return known;
  const at = offsets[index] ?? 0;
  if (at === 0 || classFile.readUInt8(at) !== 1) return null;
  const text = classFile.toString('utf8', at + 3, at + 3 + classFile.readUInt16BE(at + 1));
  texts.set(index, text);
  return text;
}

function skipFieldsOrMethods(cursor: Cursor): void {
  for (let left = readShort(cursor); left > 0; left--) {
    cursor.at += 6;
    for (let attributes = readShort(cursor); attributes > 0; attributes--)
      cursor.at += 6 + cursor.classFile.readUInt32BE(cursor.at + 2);
  }
}

function readAnnotation(cursor: Cursor, depth: number): ClassAnnotation {
  const type = textAt(cursor.constants, readShort(cursor)) ?? '';
  const values = new Map<string, string | boolean>();
  for (let left = readShort(cursor); left > 0; left--) {
    const name = textAt(cursor.constants, readShort(cursor));
    const value = readElement(cursor, depth);
    if (name !== null && value !== null) values.set(name, value);
  }
  return { type, values };
}

/** Reads one element value; null for every kind that is neither text nor truth. */
function readElement(cursor: Cursor, depth: number): string | boolean | null {
  if (depth > maxDepth) throw new RangeError('annotations are nested too deeply');
  const { classFile, constants } = cursor;
  const tag = String.fromCharCode(classFile.readUInt8(cursor.at++));
  switch (tag) {
    case 's':
      return textAt(constants, readShort(cursor));
    case 'Z': {
      const at = constants.offsets[readShort(cursor)] ?? 0;
      return at !== 0 && classFile.readUInt8(at) === 3 ? classFile.readInt32BE(at + 1) !== 0 : null;
    }
    case 'e':
      cursor.at += 4;
      return null;
    case '@':
      readAnnotation(cursor, depth + 1);
      return null;
    case '[':
      for (let left = readShort(cursor); left > 0; left--) readElement(cursor, depth + 1);
      return null;
    default:
      if (!'BCDFIJSc'.includes(tag)) throw new RangeError(`unknown element value ${tag}`);
      cursor.at += 2;
      return null;
  }
}

function readShort(cursor: Cursor): number {
  const value = cursor.classFile.readUInt16BE(cursor.at);
  cursor.at += 2;
  return value;
}
