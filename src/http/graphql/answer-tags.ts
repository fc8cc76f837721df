import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsTag } from '../downloads/plan-range.ts';

/** The tag of an answer to GET, made of its bytes: the same on every node, and after a restart. */
function tagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url')}"`;
}

/** Sends an answer with its tag, or 304 to a client that holds it. Only that client may keep it, and has to ask each time. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: { type: string; body: string },
): FastifyReply {
  const etag = tagOf(body);
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Accept, Authorization' });
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
