import { createHash, randomUUID } from 'node:crypto';
import nodeFileSystem, { link, open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Bucket, openBucket } from './bucket.ts';
import { openCache } from './cache.ts';
import { createDiskStorage, type DiskStorageOptions, openForReading } from './disk.ts';
import { DamagedFileError, NoRoomError, StoreAwayError, StoreNotOpened, writeFailure } from './failures.ts';
import { heldTo } from './held-to.ts';
import { checkKey, isKey } from './keys.ts';
import { createLimiter } from './limiter.ts';
import { openObject } from './object-reader.ts';
import { copyObject, openPartUpload, type PartUpload, uploadFile } from './part-upload.ts';
import { privateFile } from './private-modes.ts';
import { openS3Resumable } from './s3-resumable.ts';
import { leastPartBytes, partBytesFor, type S3Settings } from './s3-settings.ts';
import type { IncomingFile, LocalFile, OpenFile, ScratchFile, Storage } from './storage.ts';

/** The bucket, and the folder of this machine for files in transit. */
export interface S3StorageOptions {
  s3: S3Settings;
  /** Folder for files in transit and for the cache. It is created; it needs one file system with hard links. */
  directory: string;
  reserve?: DiskStorageOptions['reserve'];
  /** Called for each damaged file from the bucket. */
  damaged?: (key: string) => void;
}

const copiedAtOnce = 1024 * 1024;

/**
 * Keeps bytes in a bucket, `files/<sha256>` once published. Arriving bytes are written to this machine and sent in
 * parts to `incoming/`; publishing is a copy by the server. Files read by path are fetched, verified and cached.
 */
export async function createS3Storage({
  s3,
  directory,
  reserve,
  damaged = () => undefined,
}: S3StorageOptions): Promise<Storage> {
  const root = resolve(directory);
  const disk = await createDiskStorage({ directory: root, ...(reserve && { reserve }) });
  const cache = await openCache(join(root, 'cache'), s3.cacheBytes);
  const bucket = await openBucket(s3);
  await probe(bucket, s3);
  const needs = { bucket, limiter: createLimiter(s3.parallel) };
  /** Uploads in progress, by the path of the arriving file. */
  const sending = new Map<string, PartUpload>();
  const fetching = new Map<string, Promise<unknown>>();
  /** Keys of files found damaged: they are read only after a verified fetch. */
  const doubted = new Set<string>();

  function nameOf(key: string): string {
    checkKey(key);
    return `files/${key}`;
  }

  async function giveUp(path: string): Promise<void> {
    const upload = sending.get(path);
    sending.delete(path);
    // The sweep removes leftovers.
    await upload?.abort().catch(() => undefined);
  }

  /** Sends an arriving file in parts; a file smaller than one part is sent when it is published. */
  async function sentMeanwhile(
    maxBytes: number,
    receive: (grown: (path: string, end: number) => void) => Promise<IncomingFile>,
  ): Promise<IncomingFile> {
    const partBytes = Math.max(leastPartBytes, partBytesFor(s3.partBytes, maxBytes));
    let begun: string | null = null;
    const grown = (path: string, end: number) => {
      if (end <= partBytes) return;
      begun = path;
      let upload = sending.get(path);
      if (upload === undefined) {
        upload = openPartUpload(needs, { path, name: incomingName(path), partBytes });
        sending.set(path, upload);
      }
      upload.grown(end);
    };
    try {
      return await receive(grown);
    } catch (error) {
      if (begun !== null) await giveUp(begun);
      throw error;
    }
  }

  /** Completes the object from the parts sent while the file arrived; false when those cannot be used. */
  async function publishSent({ path, size }: IncomingFile, name: string): Promise<boolean> {
    const upload = sending.get(path);
    if (upload === undefined) return false;
    const aside = incomingName(path);
    try {
      await upload.finish(size);
      sending.delete(path);
      await copyObject(needs, { from: aside, to: name, size, copyBytes: s3.copyBytes });
      await bucket.remove(aside).catch(() => undefined);
      return true;
    } catch {
      await giveUp(path);
      return false;
    }
  }

  async function store(file: IncomingFile, name: string): Promise<void> {
    const { path, size } = file;
    const partBytes = partBytesFor(s3.partBytes, size);
    if (!(await publishSent(file, name))) await uploadFile(needs, { path, size, name, partBytes });
    const stored = await bucket.size(name);
    if (stored !== size)
      throw new StoreAwayError({ cause: new Error(`${stored} bytes are stored instead of ${size}`) });
  }

  /** Makes a scratch file; when the disk is full, the cache is emptied first. */
  async function scratch(file?: ScratchFile): Promise<LocalFile> {
    try {
      return await disk.scratch(file);
    } catch (error) {
      if (!(error instanceof NoRoomError)) throw error;
      await cache.shrink(0);
      return await disk.scratch(file);
    }
  }

  async function lend(key: string): Promise<LocalFile | null> {
    const local = await disk.scratch();
    try {
      if (await cache.lend(key, local.path)) return local;
    } catch (error) {
      await local[Symbol.asyncDispose]();
      throw error;
    }
    await local[Symbol.asyncDispose]();
    return null;
  }

  function reportDamage(name: string): DamagedFileError {
    damaged(name);
    return new DamagedFileError(name);
  }

  function doubt(key: string): DamagedFileError {
    doubted.add(key);
    return reportDamage(key);
  }

  async function fetch(key: string): Promise<LocalFile> {
    const object = await openObject(bucket, nameOf(key), s3.retries);
    if (object === null) throw new Error(`The store has no bytes under the key ${key}.`);
    try {
      await using opened = new AsyncDisposableStack();
      const local = opened.use(await scratch({ expectedBytes: object.size }));
      const sha256 = await copyToFile([object], local.path);
      if (sha256 !== key) throw doubt(key);
      doubted.delete(key);
      await cache.add(key, local.path);
      opened.move();
      return local;
    } catch (error) {
      throw writeFailure(error);
    } finally {
      await object.close();
    }
  }

  async function local(key: string): Promise<LocalFile> {
    checkKey(key);
    for (;;) {
      const lent = await lend(key);
      if (lent !== null) return lent;
      const others = fetching.get(key);
      if (others === undefined) break;
      await others.catch(() => undefined);
    }
    const fetched = fetch(key);
    fetching.set(key, fetched);
    return await fetched.finally(() => fetching.delete(key));
  }

  return {
    receive: (source, limits) =>
      sentMeanwhile(limits.maxBytes, (grown) => disk.receive(source, { ...limits, grown })),

    receiveFrom: (write, limits) =>
      sentMeanwhile(limits.maxBytes, (grown) => disk.receiveFrom(write, { ...limits, grown })),

    scratch,

    resumable: openS3Resumable(
      { ...needs, disk, scratch },
      {
        partBytes: s3.partBytes,
        open: (name) => openObject(bucket, name, s3.retries),
        copyToFile,
        damaged: reportDamage,
        async keep(sha256, path) {
          await cache.add(sha256, path);
        },
        async again({ size, sha256 }) {
          const path = join(root, 'incoming', randomUUID());
          if (await cache.lend(sha256, path)) return { path, size, sha256 };
          if ((await bucket.size(nameOf(sha256))) !== size) return null;
          await using local = await fetch(sha256);
          await link(local.path, path);
          return { path, size, sha256 };
        },
      },
    ),

    async publish(file) {
      const name = nameOf(file.sha256);
      if ((await bucket.size(name)) !== file.size) await store(file, name);
      await giveUp(file.path);
      await cache.add(file.sha256, file.path);
      await disk.discard(file);
      return file.sha256;
    },

    async discard(file) {
      await giveUp(file.path);
      await disk.discard(file);
    },

    async open(key, meant): Promise<OpenFile | null> {
      const name = nameOf(key);
      const kept = await cache.open(key);
      if (kept !== null) return kept;
      if (meant !== null && doubted.has(key)) {
        await using whole = await local(key);
        return await openForReading(nodeFileSystem, whole.path);
      }
      const object = await openObject(bucket, name, s3.retries, meant);
      return object && heldTo(key, object, () => doubt(key));
    },

    openStored: async (key) => await openObject(bucket, nameOf(key), s3.retries, null),

    local,

    async address(key, headers) {
      const name = nameOf(key);
      return s3.redirectSeconds === null
        ? null
        : await bucket.address(name, { ...headers, seconds: s3.redirectSeconds });
    },

    async remove(key) {
      await bucket.remove(nameOf(key));
      await cache.remove(key);
      doubted.delete(key);
    },

    async *publishedBefore(before) {
      for await (const { name, modified } of bucket.list('files/')) {
        const key = basename(name);
        if (isKey(key) && modified < before) yield key;
      }
    },

    async sweepUnpublished(before) {
      return (await disk.sweepUnpublished(before)) + (await sweepBucket(bucket, before));
    },

    check: () => bucket.probe(),

    freeBytes: () => disk.freeBytes(),

    settled: (patienceMs) => disk.settled(patienceMs),
  };
}

async function probe(bucket: Bucket, { bucket: name, endpoint, region }: S3Settings): Promise<void> {
  try {
    await bucket.probe();
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const words = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
    const where = endpoint ?? `Amazon's ${region}`;
    throw new StoreNotOpened(`The bucket ${name} at ${where} cannot be used. ${words}`, { cause: error });
  }
}

/** The object's name until it is published. */
function incomingName(path: string): string {
  return `incoming/${basename(path)}`;
}

/** Copies files into one on this machine; returns the SHA-256 of the whole in hexadecimal. */
async function copyToFile(
  sources: Iterable<OpenFile> | AsyncIterable<OpenFile>,
  path: string,
): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(copiedAtOnce);
  const file = await open(path, 'w', privateFile);
  try {
    for await (const source of sources) {
      for (let position = 0; ; ) {
        const piece = buffer.subarray(0, await source.read(buffer, position));
        if (piece.length === 0) break;
        hash.update(piece);
        for (let written = 0; written < piece.length; )
          written += (await file.write(piece, written)).bytesWritten;
        position += piece.length;
      }
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Removes unfinished uploads of dead processes from the bucket. */
async function sweepBucket(bucket: Bucket, before: Date): Promise<number> {
  let removed = 0;
  for await (const { name, modified } of bucket.list('incoming/')) {
    if (modified >= before) continue;
    await bucket.remove(name);
    removed += 1;
  }
  for await (const { name, uploadId, begun } of bucket.begun()) {
    if (begun >= before || !/^(?:files|incoming)\//.test(name)) continue;
    if (await hasPartSince(bucket, { name, uploadId, since: before })) continue;
    await bucket.abort(name, uploadId);
    removed += 1;
  }
  return removed;
}

/**
 * A living upload keeps getting new parts. An upload too slow for that loses its parts and is sent whole at the end.
 */
async function hasPartSince(
  bucket: Bucket,
  { name, uploadId, since }: { name: string; uploadId: string; since: Date },
): Promise<boolean> {
  for await (const came of bucket.partsOf(name, uploadId)) if (came >= since) return true;
  return false;
}
