import { setTimeout as sleep } from 'node:timers/promises';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleanFileName } from '../../core/files/file-name.ts';
import { problem, problemMediaType } from '../../rest/problem.ts';
import type { ByteRange, OpenFile } from '../../storage/storage.ts';
import { planRange, type RangePlan } from './plan-range.ts';
import { transfer } from './transfer.ts';

export interface SendFileOptions {
  /**
   * Opens the file for the bytes that will be sent, or for none: for a HEAD or a 304. The file is closed when the
   * answer ends, for whatever reason.
   */
  open(meant: ByteRange | null): Promise<OpenFile>;
  /** The size in bytes. */
  size: number;
  /** Lower-case hexadecimal; becomes the ETag. */
  sha256: string;
  /** The file's suggested name; any string. */
  filename: string;
  contentType: string;
  /**
   * Called before a GET that starts at byte 0 is answered, and awaited for at most `longestStartMs`: neither its
   * failure nor its slowness keeps the bytes back.
   */
  onStart(): void | Promise<void>;
  /** Called when a conditional request shows that the client has the bytes already. */
  onUnchanged?(): void;
  /** Milliseconds that `onStart` is awaited. */
  longestStartMs: number;
}

/**
 * Answers a GET or HEAD with a stored archive: ETag, If-None-Match, a single Range, If-Range. Headers already set on
 * the reply are sent too. A client that hangs up is no failure. A failed read cuts the connection, so that the client
 * does not take a part for the whole.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SendFileOptions,
): Promise<FastifyReply> {
  const { open, size, sha256 } = options;
  const etag = `"${sha256}"`;
  const isHead = request.method === 'HEAD';
  // Range has a meaning for GET only.
  const headers = isHead ? { ...request.headers, range: undefined } : request.headers;
  const plan = planRange(headers, size, etag);
  const file = await open(isHead || !('start' in plan) ? null : rangeOf(plan));
  try {
    if (file.size !== size) throw new Error(`The stored file has ${file.size} bytes instead of ${size}`);
    reply.headers({ etag, 'accept-ranges': 'bytes' });
    // Clients must revalidate, so that each download is counted and a removed file is gone; a 304 keeps that cheap.
    reply.header('cache-control', 'private, no-cache');
    if (plan.status === 416) return refuseRange(reply, size);
    if (plan.status === 304) options.onUnchanged?.();
    else describeContent(reply, plan, options);
    if (plan.status !== 304 && plan.start === 0 && !isHead) await started(request, options);
    reply.hijack();
    writeHead(reply, plan.status);
    if (plan.status === 304 || isHead) reply.raw.end();
    else await transferOrCut(request, reply, file, plan);
    return reply;
  } finally {
    await file.close();
  }
}

/**
 * Redirects the client to the file's address in the store. The start of the range is kept, so that the download is
 * counted like a direct one.
 */
export async function sendElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  start: Start,
): Promise<FastifyReply> {
  const { range } = request.headers;
  if (range === undefined || /^bytes=0+-/.test(range)) await started(request, start);
  // The address grants access to its holder, and only for a while.
  return reply.header('cache-control', 'private, no-store').redirect(address, 307);
}

/** A Content-Disposition that saves the file under a name that is safe on all systems. */
export function dispositionOf(filename: string): string {
  return contentDisposition(cleanFileName(filename));
}

type Start = Pick<SendFileOptions, 'onStart' | 'longestStartMs'>;

async function started(request: FastifyRequest, { onStart, longestStartMs }: Start): Promise<void> {
  const patience = new AbortController();
  const starting = (async () => onStart())().catch((error: unknown) =>
    request.log.warn({ err: error }, 'a download could not be counted'),
  );
  const waiting = sleep(longestStartMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([starting, waiting]);
  patience.abort();
}

/** An empty file has no range, so a whole file is opened from its start. */
function rangeOf({ status, start, end }: Extract<RangePlan, { start: number }>): ByteRange {
  return status === 200 ? { start } : { start, end };
}

function describeContent(
  reply: FastifyReply,
  { status, start, end }: Extract<RangePlan, { start: number }>,
  { size, filename, contentType }: SendFileOptions,
): void {
  reply.headers({
    'content-type': contentType,
    'content-length': end - start,
    'content-disposition': dispositionOf(filename),
  });
  if (status === 206) reply.header('content-range', `bytes ${start}-${end - 1}/${size}`);
}

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  const detail = `The file has ${size} bytes; the range asked for lies outside.`;
  return reply
    .code(416)
    .header('content-range', `bytes */${size}`)
    .type(problemMediaType)
    .send(JSON.stringify(problem(416, 'RANGE_NOT_SATISFIABLE', detail)));
}

/** Sends the headers of the reply, which a hijacked reply no longer sends by itself. */
export function writeHead(reply: FastifyReply, status: number): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(status);
}

async function transferOrCut(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenFile,
  bytes: { start: number; end: number },
): Promise<void> {
  try {
    await transfer(file, reply.raw, bytes);
  } catch (error) {
    request.log.error({ err: error }, 'A download broke off: the stored file cannot be read');
    reply.raw.destroy();
  }
}
