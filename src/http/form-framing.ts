import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { AppError } from '../errors.ts';

/** What becomes of a form on the wire: its parts as they begin, then `end` or the first `failure` (or several). */
export interface FormListener {
  /** Must read or destroy `body`; `lines` are the part's header lines by lower-case name, each an array of latin1. */
  part(lines: object, body: Readable): void;
  end(): void;
  failure(error: Error): void;
}

/** Where the parts of a form begin and how long it may be. */
export interface FormFrame {
  boundary: string;
  /** Of the whole form: parts, their headers, and whatever stands around them. */
  maxBytes: number;
  /** How long the client may send nothing, in milliseconds. */
  maxSilence: number;
}

const maxHeaderBytes = 16 * 1024;
const maxHeaderLines = 32;

/** Cuts the body of a request into the parts of its form, no faster than they are read; the answer stops it. */
export function parseForm(source: IncomingMessage, frame: FormFrame, listener: FormListener): () => void {
  // A high-water mark of 1 makes every write drain before the next: Dicer may throw, and only from a write that
  // was not queued can that be caught.
  const config = {
    boundary: frame.boundary,
    maxHeaderSize: maxHeaderBytes,
    maxHeaderPairs: maxHeaderLines,
    highWaterMark: 1,
  };
  const parser = new Dicer(config);
  let bytes = 0;
  let stopped = false;
  let headed = true;

  function attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      listener.failure(error instanceof AppError ? error : malformed(error));
    }
  }

  parser.on('part', (body) => {
    // The parser tells of the same failure itself.
    body.on('error', () => undefined);
    if (!headed) listener.failure(malformed());
    headed = false;
    body.on('header', (lines) => {
      headed = true;
      if (stopped) body.resume();
      else listener.part(lines, body);
    });
  });
  parser.on('error', (error) => listener.failure(malformed(error)));
  parser.on('drain', () => source.resume());
  parser.on('finish', () => (headed ? listener.end() : listener.failure(malformed())));

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    silence.refresh();
    attempt(() => {
      if (bytes > frame.maxBytes) throw new AppError('TOO_LARGE', 'The form is larger than is accepted.');
      if (!parser.write(chunk)) source.pause();
    });
  }

  const silence = setTimeout(() => {
    // While it is held back the client cannot but be silent.
    if (source.isPaused()) silence.refresh();
    else listener.failure(silent(frame.maxSilence));
  }, frame.maxSilence);

  source.on('data', onData);
  const forget = finished(source, { writable: false }, (error) => {
    clearTimeout(silence);
    if (error) listener.failure(interrupted(error));
    else attempt(() => parser.end());
  });

  return () => {
    stopped = true;
    source.off('data', onData);
    clearTimeout(silence);
    parser.removeAllListeners('drain');
    forget();
  };
}

function malformed(cause?: unknown): AppError {
  return new AppError(
    'BAD_REQUEST',
    'The body is not a whole multipart form: it is cut off or its parts are damaged.',
    {},
    { cause },
  );
}

function interrupted(cause: unknown): AppError {
  return new AppError(
    'UPLOAD_INTERRUPTED',
    'The upload broke off before its end; send it again.',
    {},
    { cause },
  );
}

function silent(milliseconds: number): AppError {
  return new AppError(
    'UPLOAD_INTERRUPTED',
    `The upload stood still for ${milliseconds / 1000} seconds; send it again.`,
  );
}
