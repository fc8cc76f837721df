import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import { CloseCode } from 'graphql-ws';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { anonymous, permissionsOf, type Viewer } from '../../access/permissions.ts';
import type { App } from '../../app.ts';
import { unreachableFailure } from '../../database/unreachable.ts';
import { AppError } from '../../errors.ts';
import { yieldBeforeOperation } from '../../graphql/execution/event-loop-yields.ts';
import { parseOperation } from '../../graphql/execution/params.ts';
import type { Answers } from '../../graphql/subscriptions/shared-subscriptions.ts';
import { secondsToWait, statusOf } from '../../rest/status.ts';
import { createBaseUrl, hostHeaders } from '../base-url.ts';
import { isForeignSocket } from '../cors.ts';
import { asSent, withoutHttp } from '../graphql/graphql-answer.ts';
import type { GraphQLServer, PreparedOperation } from '../graphql/yoga.ts';
import { createContext } from '../request-context.ts';
import { createSessionCookie } from '../session-cookie.ts';
import { sendingAll } from './socket-answers.ts';
import { createSocketLimits } from './socket-limits.ts';
import { createSocketSlots, type SocketSlot } from './socket-slots.ts';
import { fitting, openSocketServer } from './socket-transport.ts';

/** Browsers cannot send headers with a socket, so a token may come in the payload of `connection_init`. */
const parameters = z
  .object({ authorization: z.string().optional(), Authorization: z.string().optional() })
  // A payload of another form carries no token.
  .catch({ authorization: '' });
/** RFC 6455 reserves this code for "try again later". */
const tryAgainLater = 1013;

export interface OpenSockets extends AsyncDisposable {
  open(): number;
}

/**
 * Serves /graphql over WebSocket by the graphql-transport-ws protocol, through the same plugins as over HTTP.
 * Disposal ends all sockets.
 */
export function openSockets(server: Server, app: App, graphql: GraphQLServer): OpenSockets {
  const { config } = app;
  const baseUrlOf = createBaseUrl(config);
  const limits = createSocketLimits(app.config);
  const viewers = new WeakMap<WebSocket, Viewer>();
  const releases = new WeakMap<WebSocket, () => void>();
  const departures = new WeakMap<WebSocket, AbortController>();
  const slots = new WeakMap<WebSocket, SocketSlot>();
  const socketSlots = createSocketSlots(app.access.slots);
  const { access } = app;
  const cookie = createSessionCookie(config);
  const served = openSocketServer(
    {
      connectionInitWaitTimeout: config.socketInitMs,
      onConnect: async (connection) => {
        const { extra, connectionParams } = connection;
        const { request, socket } = extra;
        const params = parameters.parse(connectionParams ?? {});
        const authorization = params.authorization ?? params.Authorization ?? request.headers.authorization;
        try {
          const session = cookie.read(request);
          const viewer = await access.authenticate({ authorization, session }, access.clientAddress(request));
          // A slot taken for a socket that has closed meanwhile would never be released.
          if (socket.readyState !== WebSocket.OPEN) return false;
          if (!permissionsOf(access.mode, viewer).has('read')) {
            socket.close(viewer.kind === 'anonymous' ? CloseCode.Unauthorized : CloseCode.Forbidden);
            return false;
          }
          slots.get(socket)?.introduce(viewer);
          viewers.set(socket, viewer);
          departures.set(socket, new AbortController());
          limits.rest(connection);
          releases.set(
            socket,
            access.connections.hold(viewer, () => {
              viewers.delete(socket);
              socket.close(CloseCode.Forbidden);
            }),
          );
          return true;
        } catch (error) {
          const failure = error instanceof AppError ? error : unreachableFailure(error);
          if (!failure) throw error;
          if (failure.code === 'UNAUTHENTICATED') socket.close(CloseCode.Unauthorized);
          else socket.close(tryAgainLater, fitting(failure.message));
          return false;
        }
      },
      onClose: (context) => {
        limits.forget(context);
        releases.get(context.extra.socket)?.();
        departures.get(context.extra.socket)?.abort();
      },
      onComplete: (context) => limits.rest(context),
      onNext: (_context, _id, _payload, _args, result) => (result.errors ? asSent(result) : undefined),
      onError: (_context, _id, _payload, errors) => withoutHttp(errors),
      execute: (args) => runningOf(args).prepared.execute(),
      subscribe: async (args) => {
        const { prepared, send } = runningOf(args);
        const answers = await prepared.subscribe();
        return Symbol.asyncIterator in answers ? send(answers) : answers;
      },
      onSubscribe: async (connection, id, params) => {
        const { request, socket, sendText } = connection.extra;
        const viewer = viewers.get(socket);
        if (!viewer) throw new Error('A socket was used before it was known whose it is.');
        const tooMany = limits.admit(connection);
        if (tooMany) return [tooMany];
        try {
          await access.limiter.spend('reads', viewer);
          const gone = departures.get(socket)?.signal;
          const context = createContext(app, { viewer, baseUrl: baseUrlOf(request), gone });
          await yieldBeforeOperation(context.operation);
          const operation = graphql.findDocument(parseOperation(params));
          // The library keeps the message for as long as its operation lasts.
          for (const name of Object.keys(params)) Reflect.deleteProperty(params, name);
          const prepared =
            operation instanceof GraphQLError ? [operation] : await graphql.prepare(context, operation);
          // The caller's token may have been revoked or expired meanwhile.
          if (viewers.get(socket) !== viewer) return [graphql.mask(lostToken())];
          if (!('execute' in prepared)) return prepared;
          const { args } = prepared;
          running.set(args, { prepared, send: (answers) => sendingAll(answers, id, sendText) });
          return args;
        } catch (error) {
          return [graphql.mask(error)];
        }
      },
    },
    {
      maxBytes: config.maxBodyBytes,
      pingMs: config.socketPingMs,
      closeMs: config.socketCloseMs,
      unsentBytes: config.socketUnsentBytes,
      messagesPerMinute: config.maxSocketMessages,
      maxDepth: config.maxJsonDepth,
      ofPayload: (payload) => parameters.parse(payload),
    },
    app.log,
  );
  const { sockets } = served;
  const admit = async (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // The address is untrusted and is not parsed as a URL, because parsing could throw where nothing catches.
    if (request.url?.split('?')[0] !== '/graphql') {
      throw new AppError('NOT_FOUND', 'Sockets are served at /graphql.');
    }
    if (hostHeaders(request) !== 1) throw new AppError('BAD_REQUEST', 'A request has one Host header.');
    if (isForeignSocket(request, config, baseUrlOf(request))) {
      const message = 'Pages of this origin may not read here; CORS_ORIGINS names those that may.';
      throw new AppError('FORBIDDEN', message);
    }
    const viewer = await callerOfHandshake(app, request, cookie.read(request));
    await access.limiter.spend('reads', viewer);
    const slot = socketSlots.take(connection, viewer);
    if (slot === null) return;
    sockets.handleUpgrade(request, connection, head, (client) => {
      slots.set(client, slot);
      sockets.emit('connection', client, request);
    });
  };
  server.on('upgrade', (request, connection, head) => {
    // The refused client may be gone already.
    const ignore = () => {};
    connection.on('error', ignore);
    admit(request, connection, head).catch((error: unknown) => refuse(connection, error, app.log));
  });
  return { open: () => sockets.clients.size, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
}

/** The caller, as far as the handshake shows. A wrong token is refused once the socket is open. */
async function callerOfHandshake(
  { access }: Pick<App, 'access'>,
  request: IncomingMessage,
  session: string | null,
): Promise<Viewer> {
  const address = access.clientAddress(request);
  try {
    return await access.authenticate({ authorization: request.headers.authorization, session }, address);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return anonymous(address);
    throw error;
  }
}

function lostToken(): AppError {
  return new AppError('UNAUTHENTICATED', 'The token of this socket has been revoked or has expired.');
}

/** Refuses a handshake with the answer that a request over HTTP would get. */
function refuse(connection: Duplex, error: unknown, log: Logger): void {
  const failure = error instanceof AppError ? error : unreachableFailure(error);
  if (!failure) log.error({ err: error }, 'a handshake could not be answered');
  const status = failure ? statusOf[failure.code] : 500;
  const message = failure?.message ?? 'Internal server error';
  const wait = secondsToWait(status, failure?.details.retryAfter);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message)}`,
    ...(wait === undefined ? [] : [`Retry-After: ${wait}`]),
  ];
  connection.once('finish', () => connection.destroy());
  connection.end(`${lines.join('\r\n')}\r\n\r\n${message}`);
}

/** An operation of a socket. */
interface Running {
  prepared: PreparedOperation;
  /** Sends the answers of a subscription. */
  send: (answers: Answers) => AsyncGenerator<ExecutionResult, void, void>;
}

/** The operations, by their arguments, which are new for each. */
const running = new WeakMap<object, Running>();

function runningOf(args: ExecutionArgs): Running {
  const one = running.get(args);
  if (!one) throw new GraphQLError('This operation was not prepared.');
  return one;
}
