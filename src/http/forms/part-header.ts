import { parse } from 'content-disposition';
import { z } from 'zod';
import { cleanFileName } from '../../core/files/file-name.ts';
import { AppError } from '../../errors.ts';

/** A part's name, file name and type. */
export interface PartHeader {
  name: string;
  /** Null when the part is a field; empty when it is a file whose name is not told. */
  filename: string | null;
}

const rawHeader = z.object({
  'content-disposition': z.array(z.string()).optional(),
  'content-type': z.array(z.string()).optional(),
});

/** Reads the header lines of a part, each given as its latin1 bytes; BAD_REQUEST when it is none of a form. */
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

/** Browsers and curl send names as UTF-8; bytes that are none are taken for latin1. */
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
