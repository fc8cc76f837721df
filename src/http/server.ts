import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { isLoopback } from '../access/client-address.ts';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { answerClientError, answerConnect, answerError } from './answer-error.ts';
import { registerAuthentication } from './authentication.ts';
import { registerFavicon } from './favicon.ts';
import { registerGraphQL } from './graphql-route.ts';
import { loggedUrl } from './logged-url.ts';
import { registerMultipart } from './multipart.ts';
import { answerNothing } from './other-methods.ts';
import { registerRest } from './rest-routes.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { openSockets } from './socket.ts';
import { registerUploadTickets } from './upload-tickets.ts';
import { createGraphQL } from './yoga.ts';

/** The running HTTP server. */
export interface HttpServer extends AsyncDisposable {
  /** Where it listens, e.g. http://127.0.0.1:8080. */
  address: string;
  /** Ends live streams, lets requests finish within the grace period, then closes all connections. */
  close(): Promise<void>;
}

/** Serves all faces on one port. */
export async function openServer(app: App): Promise<HttpServer> {
  const { config, log } = app;
  const loggerInstance: FastifyBaseLogger = log;
  const server = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: config.maxBodyBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // We answer this ourselves, as every other failure.
    return503OnClosing: false,
    // An id of any length is judged by its route.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    // Headers have to arrive in time; bodies may take as long as they move (see `maxSilence`).
    http: {
      headersTimeout: 30_000,
      keepAliveTimeout: 65_000,
      requestTimeout: 0,
      requireHostHeader: false,
      // An offer to go on in another protocol, such as curl's of HTTP/2, need not be taken.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
  });
  server.server.on('connect', answerConnect);
  // Expectations that nobody knows are passed over: Node would refuse them without a word.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(answerNothing);
  let closing = false;
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Left to Node, this answer would have no body.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new AppError('BAD_REQUEST', 'The request has no Host header.');
    }
    if (!closing) return;
    reply.header('connection', 'close');
    throw new AppError('UNAVAILABLE', 'The service is shutting down. Try again shortly.');
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: loggedUrl(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  await server.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    // OPTIONS without the headers of a preflight is a harmless question too.
    strictPreflight: false,
    exposedHeaders: [
      'Content-Disposition',
      'Content-Length',
      'ETag',
      'Content-Range',
      'Accept-Ranges',
      'X-Request-Id',
      'Retry-After',
      'Allow',
      'WWW-Authenticate',
    ],
  });
  await registerSecurityHeaders(server, config);
  registerAuthentication(server, app);
  // JSON stays text: GraphQL parses it itself, and REST takes forms only.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    /^application\/(graphql\+)?json/,
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  registerMultipart(server);
  const graphql = createGraphQL(app);
  registerGraphQL(server, app, graphql);
  registerRest(server, app);
  await registerUploadTickets(server, app);
  registerFavicon(server);
  const sockets = openSockets(server.server, app, graphql);
  const address = await server.listen({ host: config.host, port: config.port });
  log.info({ address }, 'listening');
  if (config.access === 'open' && !isLoopback(config.host)) {
    log.warn(
      { host: config.host },
      'ACCESS is open and others can reach this address: anyone may upload, build and download. ' +
        'To allow less, set ACCESS to read-only or closed and make tokens with "npm run token".',
    );
  }
  const close = async () => {
    closing = true;
    // Open streams would hold the server open for ever.
    await app.feed.close();
    await app.progress.close();
    await app.access.tickets[Symbol.asyncDispose]();
    await sockets[Symbol.asyncDispose]();
    const deadline = setTimeout(() => server.server.closeAllConnections(), config.shutdownGraceMs);
    await server.close().finally(() => clearTimeout(deadline));
  };
  return { address, close, [Symbol.asyncDispose]: close };
}
