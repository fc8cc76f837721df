import { parse } from 'content-disposition';
import { z } from 'zod';
import { cleanFileName } from '../../core/files/file-name.ts';
import { AppError } from '../../errors.ts';

/** The name and file name of a part. */
export interface PartHeader {
  name: string;
  /** Null for a field; empty for a file without a name. */
  filename: string | null;
}

const rawHeader = z.object({
  'content-disposition': z.array(z.string()).optional(),
  'content-type': z.array(z.string()).optional(),
});

/**
 * Reads the header lines of a part, given as latin1 bytes; fails with BAD_REQUEST if they do not describe a part of a
 * form.
 */
export function readPartHeader(lines: object): PartHeader {
  const header = rawHeader.parse(lines);
  const disposition = header['content-disposition']?.[0];
  if (disposition === undefined) throw malformed('A part of the form has no Content-Disposition header.');
  const { type, parameters } = parse(asUtf8(escapedQuotes(disposition)), { multipart: true });
  if (type !== 'form-data')
    throw malformed('A part of the form has a Content-Disposition other than form-data.');
  const { name, filename } = parameters;
  if (name === undefined || name === '') throw malformed('A part of the form has no name.');
  if (filename !== undefined) return { name, filename: cleanFileName(filename) };
  return { name, filename: isBinary(header['content-type']?.[0]) ? '' : null };
}

// curl before 7.81 writes a quote as \" where browsers write %22; any other backslash belongs to the name.
function escapedQuotes(disposition: string): string {
  return disposition.replaceAll('\\"', '%22');
}

/** Decodes a name: browsers and curl send UTF-8; bytes that are not UTF-8 are read as latin1. */
function asUtf8(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

function isBinary(contentType: string | undefined): boolean {
  return (
    contentType !== undefined &&
    /^application\/(octet-stream|(x-)?zip(-compressed)?)\s*(;|$)/i.test(contentType)
  );
}

function malformed(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
