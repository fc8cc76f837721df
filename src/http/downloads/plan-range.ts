import type { IncomingHttpHeaders } from 'node:http';

/** The bytes and the status that answer a GET; `end` is exclusive. */
export type RangePlan = { status: 200 | 206; start: number; end: number } | { status: 304 } | { status: 416 };

/**
 * Decides by RFC 9110 which bytes of `size` a GET receives. Several ranges at once, or an unreadable Range, receive the
 * whole file, as the RFC allows. `etag` is the strong validator of the file, with its quotes.
 */
export function planRange(headers: IncomingHttpHeaders, size: number, etag: string): RangePlan {
  if (holdsTag(headers['if-none-match'], etag)) return { status: 304 };
  const whole = { status: 200, start: 0, end: size } as const;
  const { range } = headers;
  if (range === undefined || !sameFile(headers['if-range'], etag)) return whole;
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range);
  if (match === null) return whole;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? whole : suffix(Number(last), size);
  if (last !== '' && Number(last) < Number(first)) return whole;
  if (Number(first) >= size) return { status: 416 };
  return { status: 206, start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

function suffix(length: number, size: number): RangePlan {
  if (length === 0 || size === 0) return { status: 416 };
  return { status: 206, start: Math.max(size - length, 0), end: size };
}

/** Compares weakly, as If-None-Match demands: a W/ before the tag is ignored. */
export function holdsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([tag]) => tag).includes(etag);
}

/** If-Range compares strongly; files have no modification date to compare with. */
function sameFile(ifRange: string | string[] | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
