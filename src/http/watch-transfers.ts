import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/**
 * A standstill is looked for in parts of its time: Node waits for as long again where some of what it writes at once has been taken
 * since it last looked, so that a whole standstill would only be seen up to as long after its time.
 */
const mostSlices = 4;
/** A busy machine is late by less. */
const leastSliceMs = 250;

/** How long nothing has moved on a connection. */
interface Standstill {
  slices: number;
  /** What had moved by then. */
  read: number;
  written: number;
  /** When it was last looked at. */
  at: number;
}

/** The standstill with the part that is over now; one that begins with it, where something has moved before. */
function goOn(before: Standstill | undefined, socket: Socket, sliceMs: number): Standstill {
  const { bytesRead: read, bytesWritten: written } = socket;
  const at = performance.now();
  const isSame =
    before !== undefined &&
    before.read === read &&
    before.written === written &&
    // Whatever moves puts Node's clock back.
    at - before.at < 1.75 * sliceMs;
  return { slices: isSame ? before.slices + 1 : 1, read, written, at };
}

/**
 * Cuts connections on which nothing moves although something should: a body that stops, an answer that nobody reads, a
 * client without a request. A request that is still worked on, and a live stream that has nothing to tell, stand still
 * by right. Whatever moves but never ends is cut too, live streams excepted. A form that stands still is told so in
 * words before (see `parseForm`), which is why whoever sends is given twice the time.
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
  const slices = Math.max(1, Math.min(mostSlices, Math.floor(transferSilenceMs / leastSliceMs)));
  const sliceMs = Math.ceil(transferSilenceMs / slices);
  /** The newest request on each connection, until its answer has gone. */
  const requests = new WeakMap<Socket, IncomingMessage>();
  const standstills = new WeakMap<Socket, Standstill>();
  server.server.setTimeout(sliceMs, (socket) => {
    // The time for its next request, which Node looks after by the same clock, is over.
    if (socket.timeout !== sliceMs) {
      socket.destroy();
      return;
    }
    const moved = socket.bytesRead;
    // What came while this process stood still itself is read before a connection is taken for a silent one.
    setImmediate(() => {
      const request = requests.get(socket);
      const isUnread = socket.writableLength > 0;
      const isStuck = socket.bytesRead === moved && (!request || isUnread || isAwaited(request));
      const standstill = isStuck ? goOn(standstills.get(socket), socket, sliceMs) : null;
      if (standstill === null) standstills.delete(socket);
      else standstills.set(socket, standstill);
      if ((standstill?.slices ?? 0) >= (isUnread ? slices : 2 * slices)) socket.destroy();
      else socket.setTimeout(sliceMs);
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
