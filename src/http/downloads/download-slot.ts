import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { limitKey } from '../../limits/rate-limits.ts';

/**
 * Counts a request as a download of its caller until it ends: each download holds buffers for as long as its client
 * takes to read.
 */
export function takeDownloadSlot(
  { access }: Pick<App, 'access'>,
  { viewer }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  const slot = access.slots.downloads.take(limitKey(viewer));
  if (raw.closed) slot.release();
  else raw.once('close', slot.release);
}
