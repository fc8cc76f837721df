import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import { noTracing } from '../tracing/tracing.ts';
import type { WebApp } from '../web/web-app.ts';
import { answerConnect, answerError, createClientErrorHandler } from './answer-error.ts';
import { registerAuthentication } from './authentication.ts';
import { hostHeaders } from './base-url.ts';
import { registerCors } from './cors.ts';
import { registerIcons } from './downloads/icon-route.ts';
import { registerPackwiz } from './downloads/packwiz-route.ts';
import { registerUpdates } from './downloads/update-routes.ts';
import { registerFirstToken } from './first-token-route.ts';
import { registerMultipart } from './forms/multipart.ts';
import { registerGraphQL } from './graphql/graphql-route.ts';
import { createGraphQL } from './graphql/yoga.ts';
import { listen } from './listen.ts';
import { loggedUrl } from './logged-url.ts';
import { registerOperations } from './operations.ts';
import { watchMethods } from './other-methods.ts';
import { registerFavicon } from './pages/favicon.ts';
import { registerFeed } from './pages/feed-route.ts';
import { registerHostFiles } from './pages/host-file-route.ts';
import { registerLines } from './pages/line-routes.ts';
import { registerShared } from './pages/shared-routes.ts';
import { registerWebApp } from './pages/web-routes.ts';
import { registerRest } from './rest/rest-routes.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { registerSessions } from './session-route.ts';
import { openSockets } from './sockets/socket.ts';
import { readText } from './text-body.ts';
import { registerResumableUploads } from './uploads/resumable-uploads.ts';
import { registerUploadTickets } from './uploads/upload-tickets.ts';
import { watchTransfers } from './watch-transfers.ts';

export interface HttpServer extends AsyncDisposable {
  /** The listening address, e.g. http://127.0.0.1:8080. */
  address: string;
  /** Ends live streams, lets requests finish within the grace period, then closes all connections. */
  close(): Promise<void>;
}

const unread = Object.freeze({});
const maxParamLength = 16_384;
const packedBody =
  'The Content-Encoding says that the body is packed, which is not undone here. Send it as it is.';
const noWebApp = Promise.resolve(null);

/** Serves all interfaces on one port; the web app is added when its build is ready. */
export async function openServer(app: App, web: Promise<WebApp | null> = noWebApp): Promise<HttpServer> {
  const { config, log } = app;
  const loggerInstance: FastifyBaseLogger = log;
  const server = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: config.maxBodyBytes,
    keepAliveTimeout: config.keepAliveMs,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // The server answers requests during shutdown itself, as it answers every other failure.
    return503OnClosing: false,
    routerOptions: {
      // Each route judges the length of an id.
      maxParamLength,
      // Most requests have no query, so routes that need one parse the address themselves.
      querystringParser: () => unread,
    },
    frameworkErrors: answerError,
    clientErrorHandler: createClientErrorHandler(config),
    // This limit is for headers; `watchTransfers` limits bodies and answers.
    http: {
      headersTimeout: config.maxHeadersMs,
      connectionsCheckingInterval: Math.min(config.maxHeadersMs, 5_000),
      requestTimeout: 0,
      requireHostHeader: false,
      // Offers to switch to another protocol, such as curl's offer of HTTP/2, are ignored.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
  });
  server.server.on('connect', answerConnect);
  watchTransfers(server, config);
  // Unknown expectations are ignored; Node would refuse them without a body.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  server.setErrorHandler(answerError);
  let closing = false;
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // Node's own answer would have no body.
    const hosts = hostHeaders(request.raw);
    if (hosts > 1) return done(new AppError('BAD_REQUEST', 'The request has more than one Host header.'));
    if (hosts === 0 && request.raw.httpVersion === '1.1') {
      return done(new AppError('BAD_REQUEST', 'The request has no Host header.'));
    }
    if (isPacked(request)) {
      reply.header('accept-encoding', 'identity');
      return done(new AppError('UNSUPPORTED_MEDIA_TYPE', packedBody));
    }
    if (!closing) return done();
    reply.header('connection', 'close');
    done(new AppError('UNAVAILABLE', 'The service is shutting down. Try again shortly.'));
  });
  server.addHook('onResponse', (request, reply, done) => {
    app.metrics.answered({
      method: request.method,
      // Unknown paths share one label.
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
    request.log.info(
      {
        method: request.method,
        url: loggedUrl(request.url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
  if (app.tracing !== noTracing) traceRequests(server, app.tracing);
  registerCors(server, config);
  registerSecurityHeaders(server, config);
  registerAuthentication(server, app);
  watchMethods(server, maxParamLength);
  // JSON stays text: GraphQL parses it itself, and REST takes forms only.
  server.removeAllContentTypeParsers();
  const readOperation = (_request: FastifyRequest, body: IncomingMessage) => readText(body, config);
  server.addContentTypeParser(/^application\/(graphql\+)?json\s*(;|$)/i, readOperation);
  // The common content type is registered by name, which is faster than a pattern.
  server.addContentTypeParser('application/json', readOperation);
  // Bodies of other types are not read: each route says which type it accepts.
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  registerMultipart(server);
  const graphql = createGraphQL(app);
  registerGraphQL(server, app, graphql);
  registerRest(server, app);
  await registerUploadTickets(server, app, web);
  registerResumableUploads(server, app);
  registerFirstToken(server, app);
  registerSessions(server, app);
  registerFavicon(server);
  registerFeed(server, app);
  registerHostFiles(server, app);
  registerLines(server, app, web);
  registerIcons(server, app);
  registerShared(server, app);
  registerPackwiz(server, app);
  registerUpdates(server, app);
  registerOperations(server, app);
  await registerWebApp(server, app, web);
  const sockets = openSockets(server.server, app, graphql);
  app.metrics.watch({
    name: 'serverpacks_sockets',
    help: 'WebSockets that are open on this node.',
    read: sockets.open,
  });
  const address = await listen(server, {
    host: config.host,
    port: config.port,
    settings: { host: 'HOST', port: 'PORT' },
  });
  log.info({ address }, 'listening');
  const close = async () => {
    closing = true;
    // Open streams would keep the server from closing.
    const { feed, lineNews, progress, queueBoard, bootStates, access } = app;
    for (const topic of [feed, lineNews, progress, queueBoard, bootStates, access.tickets])
      await topic[Symbol.asyncDispose]();
    await sockets[Symbol.asyncDispose]();
    const deadline = setTimeout(() => server.server.closeAllConnections(), config.shutdownGraceMs);
    await server.close().finally(() => clearTimeout(deadline));
  };
  return { address, close, [Symbol.asyncDispose]: close };
}

/** Whether the body is compressed. */
function isPacked({ headers }: FastifyRequest): boolean {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
}
