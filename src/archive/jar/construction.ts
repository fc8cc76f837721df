import { label } from '../lenient/value.ts';
import { boundClasses, eachAttribute, eachMember } from './class-code.ts';
import {
  type ConstantPool,
  constantAt,
  fieldsOf,
  isText,
  nameAt,
  readConstantPool,
} from './constant-pool.ts';
import type { JarContents } from './contents.ts';
import {
  type ClassKind,
  type Deed,
  deedsOf,
  isSearched,
  kindOf,
  type MethodCode,
  type MethodName,
  type SearchedClasses,
} from './method-code.ts';
import type { ReadClass } from './read-class.ts';

/** Greatest depth to which calls are followed. */
export const deepest = 6;
/** Most methods, most classes, most methods of one class, and most bytes of one class. */
const most = { methods: 256, classes: 32, ofClass: 4_096, classBytes: 256 * 1024 };
/** Most superclasses and interfaces that are followed from one class. */
const mostAbove = 4;
const mostInterfaces = 32;

const codeAttribute = Buffer.from('Code');
const bootstrapAttribute = Buffer.from('BootstrapMethods');

/**
 * Types of events whose methods Forge calls in a mod as a server starts; before 1.13 Forge finds such methods by the
 * type alone.
 */
const startEvents = new Set(
  ['Construction', 'PreInitialization', 'Initialization', 'PostInitialization'].flatMap((name) =>
    ['net/minecraftforge', 'cpw/mods'].map((folder) => `(L${folder}/fml/common/event/FML${name}Event;)V`),
  ),
);

/** Whether a loader calls this method when it starts a mod with the class, besides the static initialiser. */
export type IsStart = (name: string, descriptor: string) => boolean;

const isForgeStart: IsStart = (name, descriptor) => name === '<init>' || startEvents.has(descriptor);

type Classes = Pick<JarContents, 'find' | 'readCode'>;

interface OpenClass {
  path: string;
  above: string[];
  /** Methods by name and descriptor. */
  methods: ReadonlyMap<string, MethodCode & Pick<MethodName, 'name' | 'descriptor'>>;
}

/** A method reached on the way, with the calls that lead to it. */
interface Step {
  method: MethodName;
  way: readonly string[];
}

/**
 * How a loader's start of a mod certainly reaches a client class, as the end of a sentence; null when that is not
 * certain. Never throws on a class's contents.
 */
export function findClientStart(
  jar: Classes,
  { path, bytes }: ReadClass,
  searched: SearchedClasses,
  { depth = deepest, isStart = isForgeStart }: { depth?: number; isStart?: IsStart } = {},
): string | null {
  if (bytes.length > most.classBytes) return null;
  const classes = new Map([[path, orElse(null, () => openClass({ path, bytes }, searched))]]);
  const open = (name: string): OpenClass | null => {
    const known = classes.get(name);
    if (known !== undefined) return known;
    const opened = classes.size < most.classes ? readClass(jar, name, searched) : null;
    classes.set(name, opened);
    return opened;
  };
  const first = classes.get(path);
  if (!first) return null;
  const missedOf = new Map<string, string | null>();
  const missed = (name: string): string | null => {
    const known = missedOf.get(name);
    if (known !== undefined) return known;
    const found = missedAbove(open, name, searched);
    missedOf.set(name, found);
    return found;
  };
  const steps: Step[] = [];
  const seen = new Set<string>();
  const go = (method: MethodName, way: readonly string[]) => {
    const key = `${method.owner}.${method.name}${method.descriptor}`;
    if (seen.has(key) || seen.size >= most.methods || way.length > depth) return;
    seen.add(key);
    steps.push({ method, way });
  };
  for (const { name, descriptor } of first.methods.values())
    if (name === '<clinit>' || isStart(name, descriptor)) go({ owner: path, name, descriptor }, []);
  // The array grows during the loop; the nearest methods come first.
  for (const { method, way } of steps) {
    const found = open(method.owner);
    const code = found?.methods.get(method.name + method.descriptor);
    if (!found || code === undefined) continue;
    const here = [...way, qualifiedName(method)];
    for (const deed of orElse<Deed[]>([], () => deedsOf(code))) {
      if (deed.does === 'refers') return sentence(here, deed.to);
      if (depth === 0) continue;
      if (deed.does === 'initialises') {
        const needed = missed(deed.owner);
        if (needed !== null) return sentence([...here, label(deed.owner)], needed);
        go({ owner: deed.owner, name: '<clinit>', descriptor: '()V' }, here);
      } else if (!deed.mayBeAnother || deed.method.owner === method.owner) go(deed.method, here);
    }
  }
  return null;
}

/**
 * A client class that a class of the jar extends or implements, so that the class cannot be loaded; null when there is
 * none.
 */
function missedAbove(
  open: (name: string) => OpenClass | null,
  name: string,
  searched: SearchedClasses,
): string | null {
  let found = open(name);
  for (let left = mostAbove; left > 0 && found !== null; left--) {
    const needed = found.above.find((one) => kindOf(Buffer.from(one, 'latin1'), searched) === 'searched');
    if (needed !== undefined) return needed;
    const [superclass = ''] = found.above;
    found = open(superclass);
  }
  return null;
}

function readClass(jar: Classes, path: string, searched: SearchedClasses): OpenClass | null {
  const entry = jar.find(`${path}.class`);
  return entry === null
    ? null
    : orElse(null, () => openClass({ path, bytes: jar.readCode(entry, most.classBytes) }, searched));
}

/** Opens a class; null when it has too many methods. Throws RangeError when the bytes are no class. */
function openClass({ path, bytes }: ReadClass, searched: SearchedClasses): OpenClass | null {
  const pool = readConstantPool(bytes);
  const codes: { name: number; descriptor: number; from: number; to: number; end: number }[] = [];
  const behindFields = eachMember(pool, fieldsOf(pool), () => {});
  const attributes = eachMember(pool, behindFields, (name, attribute, at, descriptor) => {
    if (codes.length > most.ofClass || !isText(pool, attribute, codeAttribute)) return;
    // The stack depth, variable count and code length follow the name and length of the attribute.
    const from = at + 14;
    const end = at + 6 + bytes.readUInt32BE(at + 2);
    codes.push({ name, descriptor, from, to: Math.min(from + bytes.readUInt32BE(at + 10), end), end });
  });
  if (codes.length > most.ofClass) return null;
  let bootstrap = 0;
  eachAttribute(pool, attributes, (name, at) => {
    if (isText(pool, name, bootstrapAttribute)) bootstrap = at + 6;
  });
  const kinds = new Map<number, ClassKind>();
  const kindAt = (constant: number): ClassKind => {
    const known = kinds.get(constant);
    if (known !== undefined) return known;
    const kind = kindOf(nameAt(pool, bytes.readUInt16BE(constant)), searched);
    kinds.set(constant, kind);
    return kind;
  };
  let bound: ReadonlyMap<number, Buffer> | undefined;
  const boundAt = (index: number) => {
    // An unreadable table counts as empty for every method.
    bound ??= orElse<ReadonlyMap<number, Buffer>>(new Map(), () =>
      boundClasses(pool, bootstrap, (owner) => isSearched(owner, searched)),
    );
    return bound.get(index) ?? null;
  };
  const methods = new Map<string, MethodCode & Pick<MethodName, 'name' | 'descriptor'>>();
  for (const code of codes) {
    const [name, descriptor] = [nameOf(pool, code.name), nameOf(pool, code.descriptor)];
    if (name !== '') methods.set(name + descriptor, { pool, kindAt, boundAt, ...code, name, descriptor });
  }
  return { path, above: classesAbove(pool), methods };
}

/** The superclass and the interfaces of a class, in this order. */
function classesAbove(pool: ConstantPool): string[] {
  const { classFile, end } = pool;
  const count = Math.min(classFile.readUInt16BE(end + 6), mostInterfaces);
  const offsets = [end + 4, ...Array.from({ length: count }, (_, index) => end + 8 + 2 * index)];
  return offsets.map((offset) => {
    const named = constantAt(pool, classFile.readUInt16BE(offset), 7);
    return named === 0 ? '' : nameOf(pool, classFile.readUInt16BE(named));
  });
}

function nameOf(pool: ConstantPool, index: number): string {
  return nameAt(pool, index)?.toString('latin1') ?? '';
}

/** Reads a class; returns the alternative when the class is damaged or over the limits. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return otherwise;
    throw error;
  }
}

const called = new Map([
  ['<init>', 'the constructor'],
  ['<clinit>', 'the static initialiser'],
]);

function sentence([first = '', ...then]: readonly string[], to: string): string {
  return then.length === 0
    ? `${first} needs ${label(to)}`
    : `${first} comes to ${then.join(', then ')}, which needs ${label(to)}`;
}

function qualifiedName({ owner, name }: MethodName): string {
  const known = called.get(name);
  return label(known === undefined ? `${owner}.${name}` : `${known} of ${owner}`);
}
