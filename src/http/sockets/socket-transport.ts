import type { Socket } from 'node:net';
import { CloseCode, handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import type { Extra } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { readJson } from '../read-json.ts';

/** Close codes: two of RFC 6455, and the protocol's own code for faults of the server. */
const goingAway = 1001;
const policyViolated = 1008;
const internalFault = 4500;

/** Most bytes of the reason in a close frame, by RFC 6455. */
const longestReason = 123;

/** Most fragments of one message: single bytes would take hundreds of times their size in memory. */
const maxFragments = 16_384;

export interface SocketSettings {
  /** Most bytes of one message from a client. */
  maxBytes: number;
  /** Milliseconds between two pings; a client that has not answered one by the next is cut off. */
  pingMs: number;
  /** Milliseconds that a client has to answer a close frame; then it is cut off. */
  closeMs: number;
  /** Unsent bytes beyond which the client's messages are not read until the client has caught up. */
  unsentBytes: number;
  /** Messages, pings and unsolicited pongs that a client may send within a minute. */
  messagesPerMinute: number;
  /** Most levels of lists and objects within each other in a message. */
  maxDepth: number;
  /** The used part of `connection_init`'s payload; the library keeps the payload for as long as the socket is open. */
  ofPayload: (payload: object) => object;
}

/**
 * Sends a text; resolves when the system has taken it, which keeps text for slow readers from piling up. A disconnected
 * client is no failure: closing its socket ends its operations.
 */
export type SendText = (text: string) => Promise<void>;

/** A socket, with the data that the library passes to its hooks. */
interface Connection extends Extra {
  readonly sendText: SendText;
}

/**
 * Serves sockets that speak the protocol with these `options`. The library's own adapter logs every client that
 * disconnects within a message to the console, and sends internal errors to clients; this one does neither. Disposal
 * ends all sockets.
 */
export function openSocketServer(
  options: ServerOptions<Record<string, unknown>, Connection>,
  { maxBytes, pingMs, closeMs, unsentBytes, messagesPerMinute, maxDepth, ofPayload }: SocketSettings,
  log: Logger,
): { sockets: WebSocketServer } & AsyncDisposable {
  const protocol = makeServer(options);
  // The type of the options does not know `closeTimeout`, so they are no literal in the call.
  const ofSockets = {
    noServer: true,
    maxPayload: maxBytes,
    maxFragments,
    handleProtocols,
    closeTimeout: closeMs,
  };
  const sockets = new WebSocketServer(ofSockets);
  sockets.on('connection', (socket, request) => {
    // After a fault of the client, the library closes the socket with the right code by itself.
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
    const sendText: SendText = (text) => {
      const sent = new Promise<void>((resolve) => socket.send(text, () => resolve()));
      holdBack();
      return sent;
    };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: sendText,
        close: (code, reason) => socket.close(code, fitting(reason)),
        onMessage(handle) {
          const protocol: MessageHandler = { handle };
          socket.on('message', (data) => {
            // Messages after a close frame are ignored.
            if (socket.readyState !== WebSocket.OPEN) return;
            count();
            const message = read(String(data), maxDepth);
            if (typeof message === 'string') return socket.close(CloseCode.BadRequest, fitting(message));
            protocol.handle(withoutRest(message, ofPayload)).catch((error: unknown) => {
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
 * The library's handler takes a message as text or parsed, and would keep a text for as long as the operation lasts.
 */
interface MessageHandler {
  handle(message: unknown): Promise<void>;
}

/** Most characters of an operation's id, which is kept while the operation runs. */
const longestId = 1_000;

/**
 * The allowed messages of a client, without further fields, since the library keeps a message for as long as its
 * operation lasts. A message of the server's kind would look like a fault of the library.
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

/** The reason of a close frame, cut to its limit; the library's reason may hold the client's own text. */
export function fitting(reason = ''): string {
  let fits = reason.slice(0, longestReason);
  while (Buffer.byteLength(fits) > longestReason) fits = fits.slice(0, -1);
  return fits;
}

/** A parsed message, or a description of its fault. */
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
 * Stops reading from a client that does not read its answers, pongs included, until it has. Such a client cannot answer
 * pings either, and is cut off for that.
 */
function createHoldBack(socket: WebSocket, connection: Socket, unsentBytes: number): () => void {
  return () => {
    if (socket.isPaused || connection.writableLength <= unsentBytes) return;
    socket.pause();
    connection.once('drain', () => socket.resume());
  };
}

/** Counts each call; returns whether the count exceeds the limit of a minute. */
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

/** Cuts off a client that is silently gone, and reports unsolicited pongs. Returns a function that stops the pings. */
function pingEvery(socket: WebSocket, pingMs: number, reportUnsolicited: () => void): () => void {
  let answered = true;
  socket.on('pong', () => {
    if (answered) reportUnsolicited();
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}
