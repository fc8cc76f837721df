import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListCache } from '../rest/list-cache.ts';
import type { RestList } from '../rest/route.ts';
import { holdsTag } from './plan-range.ts';

/**
 * Answers a list: 304 when the client has it, at once when it is kept, else streamed page by page, no faster than
 * the client takes it. The ETag is weak: two answers of one revision may differ in what changed while they were sent.
 */
export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  { revision, open }: RestList,
  cache: ListCache,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  if (revision === null) {
    const pages = await open();
    return reply.send(isHead(request) ? undefined : stream(jsonArray(pages)));
  }
  const etag = `"${revision.value}"`;
  reply.headers({ etag: `W/${etag}`, 'cache-control': 'private, no-cache' });
  if (holdsTag(request.headers['if-none-match'], etag)) {
    return reply.removeHeader('content-type').code(304).send();
  }
  const [url = ''] = request.url.split('?', 1);
  const kept = cache.get(url, revision.value);
  if (kept) return reply.header('content-length', kept.length).send(isHead(request) ? undefined : kept);
  if (isHead(request)) return reply.send();
  const collector = cache.collect(url, revision.value);
  const chunks = jsonArray(await open());
  return reply.send(
    stream(
      (async function* () {
        for await (const chunk of chunks) {
          collector.add(chunk);
          yield chunk;
        }
        // A change in the meantime may be in some pages and not in others.
        if ((await revision.current()) === revision.value) collector.keep();
      })(),
    ),
  );
}

function isHead(request: FastifyRequest): boolean {
  return request.method === 'HEAD';
}

/** One page is read while the one before is on its way, no more. */
function stream(chunks: AsyncIterable<Buffer>): Readable {
  return Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
}

async function* jsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Buffer> {
  let separator = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield Buffer.from(separator + page.map((element) => JSON.stringify(element)).join(','));
    separator = ',';
  }
  yield Buffer.from(separator === '[' ? '[]' : ']');
}
