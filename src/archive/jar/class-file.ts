import {
  type ConstantPool,
  constantAt,
  fieldsOf,
  isText,
  readConstantPool,
  textAt,
} from './constant-pool.ts';

/** The annotations and values to read from a class. */
export interface WantedAnnotations {
  /** Types as class files spell them, for example `Lnet/minecraftforge/fml/common/Mod;`. */
  types: readonly Buffer[];
  /** The values to read, by name. Supported are text, truth, an enum's constant and arrays of these. */
  values: ReadonlyMap<string, Buffer>;
  /** Most bytes of a text; a longer one is cut. */
  longestText: number;
}

/** The value of an annotation; an enum's constant is given by name. */
export type AnnotationValue = string | boolean | readonly (string | boolean)[];

/** Most kept elements of an array: arrays matter only for the names of the two sides. */
const mostElements = 2;
const arrayTag = 0x5b;
const visibleAnnotations = Buffer.from('RuntimeVisibleAnnotations');
/** Deepest nesting of annotations and arrays in element values; real ones nest two or three deep. */
const maxDepth = 16;

/**
 * The values of the first `most` wanted runtime-visible annotations of a class; a class of 4 MiB can have a million.
 * Throws RangeError when the bytes are no class file or end early.
 */
export function readAnnotations(
  classFile: Buffer,
  wanted: WantedAnnotations,
  most: number,
): ReadonlyMap<string, AnnotationValue>[] {
  const pool = readConstantPool(classFile);
  const cursor: Cursor = { ...pool, wanted, at: fieldsOf(pool) };
  skipFieldsOrMethods(cursor);
  skipFieldsOrMethods(cursor);
  const found: ReadonlyMap<string, AnnotationValue>[] = [];
  for (let left = readShort(cursor); left > 0; left--) {
    const isVisibleAnnotations = isText(cursor, readShort(cursor), visibleAnnotations);
    const size = classFile.readUInt32BE(cursor.at);
    const attributeEnd = cursor.at + 4 + size;
    cursor.at += 4;
    if (isVisibleAnnotations)
      for (let count = readShort(cursor); count > 0; count--) {
        const type = readShort(cursor);
        const isWanted = wanted.types.some((one) => isText(cursor, type, one));
        const values = readValues(cursor, isWanted, 0);
        if (values !== null) found.push(values);
        if (found.length >= most) return found;
      }
    // Otherwise the rest of an attribute with too short a length would be read as the next attribute.
    if (cursor.at > attributeEnd) throw new RangeError('an attribute is longer than it says');
    cursor.at = attributeEnd;
  }
  return found;
}

interface Cursor extends ConstantPool {
  readonly wanted: WantedAnnotations;
  at: number;
}

function skipFieldsOrMethods(cursor: Cursor): void {
  for (let left = readShort(cursor); left > 0; left--) {
    cursor.at += 6;
    for (let attributes = readShort(cursor); attributes > 0; attributes--)
      cursor.at += 6 + cursor.classFile.readUInt32BE(cursor.at + 2);
  }
}

/** Reads the values after an annotation's type; null for an unwanted annotation. */
function readValues(cursor: Cursor, isWanted: boolean, depth: number): Map<string, AnnotationValue> | null {
  const values = isWanted ? new Map<string, AnnotationValue>() : null;
  for (let left = readShort(cursor); left > 0; left--) {
    const name = readShort(cursor);
    const wantedName = isWanted ? nameOf(cursor, name) : null;
    const value = readValue(cursor, wantedName !== null, depth);
    if (wantedName !== null && value !== null) values?.set(wantedName, value);
  }
  return values;
}

function nameOf(cursor: Cursor, index: number): string | null {
  for (const [name, bytes] of cursor.wanted.values) if (isText(cursor, index, bytes)) return name;
  return null;
}

function readValue(cursor: Cursor, isWanted: boolean, depth: number): AnnotationValue | null {
  if (cursor.classFile[cursor.at] !== arrayTag) return readElement(cursor, isWanted, depth);
  cursor.at++;
  return readElements(cursor, isWanted, depth);
}

/** Reads the elements of an array; null for an unwanted array. */
function readElements(cursor: Cursor, isWanted: boolean, depth: number): (string | boolean)[] | null {
  const kept: (string | boolean)[] = [];
  for (let left = readShort(cursor); left > 0; left--) {
    const element = readElement(cursor, isWanted && kept.length < mostElements, depth + 1);
    if (element !== null) kept.push(element);
  }
  return isWanted ? kept : null;
}

/** Reads one element value; null for arrays, for kinds that are not kept and for unwanted values. */
function readElement(cursor: Cursor, isWanted: boolean, depth: number): string | boolean | null {
  if (depth > maxDepth) throw new RangeError('annotations are nested too deeply');
  const { classFile } = cursor;
  const tag = String.fromCharCode(classFile.readUInt8(cursor.at++));
  switch (tag) {
    case 's':
      return textIf(isWanted, cursor);
    case 'Z': {
      const at = constantAt(cursor, readShort(cursor), 3);
      return isWanted && at !== 0 ? classFile.readInt32BE(at) !== 0 : null;
    }
    case 'e':
      cursor.at += 2;
      return textIf(isWanted, cursor);
    case '@':
      cursor.at += 2;
      readValues(cursor, false, depth + 1);
      return null;
    case '[':
      readElements(cursor, false, depth);
      return null;
    default:
      if (!'BCDFIJSc'.includes(tag)) throw new RangeError(`unknown element value ${tag}`);
      cursor.at += 2;
      return null;
  }
}

function textIf(isWanted: boolean, cursor: Cursor): string | null {
  const index = readShort(cursor);
  return isWanted ? (textAt(cursor, index)?.toString('utf8', 0, cursor.wanted.longestText) ?? null) : null;
}

function readShort(cursor: Cursor): number {
  const value = cursor.classFile.readUInt16BE(cursor.at);
  cursor.at += 2;
  return value;
}
