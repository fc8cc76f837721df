import { decoderOf, type NameEncoding } from '../../src/archive/zip/name-encoding.ts';

const tables = new Map<NameEncoding, ReadonlyMap<string, Buffer>>();

/** A text in one of the encodings of names; throws for a character that it does not have. */
export function encoded(text: string, encoding: NameEncoding): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  const bytes = [...text].map((character) => {
    if (character < '\u0080') return Buffer.from(character);
    const found = table.get(character);
    if (found === undefined) throw new Error(`${encoding} has no "${character}".`);
    return found;
  });
  return Buffer.concat(bytes);
}

function tableOf(encoding: NameEncoding): ReadonlyMap<string, Buffer> {
  const decode = decoderOf(encoding);
  const table = new Map<string, Buffer>();
  const take = (bytes: Buffer) => {
    const text = decode(bytes);
    if (text !== null && [...text].length === 1 && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0x80; first < 0x100; first++) {
    take(Buffer.of(first));
    for (let second = 0x40; second < 0x100; second++) take(Buffer.of(first, second));
  }
  return table;
}
