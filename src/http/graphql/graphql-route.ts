import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { App } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { yieldBeforeOperation } from '../../graphql/execution/event-loop-yields.ts';
import { parseOperations } from '../../graphql/execution/params.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { problem, problemMediaType } from '../../rest/problem.ts';
import { demand } from '../authentication.ts';
import { baseUrlOf } from '../base-url.ts';
import { admitForm } from '../forms/form-limits.ts';
import { isMultipart, readMultipart } from '../forms/multipart.ts';
import { readJson } from '../read-json.ts';
import { openContext } from '../request-context.ts';
import { sendTagged } from './answer-tags.ts';
import { isOpenedByBrowser, registerGraphiqlFiles, sendGraphiql } from './graphiql-page.ts';
import { type RequestedOperations, readOperationForm } from './graphql-form.ts';
import type { RequestContext } from './graphql-request.ts';
import type { GraphQLServer } from './yoga.ts';

/** Headers that make a browser send a preflight before a form to another site; a form needs one of them. */
const preflightHeaders = [
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'graphql-require-preflight',
  'graphql-preflight',
];

/** The library answers this case with an empty body. */
const notAcceptable =
  'The Accept header names nothing that this can be sent as: a query or a mutation is answered as application/json or application/graphql-response+json, a subscription as text/event-stream.';

/** Most files of one form. */
const maxFiles = 10;

/** Serves /graphql over HTTP: JSON, forms with files, server-sent events and GraphiQL. */
export function registerGraphQL(server: FastifyInstance, app: App, graphql: GraphQLServer): void {
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    // A subscription by HEAD would be an endless stream without content.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      // The Accept header selects JSON, a stream, or GraphiQL's page for browsers.
      reply.header('vary', 'Accept');
      // GraphiQL's page holds no data, and a browser that opens it cannot send a token yet.
      if (!isPage(request)) demand(app, request, 'read');
      if (app.config.graphiql && isOpenedByBrowser(request)) {
        return sendGraphiql(request, reply, baseUrlOf(app.config, request));
      }
      const gone = new AbortController();
      const leave = () => {
        // The close event also follows a complete answer.
        if (reply.raw.writableFinished) return;
        gone.abort(new AppError('UPLOAD_INTERRUPTED', 'The client has hung up.'));
      };
      reply.raw.once('close', leave);
      const context = {
        context: openContext(app, request, gone.signal),
        admitStream: (end: () => void) => admitStream(app, request, reply, end),
      };
      if (!isMultipart(request)) {
        await yieldBeforeOperation(context.context.operation);
        const operations = () => readOperations(request, app.config.maxJsonDepth);
        return answer(request, reply, graphql, { ...context, operations }, gone.signal);
      }
      requirePreflight(request);
      // Only uploads are forms. A fully received form is executed even if its client has left.
      await using form = await readMultipart(request, await admitForm(app, request, maxFiles));
      await yieldBeforeOperation(context.context.operation);
      const operations = readOperationForm(form, app.config.maxJsonDepth);
      return await answer(request, reply, graphql, { ...context, operations: () => operations });
    },
  });
  server.refuseOtherMethods('/graphql', ['GET', 'POST']);
  if (app.config.graphiql) registerGraphiqlFiles(server);
}

function isPage(request: FastifyRequest): boolean {
  return isOpenedByBrowser(request) && !new URL(request.url, 'http://localhost').searchParams.has('query');
}

/**
 * Counts a live stream until its connection closes, then calls `end`: a stream requested in an unavailable format
 * would otherwise stay open without a reader. Fails beyond the limit.
 */
function admitStream({ access }: App, { viewer }: FastifyRequest, { raw }: FastifyReply, end: () => void) {
  const slot = access.slots.streams.take(limitKey(viewer));
  const leave = () => {
    slot.release();
    end();
  };
  if (raw.closed) leave();
  else raw.once('close', leave);
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
  signal: AbortSignal | null = null,
): Promise<FastifyReply> {
  let hasErrors = true;
  const onResult = ({ errors }: ExecutionResult) => {
    hasErrors = errors !== undefined;
  };
  const response = await graphql.fetch(toWebRequest(graphql, request, signal), { ...context, onResult });
  // The client has disconnected.
  if (reply.raw.closed) return reply.hijack();
  if (response.status === 406) {
    return reply
      .status(406)
      .type(problemMediaType)
      .send(problem(406, 'NOT_ACCEPTABLE', notAcceptable));
  }
  // Keeping the connection is up to the server and its client.
  response.headers.delete('connection');
  const type = response.headers.get('content-type') ?? '';
  // Any other type is a stream.
  if (!/^application\/(graphql-response\+)?json\b/.test(type)) return reply.send(response);
  const body = await response.text();
  if (request.method === 'GET' && !hasErrors) return sendTagged(request, reply, { type, body });
  return reply.status(response.status).headers(Object.fromEntries(response.headers)).send(body);
}

/** Reads the operations of a request from its address or body. Fails with BAD_REQUEST. */
function readOperations(request: FastifyRequest, maxDepth: number): RequestedOperations {
  if (request.method === 'GET') return parseOperations(inAddress(request.url, maxDepth));
  const { body } = request;
  request.body = null;
  if (typeof body === 'string') return parseOperations(readJson('The body of the request', body, maxDepth));
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'An operation is sent as application/json, or as multipart/form-data where files come with it.',
  );
}

function inAddress(url: string, maxDepth: number): object {
  const given = new URL(url, 'http://localhost').searchParams;
  const json = (name: string) => {
    const text = given.get(name);
    return text ? readJson(name, text, maxDepth) : null;
  };
  return {
    query: given.get('query'),
    operationName: given.get('operationName') || null,
    documentId: given.get('documentId'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

/** The request for Yoga. Its operations are passed separately, so it has no body. */
function toWebRequest(
  { fetchAPI }: GraphQLServer,
  { url, method, headers }: FastifyRequest,
  signal: AbortSignal | null,
): Request {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given[name] = value;
  return new fetchAPI.Request(new URL(url, 'http://localhost').href, { method, headers: given, signal });
}
