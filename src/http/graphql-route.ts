import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { demand } from './authentication.ts';
import { admitForm } from './form-limits.ts';
import { readOperationForm } from './graphql-form.ts';
import { isMultipart, readMultipart } from './multipart.ts';
import { knowAllMethods, refuseOtherMethods } from './other-methods.ts';
import { openContext } from './request-context.ts';
import { graphiqlPolicy } from './security-headers.ts';
import type { GraphQLServer, RequestContext } from './yoga.ts';

/** Headers that make a browser ask before it sends a form to another site; one of them must be there. */
const preflightHeaders = [
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'graphql-require-preflight',
  'graphql-preflight',
];

/** Most files of one form. */
const maxFiles = 10;

/** Serves /graphql over HTTP: JSON, forms with files, server-sent events and GraphiQL. */
export function registerGraphQL(server: FastifyInstance, app: App, graphql: GraphQLServer): void {
  const admitStream = createStreamLimit(app.config);
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    // A subscription by HEAD would be a stream without an end of which nothing is sent.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      // The page of GraphiQL holds nothing; a browser that opens it has no way to send a token yet.
      if (!isPage(request)) demand(app, request, 'read');
      const context = {
        context: openContext(app, request),
        admitStream: (end: () => void) => admitStream(reply, end),
      };
      if (!isMultipart(request)) return answer(request, reply, graphql, context);
      requirePreflight(request);
      // Only uploads come as forms.
      await using form = await readMultipart(request, await admitForm(app, request, maxFiles));
      return await answer(request, reply, graphql, { ...context, params: readOperationForm(form) });
    },
  });
  knowAllMethods(server);
  refuseOtherMethods(server, '/graphql', ['GET', 'POST']);
}

function isPage({ method, headers, url }: FastifyRequest): boolean {
  const asks = new URL(url, 'http://localhost').searchParams.has('query');
  return method === 'GET' && !asks && (headers.accept?.includes('text/html') ?? false);
}

/**
 * Counts the live streams, each until its connection closes, and calls `end` then: a stream may be asked for in a form
 * that it cannot be sent in, and nobody would ever read it. What it answers fails with UNAVAILABLE beyond the most.
 */
function createStreamLimit({
  maxStreams,
}: Pick<Config, 'maxStreams'>): (reply: FastifyReply, end: () => void) => void {
  let open = 0;
  return (reply, end) => {
    if (open >= maxStreams) {
      throw new AppError(
        'UNAVAILABLE',
        `${maxStreams} live streams are open, which is the most this service takes. Try again later.`,
        { retryAfter: 10 },
      );
    }
    if (reply.raw.closed) return end();
    open += 1;
    reply.raw.once('close', () => {
      open -= 1;
      end();
    });
  };
}

function requirePreflight(request: FastifyRequest): void {
  if (preflightHeaders.some((name) => name in request.headers)) return;
  throw new AppError(
    'BAD_REQUEST',
    `A form must carry one of the headers ${preflightHeaders.join(', ')}, with any value, so that no web page can send it unasked.`,
  );
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  graphql: GraphQLServer,
  context: RequestContext,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const response = await graphql.fetch(toWebRequest(request, context, gone.signal), context);
  const isHtml = response.headers.get('content-type')?.startsWith('text/html');
  if (isHtml) reply.header('content-security-policy', graphiqlPolicy);
  return reply.send(response);
}

function toWebRequest(request: FastifyRequest, { params }: RequestContext, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // The form itself has been read; its operation travels in the context.
  if (params) headers.set('content-type', 'application/json');
  const url = new URL(request.url, 'http://localhost');
  if (request.method === 'GET') return new Request(url, { headers, signal });
  const body = params ? '{}' : request.body;
  return new Request(url, { method: 'POST', headers, body: typeof body === 'string' ? body : '', signal });
}
