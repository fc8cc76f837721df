import type { IncomingMessage } from 'node:http';

/**
 * Reads what the client is still sending: one that is cut off in the act may miss its answer. `watchTransfers` ends it
 * when it goes on for longer than MAX_BODY_MS after that answer.
 */
export function dropRest(source: IncomingMessage): void {
  if (!source.readableEnded && !source.destroyed) source.resume();
}
