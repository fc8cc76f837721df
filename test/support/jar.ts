import { zipWith } from './zip.ts';

/** The files of a jar by name; objects are written as JSON. */
export type JarFiles = Readonly<Record<string, string | Uint8Array | object>>;

/** Builds a jar in memory, with the manifest that every jar has in front. */
export function jarWith(files: JarFiles): Buffer {
  const entries = Object.entries(files).map(([name, content]) => ({ name, data: contentOf(content) }));
  const manifest = { name: 'META-INF/MANIFEST.MF', data: 'Manifest-Version: 1.0\r\n\r\n' };
  return zipWith([...(Object.hasOwn(files, manifest.name) ? [] : [manifest]), ...entries]);
}

function contentOf(content: string | Uint8Array | object): string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
}

/** A `fabric.mod.json` as Fabric's template makes it, with the given fields on top. */
export function fabricModJson(id: string, fields: object = {}): object {
  return { schemaVersion: 1, id, version: '1.0.0', name: `The ${id}`, license: 'MIT', ...fields };
}

/** A `quilt.mod.json` as Quilt's template makes it, with the given fields of `quilt_loader` on top. */
export function quiltModJson(id: string, environment: string | null, loader: object = {}): object {
  return {
    schema_version: 1,
    quilt_loader: { group: 'com.example', id, version: '1.0.0', metadata: { name: `The ${id}` }, ...loader },
    ...(environment === null ? {} : { minecraft: { environment } }),
  };
}

/** One `[[dependencies.<owner>]]` table. */
export interface TomlDependency {
  on: string;
  side?: string;
  mandatory?: boolean;
  type?: string;
}

/** A `mods.toml` as Forge's template makes it: the mods by id, each with its dependencies. */
export function modsToml(mods: Readonly<Record<string, readonly TomlDependency[]>>, root = ''): string {
  const head = `modLoader="javafml"\nloaderVersion="[47,)"\nlicense="MIT"\n${root}\n`;
  const tables = Object.entries(mods).map(([id, dependencies]) => {
    const mod = `[[mods]]\nmodId="${id}"\nversion="1.0.0"\ndisplayName="The ${id}"\ndescription='''\nWords.\n'''\n`;
    return mod + dependencies.map((dependency) => dependencyTable(id, dependency)).join('');
  });
  return head + tables.join('');
}

function dependencyTable(owner: string, { on, side, mandatory, type }: TomlDependency): string {
  return [
    `[[dependencies.${owner}]]`,
    `    modId="${on}"`,
    ...(mandatory === undefined ? [] : [`    mandatory=${mandatory}`]),
    ...(type === undefined ? [] : [`    type="${type}"`]),
    '    versionRange="[1,)"',
    '    ordering="NONE"',
    ...(side === undefined ? [] : [`    side="${side}"`]),
    '',
  ].join('\n');
}

type ElementValue = string | boolean | { enumType: string; constant: string };

/** The values of an annotation: text, truth, an enum constant, or an array of these. */
export type AnnotationValues = Readonly<Record<string, ElementValue | readonly ElementValue[]>>;

/** The type of the annotation that makes a class a Forge mod, as class files spell it. */
export const forgeMod = 'Lnet/minecraftforge/fml/common/Mod;';

/** One step of a method: a class of which an object is made, a class whose method is called or bound, a text that is loaded, or bytes as they are. */
export type Step =
  | { make: string }
  | { call: string }
  | { bind: string }
  | { text: string }
  | { bytes: readonly number[] };

/** Several may have one name. */
type Method = readonly [name: string, steps: readonly Step[]];

/** The beginning of a class file for a version of Java. */
export function classHead(java: number): Buffer {
  return Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, java + 44, ...Buffer.alloc(600, 'constants ')]);
}

/** Builds a class file, with a field and a method, that carries the given runtime-visible annotations, and the methods given. */
export function classFile(
  annotations: readonly { type: string; values: AnnotationValues }[],
  methods: Readonly<Record<string, readonly Step[]>> | readonly Method[] = {},
): Buffer {
  const pool = constantPool();
  const thisClass = pool.classNamed('com/example/ExampleMod');
  const superClass = pool.classNamed('java/lang/Object');
  // A long takes two places in the pool, which a reader must know to find what follows it.
  pool.long(1234567890123n);
  const attributeName = pool.text('RuntimeVisibleAnnotations');
  const body = [
    short(annotations.length),
    ...annotations.map((annotation) => writeAnnotation(pool, annotation)),
  ];
  const content = Buffer.concat(body);
  const bound: number[] = [];
  const listed: readonly Method[] = isList(methods) ? methods : Object.entries(methods);
  const written = listed.map(([name, steps]) => writeMethod(pool, name, steps, bound));
  const bootstrap = Buffer.concat([
    short(bound.length),
    ...bound.map((handle) => Buffer.concat([short(handle), short(1), short(handle)])),
  ]);
  const bootstrapName = pool.text('BootstrapMethods');
  const member = Buffer.concat([short(1), short(pool.text('name')), short(pool.text('I')), short(0)]);
  const tail = [
    short(0x21),
    short(thisClass),
    short(superClass),
    short(0),
    short(1),
    member,
    short(1 + written.length),
    member,
    ...written,
    short(2),
    short(bootstrapName),
    int(bootstrap.length),
    bootstrap,
    short(attributeName),
    int(content.length),
    content,
  ];
  return Buffer.concat([int(0xcafebabe), int(52), pool.bytes(), ...tail]);
}

function isList(methods: object): methods is readonly Method[] {
  return Array.isArray(methods);
}

function writeMethod(pool: ConstantPool, name: string, steps: readonly Step[], bound: number[]): Buffer {
  const code = Buffer.concat([...steps.map((step) => writeStep(pool, step, bound)), Buffer.of(0xb1)]);
  return Buffer.concat([
    ...[1, pool.text(name), pool.text('()V'), 1, pool.text('Code')].map(short),
    int(12 + code.length),
    ...[9, 9].map(short),
    int(code.length),
    code,
    ...[0, 0].map(short),
  ]);
}

function writeStep(pool: ConstantPool, step: Step, bound: number[]): Buffer {
  if ('bytes' in step) return Buffer.from(step.bytes);
  if ('text' in step) return Buffer.concat([Buffer.of(0x13), short(pool.string(step.text))]);
  if ('make' in step) return Buffer.concat([Buffer.of(0xbb), short(pool.classNamed(step.make))]);
  if ('call' in step) return Buffer.concat([Buffer.of(0xb8), short(pool.method(step.call))]);
  const place = bound.push(pool.pair(15, 6, pool.method(step.bind))) - 1;
  return Buffer.concat([Buffer.of(0xba), short(pool.pair(18, place, pool.nameAndType())), short(0)]);
}

interface ConstantPool {
  /** A method of the class of that name. */
  method(owner: string): number;
  nameAndType(): number;
  /** A constant of two numbers, the first of which takes one byte in a method handle (15). */
  pair(tag: number, first: number, second: number): number;
  text(value: string): number;
  /** A text as code loads it. */
  string(value: string): number;
  truth(value: boolean): number;
  classNamed(name: string): number;
  long(value: bigint): number;
  bytes(): Buffer;
}

function constantPool(): ConstantPool {
  const constants: Buffer[] = [];
  let next = 1;
  const add = (constant: Buffer, places = 1): number => {
    constants.push(constant);
    next += places;
    return next - places;
  };
  const text = (value: string): number => {
    const bytes = Buffer.from(value);
    return add(Buffer.concat([Buffer.of(1), short(bytes.length), bytes]));
  };
  const classNamed = (name: string) => add(Buffer.concat([Buffer.of(7), short(text(name))]));
  const pair = (tag: number, first: number, second: number) =>
    add(Buffer.concat([Buffer.of(tag), tag === 15 ? Buffer.of(first) : short(first), short(second)]));
  const nameAndType = () => pair(12, text('method'), text('()V'));
  return {
    text,
    pair,
    nameAndType,
    method: (owner) => pair(10, classNamed(owner), nameAndType()),
    string: (value) => add(Buffer.concat([Buffer.of(8), short(text(value))])),
    truth: (value) => add(Buffer.concat([Buffer.of(3), int(value ? 1 : 0)])),
    classNamed,
    long(value) {
      const bytes = Buffer.alloc(9, 5);
      bytes.writeBigInt64BE(value, 1);
      return add(bytes, 2);
    },
    bytes: () => Buffer.concat([short(next), ...constants]),
  };
}

function writeAnnotation(
  pool: ConstantPool,
  { type, values }: { type: string; values: AnnotationValues },
): Buffer {
  const pairs = Object.entries(values).map(([name, value]) =>
    Buffer.concat([short(pool.text(name)), writeElement(pool, value)]),
  );
  return Buffer.concat([short(pool.text(type)), short(pairs.length), ...pairs]);
}

function writeElement(pool: ConstantPool, value: AnnotationValues[string]): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from('s'), short(pool.text(value))]);
  if (typeof value === 'boolean') return Buffer.concat([Buffer.from('Z'), short(pool.truth(value))]);
  if ('constant' in value)
    return Buffer.concat([
      Buffer.from('e'),
      short(pool.text(value.enumType)),
      short(pool.text(value.constant)),
    ]);
  return Buffer.concat([
    Buffer.from('['),
    short(value.length),
    ...value.map((element) => writeElement(pool, element)),
  ]);
}

/** A `fml_cache_annotation.json` as old ForgeGradle writes it; every value stands in an object of its own, as text. */
export function annotationCache(
  classes: Readonly<Record<string, readonly { name: string; values: Readonly<Record<string, string>> }[]>>,
): object {
  const cached = Object.entries(classes).map(([className, annotations]) => [
    className,
    {
      annotations: annotations.map(({ name, values }) => ({
        type: 'CLASS',
        name,
        target: className.replaceAll('/', '.'),
        values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
      })),
    },
  ]);
  return Object.fromEntries(cached);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
