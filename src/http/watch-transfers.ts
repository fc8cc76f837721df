import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/**
 * A standstill is measured in slices of its time: Node's timer restarts when some of a large write was taken since the
 * last check, so that a whole standstill could be noticed only after twice its time.
 */
const mostSlices = 4;
/** A busy machine is delayed by less than this. */
const leastSliceMs = 250;

/** Duration without any movement on a connection. */
interface Standstill {
  slices: number;
  /** Bytes read and written when the standstill began. */
  read: number;
  written: number;
  /** Time of the last check. */
  at: number;
}

/** Extends the standstill by the slice that has ended, or starts a new one after a movement. */
function goOn(before: Standstill | undefined, socket: Socket, sliceMs: number): Standstill {
  const { bytesRead: read, bytesWritten: written } = socket;
  const at = performance.now();
  const isSame =
    before !== undefined &&
    before.read === read &&
    before.written === written &&
    // Every movement resets Node's timer.
    at - before.at < 1.75 * sliceMs;
  return { slices: isSame ? before.slices + 1 : 1, read, written, at };
}

/**
 * Cuts connections that stand still although data is due: a body that stops, an answer that is not read, a client
 * without a request. Requests in progress and idle live streams may stand still. Transfers that move but never end are
 * cut, too, except live streams. A form that stands still gets an answer first (see `parseForm`), so senders have twice
 * the time. A connection that ends with its answer while its client is still sending is closed after the last byte: an
 * earlier close could destroy the answer.
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
  /** The newest request on each connection, until its answer has been sent. */
  const requests = new WeakMap<Socket, IncomingMessage>();
  const standstills = new WeakMap<Socket, Standstill>();
  server.server.setTimeout(sliceMs, (socket) => {
    // The time for the connection's next request, which Node measures with the same timer, is over.
    if (socket.timeout !== sliceMs) {
      socket.destroy();
      return;
    }
    const moved = socket.bytesRead;
    // Data that arrived while this process was blocked is read before a connection counts as silent.
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
      // The client has its answer, and some time to notice that the rest is not needed.
      const rest = setTimeout(cut, maxBodyMs);
      request.once('close', () => clearTimeout(rest));
    });
    done();
  });
}

/** True when the client has more of its body to send and is not being held back here. */
function isAwaited(request: IncomingMessage): boolean {
  return !request.complete && !request.isPaused();
}

/** Whether an answer lasts for as long as its reader wants. */
export function isLiveStream(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
