import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { App } from '../../app.ts';
import { AppError } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import { yieldBeforeOperation } from '../../graphql/execution/event-loop-yields.ts';
import {
  type KnownOperation,
  parseOperations,
  type RequestedOperation,
} from '../../graphql/execution/params.ts';
import { limitKey } from '../../limits/rate-limits.ts';
import { problem, problemMediaType } from '../../rest/problem.ts';
import { statusOf } from '../../rest/status.ts';
import { demand } from '../authentication.ts';
import { baseUrlOf } from '../base-url.ts';
import { admitForm } from '../forms/form-limits.ts';
import { isMultipart, readMultipart } from '../forms/multipart.ts';
import { readJson } from '../read-json.ts';
import { openContext } from '../request-context.ts';
import { sendTagged } from './answer-tags.ts';
import { isOpenedByBrowser, registerGraphiqlFiles, sendGraphiql } from './graphiql-page.ts';
import { acceptedType, asSent, hasData, headOf, type MediaType } from './graphql-answer.ts';
import { type RequestedOperations, readOperationForm } from './graphql-form.ts';
import { faultOfRequest, type GraphQLServer } from './yoga.ts';

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
      if (!isMultipart(request)) {
        const context = openContext(app, request, untilGone(reply));
        await yieldBeforeOperation(context.operation);
        return answer(request, reply, { app, graphql, context }, () =>
          readOperations(request, app.config.maxJsonDepth),
        );
      }
      requirePreflight(request);
      // Only uploads are forms. A fully received form is executed even if its client has left.
      await using form = await readMultipart(request, await admitForm(app, request, maxFiles));
      const context = openContext(app, request);
      await yieldBeforeOperation(context.operation);
      const operations = readOperationForm(form, app.config.maxJsonDepth);
      return await answer(request, reply, { app, graphql, context }, () => operations);
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

/** Aborted when the client leaves before its answer is complete. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    // The close event also follows a complete answer.
    if (!raw.writableFinished) gone.abort(new AppError('UPLOAD_INTERRUPTED', 'The client has hung up.'));
  });
  return gone.signal;
}

interface Serving {
  app: App;
  graphql: GraphQLServer;
  context: Context;
}

/** Answers one operation, or several in a batch. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
  read: () => RequestedOperations,
): Promise<FastifyReply> {
  const { graphql, context } = serving;
  const type = acceptedType(request.headers.accept);
  const requested = readOperationsOr(read);
  if (requested instanceof GraphQLError) return sendResult(request, reply, { errors: [requested] }, type);
  if (Array.isArray(requested)) return answerBatch(reply, serving, requested, type);
  const operation = graphql.findDocument(requested);
  if (operation instanceof GraphQLError) return sendResult(request, reply, { errors: [operation] }, type);
  // Only a stream is left to accept.
  if (type === null) return answerByStream(request, reply, serving, operation);
  const prepared = await graphql.prepare(context, operation, request.method);
  if (!('execute' in prepared)) return sendResult(request, reply, { errors: prepared }, type);
  if (prepared.isSubscription) return answerByStream(request, reply, serving, operation);
  return sendResult(request, reply, await prepared.execute(), type);
}

function readOperationsOr(read: () => RequestedOperations): RequestedOperations | GraphQLError {
  try {
    return read();
  } catch (error) {
    const fault = faultOfRequest(error);
    if (fault) return fault;
    throw error;
  }
}

function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  result: ExecutionResult,
  type: MediaType | null,
): FastifyReply {
  // The client has disconnected.
  if (reply.raw.closed) return reply.hijack();
  const mediaType = type ?? 'application/json';
  const { status, headers } = headOf(result, mediaType);
  const body = JSON.stringify(asSent(result));
  const answered = { type: `${mediaType}; charset=utf-8`, body };
  if (request.method === 'GET' && result.errors === undefined) return sendTagged(request, reply, answered);
  return reply.status(status).headers(headers).type(answered.type).send(body);
}

/** Answers a batch: 200, or 503 where the service was unavailable and no operation has data. */
async function answerBatch(
  reply: FastifyReply,
  { app: { config }, graphql, context }: Serving,
  requested: RequestedOperation[],
  type: MediaType | null,
): Promise<FastifyReply> {
  const most = config.maxBatchOperations;
  if (requested.length > most) {
    const message = `This request has ${requested.length} operations; at most ${most} are accepted.`;
    const fault = new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
    return reply
      .status(413)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ errors: [fault] }));
  }
  if (type === null) return refuseType(reply);
  const results = await Promise.all(
    requested.map(async (one): Promise<ExecutionResult> => {
      const operation = graphql.findDocument(one);
      if (operation instanceof GraphQLError) return { errors: [operation] };
      const prepared = await graphql.prepare(context, operation);
      if (!('execute' in prepared)) return { errors: prepared };
      if (!prepared.isSubscription) return prepared.execute();
      const message = 'A subscription has no place among other operations. Send it by itself.';
      return { errors: [graphql.mask(new AppError('BAD_REQUEST', message))] };
    }),
  );
  if (reply.raw.closed) return reply.hijack();
  const away = results.some(({ data }) => hasData(data))
    ? undefined
    : results.map((result) => headOf(result, type)).find(({ status }) => status === statusOf.UNAVAILABLE);
  return reply
    .status(away?.status ?? 200)
    .headers(away?.headers ?? {})
    .type(`${type}; charset=utf-8`)
    .send(JSON.stringify(results.map(asSent)));
}

/** Answers by the library: a subscription, or a query as a stream of one answer. */
async function answerByStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { app, graphql, context }: Serving,
  operation: KnownOperation,
): Promise<FastifyReply> {
  const response = await graphql.fetch(toWebRequest(graphql, request, context.operation.gone), {
    context,
    operation,
    admitStream: (end: () => void) => admitStream(app, request, reply, end),
  });
  if (reply.raw.closed) return reply.hijack();
  if (response.status === 406) return refuseType(reply);
  // Keeping the connection is up to the server and its client.
  response.headers.delete('connection');
  return reply.send(response);
}

function refuseType(reply: FastifyReply): FastifyReply {
  return reply
    .status(406)
    .type(problemMediaType)
    .send(problem(406, 'NOT_ACCEPTABLE', notAcceptable));
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

/** The request for the library. Its operation is passed separately, so it has no body. */
function toWebRequest(
  { fetchAPI }: GraphQLServer,
  { url, method, headers }: FastifyRequest,
  signal: AbortSignal,
): Request {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given[name] = value;
  return new fetchAPI.Request(new URL(url, 'http://localhost').href, { method, headers: given, signal });
}
