import { Readable } from 'node:stream';
import type { OpenFile, Storage } from './storage.ts';

/** What has become of the files of a store that was copied. */
export interface Copied {
  copied: number;
  bytes: number;
  /** Files that the other store had already. */
  there: number;
  /** Keys under which the store has other bytes than those of the key; they are not copied. */
  damaged: string[];
}

const everything = new Date('9999-01-01');
const readAtOnce = 1024 * 1024;
/** Files that are copied at a time: most are small and wait for answers. */
const parallel = 4;

/**
 * Copies what one store has published and the other has not: whoever ends midway goes on there. Each file is held against its key
 * while it is read; `tell` is called after each. What is published meanwhile may be left for the next time.
 */
export async function copyStorage(
  from: Storage,
  to: Storage,
  tell: (sofar: Copied) => void = () => {},
): Promise<Copied> {
  const there = new Set<string>();
  for await (const key of to.publishedBefore(everything)) there.add(key);
  const sofar: Copied = { copied: 0, bytes: 0, there: 0, damaged: [] };
  const keys = from.publishedBefore(everything)[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
      const key = next.value;
      if (there.has(key)) sofar.there += 1;
      else await copyFile(key, from, to, sofar);
      tell(sofar);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return sofar;
}

async function copyFile(key: string, from: Storage, to: Storage, sofar: Copied): Promise<void> {
  const file = await from.open(key);
  // Removed since it was listed.
  if (file === null) return;
  try {
    const received = await to.receive(Readable.from(bytesOf(file)), { maxBytes: file.size });
    if (received.sha256 !== key) {
      sofar.damaged.push(key);
      return await to.discard(received);
    }
    await to.publish(received);
    sofar.copied += 1;
    sofar.bytes += received.size;
  } finally {
    await file.close();
  }
}

async function* bytesOf(file: OpenFile): AsyncGenerator<Buffer> {
  for (let position = 0; position < file.size; ) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(readAtOnce, file.size - position));
    const read = await file.read(buffer, position);
    if (read === 0) throw new Error('A stored file ended before its end.');
    position += read;
    yield buffer.subarray(0, read);
  }
}
