import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { exampleOperations } from './graphiql-examples.ts';
import { graphiqlPolicy } from './security-headers.ts';

interface Page {
  body: Buffer;
  etag: string;
}

let made: Promise<Page> | null = null;

/**
 * GraphiQL as one document, so that it loads nothing from anywhere else. It has megabytes, so all who wait share one, and its
 * package is loaded when the first one asks.
 */
function page(): Promise<Page> {
  made ??= makePage();
  return made;
}

async function makePage(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Server packs',
    subscriptionsProtocol: 'WS',
    defaultQuery: exampleOperations,
  });
  const body = Buffer.from(html);
  return { body, etag: `"${createHash('sha256').update(body).digest('hex')}"` };
}

/** Whether a browser opens an address, in place of a program that asks for data. */
export function isOpenedByBrowser({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

/** Answers with GraphiQL, or with 304 to a browser that has it already. */
export async function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): Promise<FastifyReply> {
  const { body, etag } = await page();
  reply
    .header('content-security-policy', graphiqlPolicy(baseUrl))
    .header('cache-control', 'no-cache')
    .header('etag', etag)
    // Browsers get GraphiQL where others get an answer.
    .header('vary', 'Accept');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(body);
}
