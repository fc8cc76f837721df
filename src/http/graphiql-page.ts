import { createHash } from 'node:crypto';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exampleOperations } from './graphiql-examples.ts';
import { graphiqlPolicy } from './security-headers.ts';

interface Page {
  body: Buffer;
  etag: string;
}

let made: Page | null = null;

/** GraphiQL as one document, so that it loads nothing from anywhere else. It has megabytes, so all who wait share one. */
function page(): Page {
  if (made) return made;
  const html = renderGraphiQL({
    title: 'Server packs',
    subscriptionsProtocol: 'WS',
    defaultQuery: exampleOperations,
  });
  const body = Buffer.from(html);
  made = { body, etag: `"${createHash('sha256').update(body).digest('hex')}"` };
  return made;
}

/** Whether a browser opens an address, in place of a program that asks for data. */
export function isOpenedByBrowser({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

/** Answers with GraphiQL, or with 304 to a browser that has it already. */
export function sendGraphiql(request: FastifyRequest, reply: FastifyReply, baseUrl: string): FastifyReply {
  const { body, etag } = page();
  reply
    .header('content-security-policy', graphiqlPolicy(baseUrl))
    .header('cache-control', 'no-cache')
    .header('etag', etag)
    // Browsers get GraphiQL where others get an answer.
    .header('vary', 'Accept');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(body);
}
