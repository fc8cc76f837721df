import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Bucket } from './bucket.ts';
import type { DiskStorage } from './disk.ts';
import { writeFailure } from './failures.ts';
import { heldTo } from './held-to.ts';
import type { Limiter } from './limiter.ts';
import { readPiece } from './part-upload.ts';
import { privateFile } from './private-modes.ts';
import type { IncomingFile, LocalFile, OpenFile, ResumableFiles, ScratchFile } from './storage.ts';
import { watchSource, writeBytes } from './write-bytes.ts';

interface Needs {
  bucket: Bucket;
  limiter: Limiter;
  disk: Pick<DiskStorage, 'room'>;
  scratch: (file?: ScratchFile) => Promise<LocalFile>;
}

interface Ways {
  /** Bytes of a segment. */
  partBytes: number;
  open: (name: string) => Promise<(OpenFile & { sha256: string | null }) | null>;
  /** Returns the SHA-256 of the whole. */
  copyToFile: (sources: AsyncIterable<OpenFile>, path: string) => Promise<string>;
  /** The error for a damaged segment. */
  damaged: (name: string) => Error;
  /** Adds a file to the local cache, by its content. */
  keep: (sha256: string, path: string) => Promise<void>;
  /** A cached or published file with this content; null without one. */
  again: (file: { size: number; sha256: string }) => Promise<IncomingFile | null>;
}

/** A segment of an arriving file; the next one begins at its end. */
interface Segment {
  name: string;
  start: number;
  size: number;
}

const idForm = /^[0-9a-f-]{36}$/;
const segmentForm = /^resumable\/([0-9a-f-]{36})\/(begun|\d{16})$/;

/**
 * Keeps each file as segments named by their start: `resumable/<id>/<start>`, since S3 cannot append to an object and
 * any node must be able to continue. A segment is only sent once the one before it is stored, so a crash leaves no gap.
 */
export function openS3Resumable({ bucket, limiter, disk, scratch }: Needs, ways: Ways): ResumableFiles {
  function folderOf(id: string): string {
    if (!idForm.test(id)) throw new Error(`A resumable file is known by a UUID, not ${JSON.stringify(id)}`);
    return `resumable/${id}/`;
  }

  /** The segments from the start up to the first gap; null for an unknown file. */
  async function segmentsOf(id: string): Promise<Segment[] | null> {
    const found = new Map<number, Segment>();
    let isThere = false;
    for await (const { name, size } of bucket.list(folderOf(id))) {
      isThere = true;
      const start = segmentForm.exec(name)?.[2];
      if (start !== undefined && start !== 'begun')
        found.set(Number(start), { name, start: Number(start), size });
    }
    if (!isThere) return null;
    const segments: Segment[] = [];
    for (let end = 0; ; ) {
      const next = found.get(end);
      if (next === undefined || next.size === 0) return segments;
      segments.push(next);
      end += next.size;
    }
  }

  async function* opened(segments: Segment[]): AsyncGenerator<OpenFile> {
    for (const { name, size } of segments) {
      const file = await ways.open(name);
      if (file === null) throw new Error('A piece of a resumable file is gone.');
      try {
        if (file.size !== size) throw new Error('A piece of a resumable file has changed.');
        // An older release stored segments without SHA-256; those are not verified.
        yield file.sha256 === null ? file : heldTo(file.sha256, file, () => ways.damaged(name));
      } finally {
        await file.close();
      }
    }
  }

  /** Joins the segments into a file of the local cache. */
  async function assemble(segments: Segment[]): Promise<string> {
    try {
      await using local = await scratch({ expectedBytes: endOf(segments) });
      const sha256 = await ways.copyToFile(opened(segments), local.path);
      await ways.keep(sha256, local.path);
      return sha256;
    } catch (error) {
      throw writeFailure(error);
    }
  }

  return {
    begin: (id) => bucket.put(`${folderOf(id)}begun`, new Uint8Array(0)),

    async size(id) {
      const segments = await segmentsOf(id);
      return segments && endOf(segments);
    },

    async append(id, source, { maxBytes, admit, keepFree }) {
      const watched = watchSource(source);
      const segments = await segmentsOf(id);
      if (segments === null) throw new Error('There is no such resumable file.');
      const start = endOf(segments);
      using claim = disk.room.claim({ keepFree });
      await using aside = await scratch();
      let end = start;
      let sent = start;
      let sending = Promise.resolve();
      let failed = false;
      const send = (to: number) => {
        const from = sent;
        sent = to;
        const name = `${folderOf(id)}${String(from).padStart(16, '0')}`;
        sending = sending.then(() =>
          limiter.take(async () => {
            const piece = await readPiece(aside.path, from, to);
            await bucket.put(name, piece, createHash('sha256').update(piece).digest('hex'));
          }),
        );
        // The end of the upload reports its failure.
        sending.catch(() => {
          failed = true;
        });
      };
      const grown = (reached: number) => {
        end = reached;
        if (failed) throw new Error('Another segment has failed');
        while (end - sent >= ways.partBytes) send(sent + ways.partBytes);
      };
      try {
        const file = await open(aside.path, 'wx', privateFile);
        try {
          // The bytes are written at their offset in the whole file; the gap before them takes no disk space.
          await writeBytes(file, watched, { position: start, claim, maxBytes, admit, grown });
        } finally {
          await file.close();
          // Senders learn the stored size, so these bytes are sent even after a lost connection.
          if (end > sent) send(end);
          await sending;
        }
      } catch (error) {
        throw writeFailure(error);
      }
    },

    async hash(id) {
      return assemble((await segmentsOf(id)) ?? []);
    },

    async whole(id, file) {
      const here = await ways.again(file);
      if (here !== null) return here;
      const segments = await segmentsOf(id);
      if (segments === null || endOf(segments) !== file.size) return null;
      await assemble(segments);
      return ways.again(file);
    },

    async discard(id) {
      const names = [];
      for await (const { name } of bucket.list(folderOf(id))) names.push(name);
      await Promise.all(names.map((name) => limiter.take(() => bucket.remove(name))));
    },

    async *olderThan(before) {
      const newest = new Map<string, number>();
      for await (const { name, modified } of bucket.list('resumable/')) {
        const id = segmentForm.exec(name)?.[1];
        if (id !== undefined) newest.set(id, Math.max(newest.get(id) ?? 0, modified.getTime()));
      }
      for (const [id, modified] of newest) if (modified < before.getTime()) yield id;
    },
  };
}

function endOf(segments: readonly Segment[]): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.start + last.size;
}
