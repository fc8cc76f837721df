import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from './tracing.ts';

/** Makes a span for each request; all work for the request belongs to that span. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook('onRequest', (request, _reply, done) => {
    const span = tracing.receive(request.method, request.headers);
    spans.set(request, span);
    span.around(done);
  });
  server.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    spans.get(request)?.end(
      {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'none',
        'http.response.status_code': status,
        'request.id': request.id,
      },
      status >= 500 ? `Answered with ${status}` : undefined,
    );
  });
}
