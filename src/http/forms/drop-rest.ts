import type { IncomingMessage } from 'node:http';

/**
 * Reads the rest of a body: a client that is cut off while sending may miss its answer. `watchTransfers` ends the
 * reading after `maxBodyMs`.
 */
export function dropRest(source: IncomingMessage): void {
  if (!source.readableEnded && !source.destroyed) source.resume();
}
