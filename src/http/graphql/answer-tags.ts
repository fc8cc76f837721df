import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../downloads/plan-range.ts';

/** The ETag of an answer to GET is a hash of its bytes, so it is the same on every node and after a restart. */
function tagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`;
}

/**
 * Sends an answer with its ETag, or 304 to a client that has it. Only that client may cache the answer, and must
 * revalidate it each time.
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: { type: string; body: string },
): FastifyReply {
  const etag = tagOf(body);
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept, Authorization, Cookie' });
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
