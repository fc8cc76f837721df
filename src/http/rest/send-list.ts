import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListCache } from '../../rest/list-cache.ts';
import type { WholeList } from '../../rest/whole-list.ts';
import { holdsTag } from '../downloads/plan-range.ts';

/**
 * Answers a list: 304 when the client has it, else streamed piece by piece, no faster than the client reads. The ETag
 * is weak: two answers of one revision may differ by changes made while they were sent.
 */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { revision, pieces }: WholeList,
  cache: ListCache,
): Promise<FastifyReply> {
  const etag = revision === null ? null : `"${revision}"`;
  if (etag !== null && holdsTag(request.headers['if-none-match'], etag)) {
    return reply.headers(validator(etag)).code(304).send();
  }
  const read = pieces(cache);
  // The first piece is awaited, so that an unreadable list is answered as a failure.
  const first = await read.next();
  if (etag !== null) reply.headers(validator(etag));
  reply.type('application/json; charset=utf-8');
  if (request.method === 'HEAD') {
    await read.return(undefined);
    return reply.send();
  }
  return reply.send(Readable.from(jsonArray(first, read), { objectMode: true, highWaterMark: 1 }));
}

function validator(etag: string): Record<string, string> {
  return { etag: `W/${etag}`, 'cache-control': 'private, no-cache' };
}

async function* jsonArray(
  first: IteratorResult<Buffer>,
  others: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let isEmpty = true;
  async function* pieces(): AsyncGenerator<Buffer> {
    if (first.done) return;
    yield first.value;
    yield* others;
  }
  for await (const piece of pieces()) {
    if (piece.length === 0) continue;
    // Each element begins with a comma; the list's first element gets a bracket instead.
    yield isEmpty ? Buffer.concat([Buffer.from('['), piece.subarray(1)]) : piece;
    isEmpty = false;
  }
  yield Buffer.from(isEmpty ? '[]' : ']');
}
