import { Worker } from 'node:worker_threads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { graphiqlPolicy } from '../security-headers.ts';
import type { GraphiqlPage } from './graphiql-thread.ts';

let made: Promise<GraphiqlPage> | null = null;

/**
 * GraphiQL as one document that loads nothing else. It has megabytes, so all requests share one copy, made for the
 * first.
 */
function page(): Promise<GraphiqlPage> {
  made ??= makePage().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

/** In a thread of its own, since reading the library takes a turn of more than 100 ms; the thread ends with its work. */
function makePage(): Promise<GraphiqlPage> {
  return new Promise((resolve, reject) => {
    new Worker(new URL('./graphiql-thread.ts', import.meta.url))
      .once('message', (page: GraphiqlPage) => resolve(page))
      .once('error', reject)
      .once('exit', () =>
        reject(new Error('The thread that makes the page of GraphiQL has ended without it.')),
      );
  });
}

/** Tells a browser that opens the address from a program that requests data. */
export function isOpenedByBrowser({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

/** Answers with GraphiQL, or with 304 to a browser that has it already. */
export async function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): Promise<FastifyReply> {
  const { body, etag, scripts } = await page();
  reply
    .header('content-security-policy', graphiqlPolicy(baseUrl, scripts))
    .header('cache-control', 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(body);
}
