import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

/** How long a client may go on sending after its answer is known, in milliseconds; then its connection is cut. */
const patience = 30_000;

/** Reads what the client is still sending, for a while: one that is cut off in the act may miss its answer. */
export function dropRest(source: IncomingMessage): void {
  if (source.readableEnded || source.destroyed) return;
  const deadline = setTimeout(() => source.socket.destroy(), patience).unref();
  finished(source, { writable: false }, () => clearTimeout(deadline));
  source.resume();
}
