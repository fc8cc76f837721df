import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { largestPageSize } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { withOperation } from '../../graphql/context.ts';
import { createBudget } from '../../graphql/execution/work.ts';
import type { MultipartFields } from '../../rest/form.ts';
import { restRoutes } from '../../rest/index.ts';
import { createListCache, type ListCache } from '../../rest/list-cache.ts';
import type { RestAnswer, RestRoute } from '../../rest/route.ts';
import { registerDownloads } from '../downloads/downloads.ts';
import { admitForm } from '../forms/form-limits.ts';
import { readMultipart } from '../forms/multipart.ts';
import { answerNothing } from '../other-methods.ts';
import { openContext } from '../request-context.ts';
import { registerReference } from './rest-reference.ts';
import { sendList } from './send-list.ts';

const prefix = '/api/v2';
const noForm: MultipartFields & AsyncDisposable = {
  fields: new Map(),
  files: new Map(),
  [Symbol.asyncDispose]: async () => {},
};
const paramsShape = z.record(z.string(), z.string());

/** Serves the legacy API: every row of its table, the downloads, and the API's description. */
export function registerRest(server: FastifyInstance, app: App): void {
  server.register(
    async (scope) => {
      // Routes read forms themselves, and no other body is read; each route decides how to answer one.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.setNotFoundHandler(answerNothing);
      const cache = createListCache(app.config.listCacheBytes);
      for (const route of restRoutes) {
        const isHeadable = route.method === 'GET' && route.head !== false;
        const allowed: HTTPMethods[] = isHeadable ? ['GET', 'HEAD'] : [route.method];
        scope.route({
          method: route.method,
          url: route.url,
          exposeHeadRoute: isHeadable,
          handler: (request, reply) => serve(app, cache, route, request, reply),
        });
        scope.refuseOtherMethods(route.url, allowed);
      }
      registerDownloads(scope, app);
      registerReference(scope, app);
    },
    { prefix },
  );
}

async function serve(
  app: App,
  cache: ListCache,
  route: RestRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (route.changes) refuseUnmeant(request);
  try {
    await using form = await readForm(app, route, request);
    // The contract's lists are whole: the cost limit sets the page length, and rows of any size are shown.
    const context = withOperation(openContext(app, request), {
      maxPageSize: largestPageSize,
      answerBudget: createBudget(Number.POSITIVE_INFINITY),
    });
    const answer = await route.handle({ params: paramsShape.parse(request.params), form }, context);
    return await send(request, reply, answer, cache);
  } catch (error) {
    const refusal = error instanceof Error ? route.refuse?.(error) : null;
    if (refusal) return send(request, reply, refusal, cache);
    throw error;
  }
}

/**
 * Refuses requests that a browser sends without its user's intent: for a page of another site, or as a prefetch.
 * Browsers mark such requests, and pages cannot change the marks; other programs send none.
 */
function refuseUnmeant({ headers }: FastifyRequest): void {
  const isAhead = [headers['sec-purpose'], headers.purpose].some((one) => /^prefetch\b/i.test(String(one)));
  if (!isAhead && headers['sec-fetch-site'] !== 'cross-site') return;
  const message = isAhead
    ? 'This changes something, so it is not answered before somebody follows the link.'
    : 'This changes something, so pages of other sites cannot have it asked for.';
  throw new AppError('FORBIDDEN', message);
}

async function readForm(
  app: App,
  route: RestRoute,
  request: FastifyRequest,
): Promise<MultipartFields & AsyncDisposable> {
  if (!route.form) return noForm;
  return readMultipart(request, await admitForm(app, request, route.form.maxFiles));
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RestAnswer,
  cache: ListCache,
): Promise<FastifyReply> {
  reply.status(answer.status);
  if ('list' in answer) return sendList(request, reply, answer.list, cache);
  if (answer.headers) reply.headers(answer.headers);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.json));
}
