import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNothing } from '../other-methods.ts';
import { graphiqlPolicy } from '../security-headers.ts';
import { takesGzip } from '../takes-gzip.ts';
import type { Graphiql } from './graphiql-thread.ts';

let made: Promise<Graphiql> | null = null;

/** GraphiQL, made on the first request and shared by all. */
function graphiql(): Promise<Graphiql> {
  made ??= make().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

/**
 * Renders GraphiQL in a thread, since loading the library blocks the event loop for more than 100 ms; the thread ends
 * afterwards.
 */
function make(): Promise<Graphiql> {
  return new Promise((resolve, reject) => {
    new Worker(new URL('./graphiql-thread.ts', import.meta.url))
      .once('message', (made: Graphiql) => resolve(made))
      .once('error', reject)
      .once('exit', () => reject(new Error('The thread that makes GraphiQL has ended without it.')));
  });
}

/** Whether a browser opens the address, rather than a program that requests data. */
export function isOpenedByBrowser({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

/** Answers with GraphiQL's page, or with 304 to a browser that has it already. */
export async function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): Promise<FastifyReply> {
  const { html, etag } = await graphiql();
  reply
    .header('content-security-policy', graphiqlPolicy(baseUrl))
    .header('cache-control', 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(html);
}

/** Serves the page's scripts and styles; browsers cache them for good, since another version has other names. */
export function registerGraphiqlFiles(server: FastifyInstance): void {
  const url = '/graphql/:file';
  server.get<{ Params: { file: string } }>(url, async (request, reply) => {
    const { files } = await graphiql();
    const file = files.find(({ name }) => name === request.params.file);
    if (file === undefined) return answerNothing(request);
    reply
      .type(file.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding');
    if (takesGzip(request)) return reply.header('content-encoding', 'gzip').send(file.gzipped);
    return reply.send(Readable.from([file.gzipped]).pipe(createGunzip()));
  });
  server.refuseOtherMethods(url, ['GET', 'HEAD']);
}
