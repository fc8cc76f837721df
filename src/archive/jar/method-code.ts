import { beginsWithOne, behindInstruction, ownerOf } from './class-code.ts';
import { type ConstantPool, constantAt, nameAt } from './constant-pool.ts';

/** A method of a class, by its name and descriptor. */
export interface MethodName {
  owner: string;
  name: string;
  descriptor: string;
}

/** An unconditional act of code: it needs a class, runs a method, or initialises a class. */
export type Deed =
  | { does: 'refers'; to: string }
  | { does: 'calls'; method: MethodName; mayBeAnother: boolean }
  | { does: 'initialises'; owner: string };

/** The location of a method's code, with lookups in its class. */
export interface MethodCode {
  pool: ConstantPool;
  from: number;
  to: number;
  /** Offset after the code attribute. */
  end: number;
  /** The kind of a class by the index of its name's constant, cached. */
  kindAt(constant: number): ClassKind;
  /** The searched-for class with a method that the bootstrap method at this index binds. */
  boundAt(index: number): Buffer | null;
}

/** Searched-for classes, by prefixes of names or by whole names. */
export interface SearchedClasses {
  classes: readonly Buffer[];
  /** Whole names of classes outside these packages. */
  single?: ReadonlySet<string>;
  /** Whole names of exceptions among these classes. */
  except: ReadonlySet<string>;
  guards: readonly Buffer[];
}

/** Whether a class is searched for, a guard that checks the side, or neither. */
export type ClassKind = 'searched' | 'guard' | 'other';

/** The kind of a class by its name. */
export function kindOf(name: Buffer | null, searched: SearchedClasses): ClassKind {
  if (name === null) return 'other';
  if (beginsWithOne(name, searched.guards)) return 'guard';
  return isSearched(name, searched) ? 'searched' : 'other';
}

/** Whether a class is searched for, by its name. */
export function isSearched(name: Buffer, { classes, single, except }: SearchedClasses): boolean {
  if (beginsWithOne(name, classes)) return !except.has(plainName(name));
  return single?.has(plainName(name)) === true;
}

/** The name of a class without array marks. */
function plainName(name: Buffer): string {
  return name.toString('latin1').replace(/^\[*L?|;$/g, '');
}

/** Most instructions of one method; a longer method counts as unknown. */
const mostInstructions = 20_000;

const code = {
  loadConstant: 0x12,
  loadWideConstant: 0x13,
  firstJump: 0x99,
  lastJump: 0xa8,
  tableSwitch: 0xaa,
  lookupSwitch: 0xab,
  firstReturn: 0xac,
  lastReturn: 0xb1,
  getStatic: 0xb2,
  putStatic: 0xb3,
  getField: 0xb4,
  invokeVirtual: 0xb6,
  invokeSpecial: 0xb7,
  invokeStatic: 0xb8,
  invokeInterface: 0xb9,
  invokeDynamic: 0xba,
  makeObject: 0xbb,
  makeArray: 0xbd,
  throws: 0xbf,
  castTo: 0xc0,
  instanceOf: 0xc1,
  makeArrays: 0xc5,
  jumpIfNull: 0xc6,
  jumpIfNotNull: 0xc7,
  jumpFar: 0xc8,
  lastFarJump: 0xc9,
} as const;

/**
 * The unconditional acts of a method: up to its first return, without code that jumps may skip. Empty when the method
 * asks a guard, or catches the error of a missing class. Throws RangeError when the code is invalid.
 */
export function deedsOf(method: MethodCode): Deed[] {
  const { pool, from, to, end, kindAt, boundAt } = method;
  const { classFile } = pool;
  if (catchesMissing(pool, to, end)) return [];
  const deeds: Deed[] = [];
  let isCertain = true;
  let passedOver = from;
  let left = mostInstructions;
  for (let at = from; at < to; at = behindInstruction(classFile, from, at)) {
    if (left-- === 0) return [];
    const instruction = classFile.readUInt8(at);
    const index = constantOf(classFile, instruction, at);
    const owner = index === 0 ? 0 : ownerAt(pool, index);
    const kind = owner === 0 ? 'other' : kindAt(owner);
    if (kind === 'guard') return [];
    if (isCertain && at >= passedOver && index !== 0) {
      if (instruction === code.invokeDynamic) {
        const dynamic = constantAt(pool, index, 18);
        const bound = dynamic === 0 ? null : boundAt(classFile.readUInt16BE(dynamic));
        if (bound !== null) deeds.push({ does: 'refers', to: plainName(bound) });
      } else if (owner !== 0) addDeeds(deeds, { pool, instruction, index, owner, kind });
    }
    if (isReturn(instruction)) isCertain = false;
    passedOver = Math.max(passedOver, lastTarget(classFile, instruction, { from, at }));
  }
  return deeds;
}

function addDeeds(
  deeds: Deed[],
  found: { pool: ConstantPool; instruction: number; index: number; owner: number; kind: ClassKind },
): void {
  const { pool, instruction, index, kind } = found;
  // Null passes any cast and type test, so these instructions need not load the class.
  if (instruction === code.castTo || instruction === code.instanceOf) return;
  const name = nameAt(pool, pool.classFile.readUInt16BE(found.owner));
  if (name === null) return;
  if (kind === 'searched') {
    deeds.push({ does: 'refers', to: plainName(name) });
    return;
  }
  const makesReady =
    instruction === code.makeObject ||
    instruction === code.invokeStatic ||
    instruction === code.getStatic ||
    instruction === code.putStatic;
  const isCall = instruction >= code.invokeVirtual && instruction <= code.invokeStatic;
  if (!makesReady && !isCall) return;
  const owner = name.toString('latin1');
  if (makesReady) deeds.push({ does: 'initialises', owner });
  const method = isCall ? methodAt(pool, index, owner) : null;
  // A subclass may override the method.
  const mayBeAnother = instruction === code.invokeVirtual;
  if (method !== null) deeds.push({ does: 'calls', method, mayBeAnother });
}

/**
 * Offset of the content of a constant's class, or of the class that owns its field or method; 0 for other constants.
 */
function ownerAt(pool: ConstantPool, index: number): number {
  const direct = constantAt(pool, index, 7);
  if (direct !== 0) return direct;
  const member = constantAt(pool, index, 9, 10, 11);
  return member === 0 ? 0 : constantAt(pool, pool.classFile.readUInt16BE(member), 7);
}

function methodAt(pool: ConstantPool, index: number, owner: string): MethodName | null {
  const { classFile } = pool;
  const member = constantAt(pool, index, 10, 11);
  const named = member === 0 ? 0 : constantAt(pool, classFile.readUInt16BE(member + 2), 12);
  if (named === 0) return null;
  const name = nameAt(pool, classFile.readUInt16BE(named));
  const descriptor = nameAt(pool, classFile.readUInt16BE(named + 2));
  if (name === null || descriptor === null) return null;
  return { owner, name: name.toString('latin1'), descriptor: descriptor.toString('latin1') };
}

/** The constant index in an instruction; 0 without one. */
function constantOf(classFile: Buffer, instruction: number, at: number): number {
  if (instruction === code.loadConstant) return classFile.readUInt8(at + 1);
  const isNamed =
    instruction === code.loadWideConstant ||
    (instruction >= code.getStatic && instruction <= code.makeObject) ||
    instruction === code.makeArray ||
    instruction === code.castTo ||
    instruction === code.instanceOf ||
    instruction === code.makeArrays;
  return isNamed ? classFile.readUInt16BE(at + 1) : 0;
}

function isReturn(instruction: number): boolean {
  return (instruction >= code.firstReturn && instruction <= code.lastReturn) || instruction === code.throws;
}

/** The furthest target of an instruction's jumps; code before it may be skipped. */
function lastTarget(
  classFile: Buffer,
  instruction: number,
  { from, at }: { from: number; at: number },
): number {
  if (
    (instruction >= code.firstJump && instruction <= code.lastJump) ||
    instruction === code.jumpIfNull ||
    instruction === code.jumpIfNotNull
  )
    return at + classFile.readInt16BE(at + 1);
  if (instruction === code.jumpFar || instruction === code.lastFarJump)
    return at + classFile.readInt32BE(at + 1);
  if (instruction !== code.tableSwitch && instruction !== code.lookupSwitch) return at;
  const aligned = at + 4 - ((at - from) % 4);
  const behind = behindInstruction(classFile, from, at);
  let last = at + classFile.readInt32BE(aligned);
  const isTable = instruction === code.tableSwitch;
  const step = isTable ? 4 : 8;
  for (let offset = aligned + 12; offset + 4 <= behind; offset += step)
    last = Math.max(last, at + classFile.readInt32BE(offset));
  return last;
}

/** The error of a missing class, and its superclasses. */
const missing = [
  'java/lang/Throwable',
  'java/lang/Error',
  'java/lang/LinkageError',
  'java/lang/NoClassDefFoundError',
];

/** Whether a handler catches the error of a missing class anywhere in the code; `to` is the end of the code. */
function catchesMissing(pool: ConstantPool, to: number, end: number): boolean {
  const { classFile } = pool;
  if (to + 2 > end) return true;
  const count = classFile.readUInt16BE(to);
  for (let index = 0, at = to + 2; index < count && at + 8 <= end; index++, at += 8) {
    const caught = classFile.readUInt16BE(at + 6);
    const name = caught === 0 ? null : ownerOf(pool, caught);
    if (name === null || missing.includes(name.toString('latin1'))) return true;
  }
  return false;
}
