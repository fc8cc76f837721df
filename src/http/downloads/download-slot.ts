import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitKey } from '../../access/rate-limits.ts';
import type { App } from '../../app.ts';

/** Has a request count as a download of its caller until it ends: each holds buffers for as long as its client likes to read. */
export function takeDownloadSlot(
  { access }: Pick<App, 'access'>,
  { viewer }: FastifyRequest,
  { raw }: FastifyReply,
): void {
  const slot = access.slots.downloads.take(limitKey(viewer));
  if (raw.closed) slot.release();
  else raw.once('close', slot.release);
}
