import { finished, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { AppError } from '../../errors.ts';

/** Receives the parts of a form as they begin, then `end` after the body's last byte, or one or more failures. */
export interface FormListener {
  /**
   * Must read or destroy `body`, and may not throw; `lines` are the part's header lines by lower-case name, each an array
   * of latin1.
   */
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

/**
 * Splits the body of a request into the parts of its form, no faster than they are read; the returned function stops
 * it.
 */
export function parseForm(source: Readable, frame: FormFrame, listener: FormListener): () => void {
  const { boundary, maxPartHeaders, maxPartHeaderBytes } = frame;
  // Dicer truncates silently at its limits, so these are wide enough to notice when ours are exceeded, even with a line
  // folded after every byte.
  const reach = 3 * maxPartHeaderBytes + bytesAroundLine * (maxPartHeaders + 2);
  const config = { boundary, maxHeaderSize: reach, maxHeaderPairs: maxPartHeaders + 1 };
  const parser = new Dicer(config);
  let bytes = 0;
  let bytesBeforeHeader = 0;
  let parsed = false;
  let arrived = false;
  let stopped = false;
  let headed = true;

  parser.on('part', (body) => {
    // The parser reports the same failure itself.
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

  /** The last boundary is not the end: announced bytes may still be missing, and the form with them. */
  function endWhenWhole(): void {
    if (!parsed || !arrived) return;
    if (headed) listener.end();
    else listener.failure(malformed());
  }

  function onData(chunk: Buffer): void {
    bytes += chunk.length;
    silence.refresh();
    if (bytes > frame.maxBytes)
      listener.failure(new AppError('TOO_LARGE', 'The form is larger than is accepted.'));
    // An endless header would otherwise be read to the end of the form.
    else if (!parsed && !headed && bytes - bytesBeforeHeader > reach) listener.failure(headerTooLarge(frame));
  }

  const silence = setTimeout(() => {
    const bytesBefore = bytes;
    // Bytes that arrived while this process was busy are read before the client counts as silent.
    setImmediate(() => {
      if (stopped) return;
      // A client that is held back cannot send anything.
      if (source.isPaused() || bytes > bytesBefore) silence.refresh();
      else listener.failure(silent(frame.maxSilence));
    });
  }, frame.maxSilence);

  source.pipe(parser).on('finish', () => {
    parsed = true;
    // The pipe stops at the end of the form; bytes after it are counted and dropped.
    source.resume();
    endWhenWhole();
  });
  // A piece is judged after the parser has read it.
  source.on('data', onData);
  const forget = finished(source, { writable: false }, (error) => {
    clearTimeout(silence);
    if (error) return listener.failure(interrupted(error));
    arrived = true;
    endWhenWhole();
  });

  return () => {
    stopped = true;
    source.unpipe(parser).off('data', onData);
    clearTimeout(silence);
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
