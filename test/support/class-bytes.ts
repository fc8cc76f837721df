/** A class file written number by number: constants count from 1, and whatever is left out is empty. */
export function classOf(parts: {
  constants: readonly Buffer[];
  interfaces?: readonly number[];
  fields?: readonly Buffer[];
  methods?: readonly Buffer[];
  attributes?: readonly Buffer[];
}): Buffer {
  // Long and double count twice.
  const places = parts.constants.reduce((sum, { 0: tag }) => sum + (tag === 5 || tag === 6 ? 2 : 1), 0);
  return Buffer.concat([
    int(0xcafebabe),
    int(52),
    short(places + 1),
    ...parts.constants,
    ...[0x21, 0, 0].map(short),
    listOf((parts.interfaces ?? []).map(short)),
    listOf(parts.fields ?? []),
    listOf(parts.methods ?? []),
    listOf(parts.attributes ?? []),
  ]);
}

/** A field or method: its flags, name, type and attributes. */
export function memberOf(name: number, attributes: readonly Buffer[]): Buffer {
  return Buffer.concat([...[1, name, 0].map(short), listOf(attributes)]);
}

/** An attribute, which may say that it has another length. */
export function attributeOf(name: number, content: Uint8Array, length = content.length): Buffer {
  return Buffer.concat([short(name), int(length), content]);
}

/** How many there are, and then each. */
export function listOf(parts: readonly Buffer[]): Buffer {
  return Buffer.concat([short(parts.length), ...parts]);
}

/** A constant that holds text. */
export function textOf(text: string): Buffer {
  return Buffer.concat([Buffer.of(1), short(Buffer.byteLength(text)), Buffer.from(text)]);
}

/** Any other constant: what kind it is, and the numbers of two bytes that it holds. */
export function constantOf(tag: number, ...numbers: number[]): Buffer {
  return Buffer.concat([Buffer.of(tag), ...numbers.map(short)]);
}

/** A number of two bytes. */
export function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

/** A number of four bytes. */
export function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
