import { finished, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { AppError } from '../../errors.ts';

/** Gets the parts of a form as they begin, then `end` after the body's last byte, or one or more failures. */
export interface FormListener {
  /** Must read or destroy `body`; `lines` are the part's header lines by lower-case name, each an array of latin1. */
  part(lines: object, body: Readable): void;
  end(): void;
  failure(error: Error): void;
}

/** The boundary and the limits of a form. */
export interface FormFrame {
  boundary: string;
  /** The whole form's size: parts, headers, and the bytes around them. */
  maxBytes: number;
  /** Milliseconds of silence allowed to the client. */
  maxSilence: number;
  /** Most header lines of one part. */
  maxPartHeaders: number;
  /** Most bytes of the names and values of one part's header lines. */
  maxPartHeaderBytes: number;
}

/** A colon, a space and the line's end. */
const bytesAroundLine = 4;

/** Cuts the body of a request into the parts of its form, no faster than they are read; the answer stops it. */
export function parseForm(source: Readable, frame: FormFrame, listener: FormListener): () => void {
  // A high-water mark of 1 makes every write drain before the next: Dicer, or who takes a part, may throw, and only
  // from a write that was not queued can that be caught.
  const { boundary, maxPartHeaders, maxPartHeaderBytes } = frame;
  // Dicer truncates silently at its limits, so these are wide enough to detect that ours are exceeded, even with a line
  // folded after every byte.
  const reach = 3 * maxPartHeaderBytes + bytesAroundLine * (maxPartHeaders + 2);
  const config = {
    boundary,
    maxHeaderSize: reach,
    maxHeaderPairs: maxPartHeaders + 1,
    highWaterMark: 1,
  };
  const parser = new Dicer(config);
  let bytes = 0;
  let bytesBeforeHeader = 0;
  let parsed = false;
  let arrived = false;
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
    bytesBeforeHeader = bytes;
    body.on('header', (lines: object) => {
      headed = true;
      const isTooLarge = isHeaderTooLarge(lines, frame);
      if (isTooLarge) listener.failure(headerTooLarge(frame));
      if (stopped || isTooLarge) body.resume();
      else listener.part(lines, body);
    });
  });
  parser.on('error', (error) => listener.failure(malformed(error)));
  parser.on('drain', () => source.resume());
  parser.on('finish', () => {
    parsed = true;
    // The parser never drains when its last part was held back in the write that brought the end of the form.
    source.resume();
    endWhenWhole();
  });

  /** The last boundary is not the end: bytes that were announced may still be missing, and the form with them. */
  function endWhenWhole(): void {
    if (!parsed || !arrived) return;
    if (headed) listener.end();
    else listener.failure(malformed());
  }

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    silence.refresh();
    attempt(() => {
      if (bytes > frame.maxBytes) throw new AppError('TOO_LARGE', 'The form is larger than is accepted.');
      // Bytes after the form's end are counted and dropped.
      if (parsed) return;
      if (!parser.write(chunk) && !parsed) source.pause();
      // A header without an end would otherwise be read to the end of the form.
      if (!headed && bytes - bytesBeforeHeader > reach) throw headerTooLarge(frame);
    });
  }

  const silence = setTimeout(() => {
    const heard = bytes;
    // Bytes that came while this process was busy are read before the client counts as silent.
    setImmediate(() => {
      if (stopped) return;
      // While it is held back the client cannot but be silent.
      if (source.isPaused() || bytes > heard) silence.refresh();
      else listener.failure(silent(frame.maxSilence));
    });
  }, frame.maxSilence);

  source.on('data', onData);
  const forget = finished(source, { writable: false }, (error) => {
    clearTimeout(silence);
    if (error) return listener.failure(interrupted(error));
    arrived = true;
    if (!parsed) attempt(() => parser.end());
    endWhenWhole();
  });

  return () => {
    stopped = true;
    source.off('data', onData);
    clearTimeout(silence);
    parser.removeAllListeners('drain');
    forget();
  };
}

function isHeaderTooLarge(lines: object, { maxPartHeaders, maxPartHeaderBytes }: FormFrame): boolean {
  let count = 0;
  let bytes = 0;
  for (const [name, values] of Object.entries(lines)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      count += 1;
      bytes += name.length + String(value).length;
    }
  }
  return count > maxPartHeaders || bytes > maxPartHeaderBytes;
}

function headerTooLarge({ maxPartHeaders, maxPartHeaderBytes }: FormFrame): AppError {
  return new AppError(
    'BAD_REQUEST',
    `A part of the form has more than the ${maxPartHeaders} header lines, or the ${maxPartHeaderBytes} bytes of them, that are accepted.`,
  );
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
