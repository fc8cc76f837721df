import type { Socket } from 'node:net';
import { CloseCode, handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import type { Extra } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { readJson } from '../read-json.ts';
import { textFrame } from './text-frame.ts';

/** Close codes: three of RFC 6455, and the protocol's own for faults of the server. */
const goingAway = 1001;
const policyViolated = 1008;
const tooLarge = 1009;
const internalFault = 4500;

/** Most bytes of the reason that a closing gives, by RFC 6455. */
const longestReason = 123;

/** Most parts in which one message may come: single bytes would take hundreds of times their room. */
const maxFragments = 16_384;

/** Limits and times of sockets. */
export interface SocketSettings {
  /** Most bytes of one message from a client. */
  maxBytes: number;
  /** Milliseconds between two pings; who has not answered one by the next is cut off. */
  pingMs: number;
  /** Milliseconds that a client has to answer the closing of its socket; then it is cut off. */
  closeMs: number;
  /** Unsent bytes beyond which the client is not read until it has caught up. */
  unsentBytes: number;
  /** Messages, pings and unasked pongs that a client may send within a minute. */
  messagesPerMinute: number;
  /** Most levels of lists and objects within each other in a message. */
  maxDepth: number;
  /** The used part of `connection_init`'s payload; the library keeps the payload for as long as the socket is open. */
  ofPayload: (payload: object) => object;
}

/**
 * Sends one message of two parts, the second of which may be shared. Returns a promise that resolves when the system
 * has taken all of it, or undefined when it has already. It writes to the connection itself, since the library costs
 * more for each of many subscribers (docs/benchmarks.md).
 */
export type SendText = (beginning: Buffer, ending: Buffer) => Promise<void> | undefined;

/** A socket, as the library's hooks get it. */
interface Connection extends Extra {
  readonly sendText: SendText;
}

/**
 * Sockets that speak the protocol as `options` say. The library's own joining of the two tells its console of every
 * client that goes away in the middle of a message, and its clients what went wrong inside; here neither is so.
 * Disposal ends all sockets.
 */
export function openSocketServer(
  options: ServerOptions<Record<string, unknown>, Connection>,
  { maxBytes, pingMs, closeMs, unsentBytes, messagesPerMinute, maxDepth, ofPayload }: SocketSettings,
  log: Logger,
): { sockets: WebSocketServer } & AsyncDisposable {
  const protocol = makeServer(options);
  const sockets = new WebSocketServer({
    noServer: true,
    // Compression would queue messages, while `sendText` writes directly behind the last one.
    perMessageDeflate: false,
    maxPayload: maxBytes,
    maxFragments,
    handleProtocols,
    WebSocket: createSocketType(maxBytes, closeMs),
  });
  sockets.on('connection', (socket, request) => {
    // Faults of the client close the socket with their code, all by themselves.
    socket.on('error', (error) => log.debug({ err: error }, 'a client broke the rules of its socket'));
    const holdBack = createHoldBack(socket, request.socket, unsentBytes);
    const isTooMany = createMinuteCount(messagesPerMinute);
    const count = () => {
      if (isTooMany())
        socket.close(policyViolated, `More than ${messagesPerMinute} messages within a minute`);
      holdBack();
    };
    socket.on('ping', count);
    const stopPinging = pingEvery(socket, pingMs, count);
    const sendText: SendText = (beginning, ending) => {
      if (socket.readyState !== WebSocket.OPEN) return undefined;
      const { socket: connection } = request;
      connection.write(textFrame(beginning, ending));
      if (connection.writableLength === 0) return undefined;
      holdBack();
      return untilWritten(connection);
    };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => {
          const sent = send(socket, text);
          holdBack();
          return sent;
        },
        close: (code, reason) => socket.close(code, fitting(reason)),
        onMessage(hear) {
          const protocol: Hearing = { hear };
          socket.on('message', (data) => {
            // After a closing, messages of the client are ignored.
            if (socket.readyState !== WebSocket.OPEN) return;
            count();
            const message = read(String(data), maxDepth);
            if (typeof message === 'string') return socket.close(CloseCode.BadRequest, fitting(message));
            protocol.hear(withoutRest(message, ofPayload)).catch((error: unknown) => {
              log.error({ err: error }, 'a message on a socket could not be answered');
              socket.close(internalFault, 'Internal server error');
            });
          });
        },
      },
      { socket, request, sendText },
    );
    socket.once('close', (code, reason) => {
      stopPinging();
      closed(code, String(reason)).catch((error: unknown) =>
        log.error({ err: error }, 'the end of a socket could not be followed'),
      );
    });
  });
  return {
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.close(goingAway, 'Going away');
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };
}

/**
 * The library's handler takes a message as text or parsed. Given text, it would keep it for as long as the operation
 * lasts.
 */
interface Hearing {
  hear(message: unknown): Promise<void>;
}

/** Most characters of the id of an operation, which is kept for as long as that runs. */
const longestId = 1_000;

/**
 * The allowed messages of a client without further fields, since the library keeps a message for as long as its
 * operation lasts. A server's message would look like a fault of the library.
 */
const fromClient = z.object({
  type: z.enum(['connection_init', 'ping', 'pong', 'subscribe', 'complete']),
  id: z.string().max(longestId).exactOptional(),
  payload: z.unknown().exactOptional(),
});

type ClientMessage = z.infer<typeof fromClient>;

const initPayload = z.looseObject({});

function withoutRest(message: ClientMessage, ofPayload: SocketSettings['ofPayload']): ClientMessage {
  if (message.type !== 'connection_init') return message;
  const { data } = initPayload.safeParse(message.payload);
  return data ? { ...message, payload: ofPayload(data) } : message;
}

/** The reason of a closing, cut to its room; the library's reason may hold the client's own text. */
export function fitting(reason = ''): string {
  let fits = reason.slice(0, longestReason);
  while (Buffer.byteLength(fits) > longestReason) fits = fits.slice(0, -1);
  return fits;
}

/** A message, or its fault. */
function read(text: string, maxDepth: number): ClientMessage | string {
  try {
    const { data } = fromClient.safeParse(readJson('The message', text, maxDepth));
    return data ?? 'The message is none that a client sends by the protocol graphql-transport-ws.';
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/**
 * Resolves when the system has taken the text, which keeps text for slow readers from piling up. A client that has
 * left is no failure: closing its socket ends its operations.
 */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text, () => resolve());
    else resolve();
  });
}

/** Resolves when the system has taken all that has been written to it, or the connection is gone. */
function untilWritten(connection: Socket): Promise<void> {
  return new Promise((resolve) => connection.write('', () => resolve()));
}

/**
 * Stops reading from a client that does not read its answers, pongs included, until it has. Such a client cannot answer
 * pings either, and is cut off by that.
 */
function createHoldBack(socket: WebSocket, connection: Socket, unsentBytes: number): () => void {
  return () => {
    if (socket.isPaused || connection.writableLength <= unsentBytes) return;
    socket.pause();
    connection.once('drain', () => socket.resume());
  };
}

/** Counts one more at each call, and answers whether it is beyond the most of a minute. */
function createMinuteCount(most: number): () => boolean {
  let count = 0;
  let since = performance.now();
  return () => {
    const now = performance.now();
    if (now - since >= 60_000) [count, since] = [0, now];
    count += 1;
    return count > most;
  };
}

/** Cuts off a client that is gone silently, and reports unasked pongs. Returns a function that stops it. */
function pingEvery(socket: WebSocket, pingMs: number, hearUnasked: () => void): () => void {
  let answered = true;
  socket.on('pong', () => {
    if (answered) hearUnasked();
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}

/**
 * Sockets that say how large a message may be when they refuse one, which the library leaves to the code alone, and that
 * are soon cut off when their client does not answer their closing.
 */
function createSocketType(maxBytes: number, closeMs: number): typeof WebSocket {
  return class extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      const cut = setTimeout(() => this.terminate(), closeMs).unref();
      this.once('close', () => clearTimeout(cut));
      super.close(code, code === tooLarge ? `A message may have at most ${maxBytes} bytes` : reason);
    }
  };
}
