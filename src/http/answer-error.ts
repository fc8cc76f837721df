import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { noRoomFailure } from '../database/no-room.ts';
import { unreachableFailure } from '../database/unreachable.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { type ProblemDetails, problem, problemMediaType, problemOf } from '../rest/problem.ts';
import { secondsToWait } from '../rest/status.ts';

/** Error codes for requests that the server framework refuses by itself. */
const codeOfStatus: ReadonlyMap<number, ErrorCode> = new Map([
  [413, 'TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
]);

const noMediaType =
  'The Content-Type is none: it names one type, such as application/json or multipart/form-data; boundary=….';

/**
 * Answers expected failures as they are and faults of the request with their status; other errors are logged and
 * hidden.
 */
export function answerError(
  failure: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = noRoomFailure(failure) ?? failure;
  const details = problemOfError(error, request);
  const known = error instanceof AppError ? error.details.retryAfter : undefined;
  const retryAfter = secondsToWait(details.status, known);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (details.status === 401) reply.header('www-authenticate', 'Bearer');
  // With this status the client sends the request again, so the rest of this one is not awaited.
  if (details.status === 408) reply.header('connection', 'close');
  return reply.status(details.status).type(problemMediaType).send(JSON.stringify(details));
}

function problemOfError(error: FastifyError | AppError, request: FastifyRequest): ProblemDetails {
  if (error instanceof AppError) return problemOf(error);
  if (isOfTheClient(error, request)) {
    request.log.debug({ err: error }, 'a client went away before its request had come');
    return problem(400, 'BAD_REQUEST', 'The request breaks off.');
  }
  const away = unreachableFailure(error);
  if (away) {
    request.log.error({ err: error }, 'the database cannot be reached');
    return problemOf(away);
  }
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const most = request.routeOptions.bodyLimit;
    return problem(
      status,
      'TOO_LARGE',
      `The body of the request has more than ${most} bytes; no more are accepted.`,
    );
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return problem(status, 'UNSUPPORTED_MEDIA_TYPE', noMediaType);
  }
  if (status >= 400 && status < 500)
    return problem(status, codeOfStatus.get(status) ?? 'BAD_REQUEST', error.message);
  request.log.error({ err: error }, 'a request failed');
  const detail = `Something went wrong on our side. If it stays, tell the operator the request id ${request.id}.`;
  return problem(500, 'INTERNAL_ERROR', detail);
}

/**
 * Whether the client's own connection failed. Database connections fail with the same codes; the error object of the
 * request or its socket distinguishes them.
 */
function isOfTheClient(error: Error, { raw }: FastifyRequest): boolean {
  return [raw.errored, raw.socket.errored].some(
    (own) => own !== null && (own === error || own === error.cause),
  );
}

/**
 * Answers invalid HTTP. The connection is closed once the client has sent everything, or after `maxBodyMs`
 * milliseconds: an earlier close could destroy the answer.
 */
export function createClientErrorHandler({ maxBodyMs }: Pick<Config, 'maxBodyMs'>) {
  const answered = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Each further piece of an invalid request raises one more error, which is dropped.
    if (answered.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    endWith(socket, problemOfClientError(error.code));
    const rest = setTimeout(() => socket.destroy(), maxBodyMs);
    socket.once('close', () => clearTimeout(rest));
  };
}

/** Answers CONNECT, which requests a tunnel: Node hands the request out as a bare connection. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const detail = 'CONNECT is not answered here.';
  endWith(socket, problem(405, 'METHOD_NOT_ALLOWED', detail), ['Allow: GET, HEAD, POST, OPTIONS']);
}

function endWith(socket: Duplex, details: ProblemDetails, headers: readonly string[] = []): void {
  const body = JSON.stringify(details);
  socket.end(
    [
      `HTTP/1.1 ${details.status} ${details.title}`,
      `Content-Type: ${problemMediaType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function problemOfClientError(code: string | undefined): ProblemDetails {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return problem(431, 'BAD_REQUEST', 'The address and headers of the request are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return problem(408, 'BAD_REQUEST', 'The headers of the request did not arrive in time.');
  }
  if (code === 'HPE_INVALID_EOF_STATE') return problem(400, 'BAD_REQUEST', 'The request breaks off.');
  return problem(400, 'BAD_REQUEST', 'This is no HTTP request.');
}
