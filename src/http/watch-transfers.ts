import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/**
 * Cuts connections on which nothing moves although something should: a body that stops, an answer that nobody reads, a
 * client without a request. A request that is still worked on, and a live stream that has nothing to tell, stand still
 * by right. Whatever moves but never ends is cut too, live streams excepted. A form that stands still is told so in
 * words before (see `parseForm`), which is why connections are given twice the time.
 *
 * A connection that ends with its answer, while its client is still sending, is closed once that has sent all: closing it
 * before would throw away what the client has not read yet, the answer among it.
 */
export function watchTransfers(
  server: FastifyInstance,
  {
    transferSilenceMs,
    maxTransferMs,
    maxBodyMs,
  }: Pick<Config, 'transferSilenceMs' | 'maxTransferMs' | 'maxBodyMs'>,
): void {
  const silenceMs = 2 * transferSilenceMs;
  /** The newest request on each connection, until its answer has gone. */
  const requests = new WeakMap<Socket, IncomingMessage>();
  server.server.setTimeout(silenceMs, (socket) => {
    const moved = socket.bytesRead;
    // What came while this process stood still itself is read before a connection is taken for a silent one.
    setImmediate(() => {
      const request = requests.get(socket);
      const isStuck = !request || socket.writableLength > 0 || isAwaited(request);
      if (isStuck && socket.bytesRead === moved) socket.destroy();
      else socket.setTimeout(silenceMs);
    });
  });
  server.server.on('connection', (socket: Socket) => {
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const request = requests.get(socket);
      if (!request || request.complete) return close();
      socket.end();
      finished(request, { writable: false }, close);
    };
  });
  server.addHook('onRequest', ({ raw: request }, reply, done) => {
    const { socket } = request;
    const cut = () => socket.destroy();
    requests.set(socket, request);
    const deadline = setTimeout(() => isLiveStream(reply) || cut(), maxTransferMs);
    reply.raw.once('close', () => {
      clearTimeout(deadline);
      if (requests.get(socket) === request) requests.delete(socket);
      if (request.complete || socket.destroyed) return;
      // It has its answer, and is given a while to see that nobody wants the rest.
      const rest = setTimeout(cut, maxBodyMs);
      request.once('close', () => clearTimeout(rest));
    });
    done();
  });
}

/** Whether the client has more of its body to send, and nobody here holds it back. */
function isAwaited(request: IncomingMessage): boolean {
  return !request.complete && !request.isPaused();
}

function isLiveStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
