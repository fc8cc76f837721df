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
  kindOf,
  type Looked,
  type MethodCode,
  type MethodName,
} from './method-code.ts';
import type { ReadClass } from './read-class.ts';

/** How deep calls are followed at most. */
export const deepest = 6;
/** Most methods, classes, methods of one class, and bytes of one. */
const most = { methods: 256, classes: 32, ofClass: 4_096, classBytes: 256 * 1024 };
/** Classes above one, for what they are made of. */
const mostAbove = 4;
const mostInterfaces = 32;

const codeAttribute = Buffer.from('Code');
const bootstrapAttribute = Buffer.from('BootstrapMethods');

/** Methods that Forge calls of a mod on a server as it starts, by what they take; before 1.13 it needs nothing else to find them. */
const startEvents = new Set(
  ['Construction', 'PreInitialization', 'Initialization', 'PostInitialization'].map(
    (name) => `(Lnet/minecraftforge/fml/common/event/FML${name}Event;)V`,
  ),
);

/** The parts of a jar that are read. */
type Classes = Pick<JarContents, 'find' | 'readCode'>;

interface OpenClass {
  path: string;
  above: string[];
  /** By name and descriptor. */
  methods: ReadonlyMap<string, MethodCode & Pick<MethodName, 'name' | 'descriptor'>>;
}

/** A method on the way, and how it was come to. */
interface Step {
  method: MethodName;
  way: readonly string[];
}

/**
 * How making an object of a mod's class comes to a class of the client, as the rest of a sentence; null when it does not for
 * all that is certain. Never throws for what a class holds.
 */
export function findClientStart(
  jar: Classes,
  { path, bytes }: ReadClass,
  looked: Looked,
  depth = deepest,
): string | null {
  if (bytes.length > most.classBytes) return null;
  const classes = new Map([[path, orElse(null, () => openClass({ path, bytes }, looked))]]);
  const open = (name: string): OpenClass | null => {
    const known = classes.get(name);
    if (known !== undefined) return known;
    const opened = classes.size < most.classes ? readClass(jar, name, looked) : null;
    classes.set(name, opened);
    return opened;
  };
  const first = classes.get(path);
  if (!first) return null;
  const missedOf = new Map<string, string | null>();
  const missed = (name: string): string | null => {
    const known = missedOf.get(name);
    if (known !== undefined) return known;
    const found = missedAbove(open, name, looked);
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
    if (name === '<clinit>' || name === '<init>' || startEvents.has(descriptor))
      go({ owner: path, name, descriptor }, []);
  // Grows while it is walked: the nearest methods come first.
  for (const { method, way } of steps) {
    const found = open(method.owner);
    const code = found?.methods.get(method.name + method.descriptor);
    if (!found || code === undefined) continue;
    const here = [...way, toldName(method)];
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

/** A class of the client that a class of the jar is made of, so that it cannot be loaded; null when there is none. */
function missedAbove(open: (name: string) => OpenClass | null, name: string, looked: Looked): string | null {
  let found = open(name);
  for (let left = mostAbove; left > 0 && found !== null; left--) {
    const needed = found.above.find((one) => kindOf(Buffer.from(one, 'latin1'), looked) === 'looked for');
    if (needed !== undefined) return needed;
    const [superclass = ''] = found.above;
    found = open(superclass);
  }
  return null;
}

function readClass(jar: Classes, path: string, looked: Looked): OpenClass | null {
  const entry = jar.find(`${path}.class`);
  return entry === null
    ? null
    : orElse(null, () => openClass({ path, bytes: jar.readCode(entry, most.classBytes) }, looked));
}

/** Null when it has more methods than are followed. Throws RangeError when it is no class. */
function openClass({ path, bytes }: ReadClass, looked: Looked): OpenClass | null {
  const pool = readConstantPool(bytes);
  const codes: { name: number; descriptor: number; from: number; to: number; end: number }[] = [];
  const behindFields = eachMember(pool, fieldsOf(pool), () => {});
  const attributes = eachMember(pool, behindFields, (name, attribute, at, descriptor) => {
    if (codes.length > most.ofClass || !isText(pool, attribute, codeAttribute)) return;
    // Behind the name and length of the attribute stand the depth of the stack, the count of variables and the code's length.
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
    const kind = kindOf(nameAt(pool, bytes.readUInt16BE(constant)), looked);
    kinds.set(constant, kind);
    return kind;
  };
  let bound: ReadonlyMap<number, Buffer> | undefined;
  const boundAt = (place: number) => {
    // Where they cannot be read, none is bound, whoever asks.
    bound ??= orElse<ReadonlyMap<number, Buffer>>(new Map(), () =>
      boundClasses(pool, bootstrap, looked.classes),
    );
    return bound.get(place) ?? null;
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
  const places = [end + 4, ...Array.from({ length: count }, (_, place) => end + 8 + 2 * place)];
  return places.map((place) => {
    const named = constantAt(pool, classFile.readUInt16BE(place), 7);
    return named === 0 ? '' : nameOf(pool, classFile.readUInt16BE(named));
  });
}

function nameOf(pool: ConstantPool, index: number): string {
  return nameAt(pool, index)?.toString('latin1') ?? '';
}

/** Reads a class; answers the alternative where it is damaged or costs more than is allowed. */
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

function toldName({ owner, name }: MethodName): string {
  const known = called.get(name);
  return label(known === undefined ? `${owner}.${name}` : `${known} of ${owner}`);
}
