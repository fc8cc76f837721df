import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { IncomingFile, OpenFile, Storage } from './storage.ts';

export interface Copied {
  copied: number;
  bytes: number;
  /** Files that the target had already. */
  there: number;
  /** Keys with other bytes in the target, which are replaced now. */
  replaced: string[];
  /** Keys whose bytes in the source are damaged; they are not copied. */
  damaged: string[];
  /** Keys that the source does not have. */
  missing: string[];
}

const everything = new Date('9999-01-01');
const readAtOnce = 1024 * 1024;
/** Files copied at a time: most are small, so latency dominates. */
const parallel = 4;

export interface CopyOptions {
  /** The files to copy; all by default. */
  keys?: AsyncIterable<string>;
  /** Reads the target's files too; otherwise only their size is compared. */
  verify?: boolean;
  /** Called after each file. */
  report?: (sofar: Copied) => void;
  signal?: AbortSignal;
}

/**
 * Copies the files that the target lacks, or has with other bytes; an interrupted copy continues when run again. Each
 * file is verified while it is read. Files published meanwhile may be left for the next run.
 */
export async function copyStorage(
  from: Storage,
  to: Storage,
  { keys = from.publishedBefore(everything), verify = false, report = () => {}, signal }: CopyOptions = {},
): Promise<Copied> {
  const sofar: Copied = { copied: 0, bytes: 0, there: 0, replaced: [], damaged: [], missing: [] };
  const failed = new AbortController();
  const until = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  await forEachKey(keys, async (key) => {
    try {
      until.throwIfAborted();
      await copyFile(key, { from, to, verify, until }, sofar);
      report(sofar);
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
  return sofar;
}

/** Does something with several keys at a time. After a failure no other is begun. */
export async function forEachKey(
  keys: AsyncIterable<string>,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const iterator = keys[Symbol.asyncIterator]();
  let failed = false;
  const workOnSome = async () => {
    try {
      while (!failed) {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: parallel }, workOnSome));
  await iterator.return?.();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function copyFile(
  key: string,
  { from, to, verify, until }: { from: Storage; to: Storage; verify: boolean; until: AbortSignal },
  sofar: Copied,
): Promise<void> {
  const file = await from.openStored(key);
  if (file === null) {
    sofar.missing.push(key);
    return;
  }
  try {
    const there = await compare(to, key, { size: file.size, verify });
    if (there === 'whole') {
      sofar.there += 1;
      return;
    }
    const received = await receiveOwn(Readable.from(bytesOf(file, until)), to, file.size);
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

/** Receives bytes that the service itself makes: a failure of their source is thrown as it is. */
export async function receiveOwn(
  source: Readable,
  to: Storage,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<IncomingFile> {
  try {
    return await to.receive(source, { maxBytes });
  } catch (error) {
    const isOfSource = error instanceof AppError && error.code === 'UPLOAD_INTERRUPTED';
    throw isOfSource && error.cause !== undefined ? error.cause : error;
  } finally {
    source.destroy();
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

/** The SHA-256 of a file's bytes, in lower-case hexadecimal. */
export async function hashOf(file: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(file)) hash.update(piece);
  return hash.digest('hex');
}

/** The bytes of a file from its beginning on. */
export async function* bytesOf(file: OpenFile, until?: AbortSignal): AsyncGenerator<Buffer> {
  for (let position = 0; position < file.size; ) {
    until?.throwIfAborted();
    const buffer = Buffer.allocUnsafeSlow(Math.min(readAtOnce, file.size - position));
    const read = await file.read(buffer, position);
    if (read === 0) throw new Error('A stored file ended before its end.');
    position += read;
    yield buffer.subarray(0, read);
  }
}
