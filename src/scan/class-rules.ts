/** What a class file of a family of malware holds, all of it. */
export interface ClassRule {
  name: string;
  /** Whole texts of its constant pool. */
  constants: readonly string[];
  /** Bytes anywhere in it. */
  texts: readonly string[];
}

/** A rule as the bytes that are looked for, one after the other. */
export interface BytesRule {
  name: string;
  all: readonly Buffer[];
}

const utf8Tag = 1;

/** Makes rules ready: a text of a constant pool stands there behind its tag and its length. */
export function bytesOfRules(rules: readonly ClassRule[]): BytesRule[] {
  return rules.map(({ name, constants, texts }) => ({
    name,
    all: [
      ...constants.map((text) =>
        Buffer.concat([
          Buffer.from([utf8Tag, text.length >> 8, text.length & 0xff]),
          Buffer.from(text, 'latin1'),
        ]),
      ),
      ...texts.map((text) => Buffer.from(text, 'latin1')),
    ],
  }));
}

const magic = 0xcafebabe;

export function isClassFile(bytes: Buffer): boolean {
  return bytes.length >= 10 && bytes.readUInt32BE(0) === magic;
}

/** The name of the first rule that a class file fits; null when it fits none. Takes time by its length alone. */
export function matchClass(classFile: Buffer, rules: readonly BytesRule[]): string | null {
  const found = rules.find(({ all }) => all.length > 0 && all.every((bytes) => classFile.includes(bytes)));
  return found?.name ?? null;
}
