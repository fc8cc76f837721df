import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { OpenFile, Storage } from './storage.ts';

export interface Copied {
  copied: number;
  bytes: number;
  /** Files that the target had already. */
  there: number;
  /** Keys with other bytes in the target, which are replaced now. */
  replaced: string[];
  /** Keys whose bytes in the source are damaged; they are not copied. */
  damaged: string[];
}

const everything = new Date('9999-01-01');
const readAtOnce = 1024 * 1024;
/** Files copied at a time: most are small, so latency dominates. */
const parallel = 4;

export interface CopyOptions {
  /** Reads the target's files too; otherwise only their size is compared. */
  verify?: boolean;
  /** Called after each file. */
  report?: (sofar: Copied) => void;
}

/**
 * Copies the files that the target lacks, or has with other bytes; an interrupted copy continues when run again. Each
 * file is verified while it is read. Files published meanwhile may be left for the next run.
 */
export async function copyStorage(
  from: Storage,
  to: Storage,
  { verify = false, report = () => {} }: CopyOptions = {},
): Promise<Copied> {
  const sofar: Copied = { copied: 0, bytes: 0, there: 0, replaced: [], damaged: [] };
  const keys = from.publishedBefore(everything)[Symbol.asyncIterator]();
  const work = async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
      await copyFile(next.value, { from, to, verify }, sofar);
      report(sofar);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return sofar;
}

async function copyFile(
  key: string,
  { from, to, verify }: { from: Storage; to: Storage; verify: boolean },
  sofar: Copied,
): Promise<void> {
  const file = await from.openStored(key);
  // The file was removed after it was listed.
  if (file === null) return;
  try {
    const there = await compare(to, key, { size: file.size, verify });
    if (there === 'whole') {
      sofar.there += 1;
      return;
    }
    const received = await to.receive(Readable.from(bytesOf(file)), { maxBytes: file.size });
    if (received.sha256 !== key) {
      sofar.damaged.push(key);
      return await to.discard(received);
    }
    // `publish` keeps an existing file of the same length.
    if (there === 'wrong') await to.remove(key);
    await to.publish(received);
    if (there === 'wrong') sofar.replaced.push(key);
    sofar.copied += 1;
    sofar.bytes += received.size;
  } finally {
    await file.close();
  }
}

/** Compares a key with the other store. */
async function compare(
  store: Storage,
  key: string,
  { size, verify }: { size: number; verify: boolean },
): Promise<'nothing' | 'wrong' | 'whole'> {
  const file = await store.openStored(key);
  if (file === null) return 'nothing';
  try {
    if (file.size !== size) return 'wrong';
    return !verify || (await hashOf(file)) === key ? 'whole' : 'wrong';
  } finally {
    await file.close();
  }
}

async function hashOf(file: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(file)) hash.update(piece);
  return hash.digest('hex');
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
