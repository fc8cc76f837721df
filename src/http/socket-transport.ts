import { handleProtocols, makeServer, type ServerOptions } from 'graphql-ws';
import type { Extra } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';

/** Close codes: two of RFC 6455, and the one that the protocol keeps for faults of the server. */
const goingAway = 1001;
const tooLarge = 1009;
const internalFault = 4500;

/** How sockets are kept. */
export interface SocketSettings {
  /** Most bytes of one message from a client. */
  maxBytes: number;
  /** Milliseconds between two pings; who has not answered one by the next is cut off. */
  pingMs: number;
}

/**
 * Sockets that speak the protocol as `options` say. The library's own joining of the two tells its console of every
 * client that goes away in the middle of a message, and its clients what went wrong inside; here neither is so.
 * Disposal ends all sockets.
 */
export function openSocketServer(
  options: ServerOptions<Record<string, unknown>, Extra>,
  { maxBytes, pingMs }: SocketSettings,
  log: Logger,
): { sockets: WebSocketServer } & AsyncDisposable {
  const protocol = makeServer(options);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxBytes,
    handleProtocols,
    WebSocket: createSocketType(maxBytes),
  });
  sockets.on('connection', (socket, request) => {
    // Faults of the client close the socket with their code, all by themselves.
    socket.on('error', (error) => log.debug({ err: error }, 'a client broke the rules of its socket'));
    const stopPinging = pingEvery(socket, pingMs);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage(hear) {
          socket.on('message', (data) => {
            hear(String(data)).catch((error: unknown) => {
              log.error({ err: error }, 'a message on a socket could not be answered');
              socket.close(internalFault, 'Internal server error');
            });
          });
        },
      },
      { socket, request },
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
 * Resolves when the system has taken the text, which keeps slow readers from piling up text here. A client that is gone
 * is no failure: the closing of its socket ends all that it has under way.
 */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text, () => resolve());
    else resolve();
  });
}

/** Cuts a client off that is gone without a word. Answers how to stop. */
function pingEvery(socket: WebSocket, pingMs: number): () => void {
  let answered = true;
  socket.on('pong', () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, pingMs);
  return () => clearInterval(timer);
}

/** Sockets that say how large a message may be when they refuse one, which the library leaves to the code alone. */
function createSocketType(maxBytes: number): typeof WebSocket {
  return class extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      super.close(code, code === tooLarge ? `A message may have at most ${maxBytes} bytes` : reason);
    }
  };
}
