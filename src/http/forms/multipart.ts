import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { dropRest } from './drop-rest.ts';
import { type FormFrame, parseForm } from './form-framing.ts';
import { collectParts, type MultipartForm, type MultipartOptions } from './form-parts.ts';

export type { MultipartForm, MultipartOptions } from './form-parts.ts';

/** Milliseconds of silence within a form, by default. */
const defaultMaxSilence = 60_000;
/** Bytes around a part's header lines: a boundary, and the separators of each line. */
const framingBytesPerPart = 1024;
const framingBytesPerLine = 4;
/** Longest accepted Content-Type: Node's parsing time grows with the square of the spaces in it. */
const longestContentType = 1_024;
const boundaryForm = /^[\x20-\x7e]{1,70}$/;

/** Routes of `app` accept multipart/form-data, whose body stays on the wire until `readMultipart` reads it. */
export function registerMultipart(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

export function isMultipart(request: FastifyRequest): boolean {
  const header = request.headers['content-type'];
  // Most requests have no body, or JSON, so they skip the parsing of the type.
  if (header === undefined || header === 'application/json') return false;
  return mediaType(request)?.essence === 'multipart/form-data';
}

/**
 * Reads a form from the connection, files straight into the store. Fails with UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST,
 * TOO_LARGE, UPLOAD_INTERRUPTED or STORAGE_FULL; after a failure nothing is stored, and the rest of the body is read
 * and dropped, so that the client receives the answer.
 */
export async function readMultipart(
  request: FastifyRequest,
  options: MultipartOptions,
): Promise<MultipartForm> {
  const source = request.raw;
  try {
    const boundary = boundaryOf(request);
    const maxBytes = maxFormBytes(options);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      throw new AppError('TOO_LARGE', `The form is larger than the ${maxBytes} bytes that are accepted.`);
    }
    const { maxSilence = defaultMaxSilence, maxPartHeaders, maxPartHeaderBytes } = options;
    const frame = { boundary, maxBytes, maxSilence, maxPartHeaders, maxPartHeaderBytes };
    return await receiveForm(source, frame, options);
  } finally {
    dropRest(source);
  }
}

async function receiveForm(
  source: IncomingMessage,
  frame: FormFrame,
  options: MultipartOptions,
): Promise<MultipartForm> {
  const arrival = Promise.withResolvers<void>();
  const parts = collectParts(options, arrival.reject);
  const stop = parseForm(source, frame, {
    part: parts.take,
    end: arrival.resolve,
    failure: arrival.reject,
  });
  try {
    await arrival.promise;
    return await parts.form();
  } catch (error) {
    await parts.discard(error);
    throw error;
  } finally {
    stop();
  }
}

function mediaType({ headers }: FastifyRequest): MIMEType | null {
  const header = headers['content-type'] ?? '';
  if (header.length > longestContentType)
    throw new AppError('BAD_REQUEST', `The Content-Type has more than ${longestContentType} characters.`);
  try {
    return new MIMEType(header);
  } catch {
    return null;
  }
}

function boundaryOf(request: FastifyRequest): string {
  const type = mediaType(request);
  if (type?.essence !== 'multipart/form-data') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request must be a form: Content-Type multipart/form-data.',
    );
  }
  const boundary = type.params.get('boundary') ?? '';
  if (!boundaryForm.test(boundary)) {
    throw new AppError('BAD_REQUEST', 'The Content-Type must name a boundary of 1 to 70 characters.');
  }
  return boundary;
}

function maxFormBytes(options: MultipartOptions): number {
  const { maxUploadBytes, maxParts, maxFieldBytes, maxFiles, maxPartHeaders, maxPartHeaderBytes } = options;
  const framing = framingBytesPerPart + framingBytesPerLine * maxPartHeaders + maxPartHeaderBytes;
  return maxUploadBytes * maxFiles + maxFieldBytes + framing * (maxParts + 1);
}
