/** Marks of a family of malware; a class file matches when it holds all of them. */
export interface ClassRule {
  name: string;
  /** Whole texts in the constant pool. */
  constants: readonly string[];
  /** Bytes anywhere in the class file. */
  texts: readonly string[];
}

/** A rule as the byte sequences to search for. */
export interface BytesRule {
  name: string;
  all: readonly Buffer[];
}

const utf8Tag = 1;

/** Compiles rules: in a constant pool, a text follows its tag and its length. */
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

/** The name of the first rule that matches a class file; null without a match. The time depends only on the length. */
export function matchClass(classFile: Buffer, rules: readonly BytesRule[]): string | null {
  const found = rules.find(({ all }) => all.length > 0 && all.every((bytes) => classFile.includes(bytes)));
  return found?.name ?? null;
}
