import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenHolder } from '../access/live-connections.ts';
import { type Permission, requirePermission, type Viewer } from '../access/permissions.ts';
import type { App } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, known from the first hook on. */
    viewer: Viewer;
  }
}

/**
 * Tells who makes each request and counts it. A request of a caller whose token is revoked or runs out ends there and
 * then, be it an upload, a download or a stream of events.
 */
export function registerAuthentication(server: FastifyInstance, { access }: App): void {
  server.decorateRequest('viewer');
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.probe) return;
    const address = access.clientAddress(request.raw);
    request.viewer = await access.authenticate(request.headers.authorization, address);
    await access.limiter.spend('reads', request.viewer);
    endWithToken({ access }, reply, request.viewer);
  });
}

/** Ends a request there and then when this token is revoked or runs out. */
export function endWithToken(
  { access }: Pick<App, 'access'>,
  { raw }: FastifyReply,
  holder: TokenHolder,
): void {
  // Anonymous callers have no token that could be revoked.
  if (holder.tokenId === null && holder.expires === null) return;
  const release = access.connections.hold(holder, () => raw.destroy());
  // The client may have gone while its token was looked up.
  if (raw.closed) release();
  else raw.once('close', release);
}

/** Fails with UNAUTHENTICATED or FORBIDDEN unless the caller may do this. */
export function demand({ access }: App, { viewer }: FastifyRequest, permission: Permission): void {
  requirePermission(access.mode, viewer, permission);
}
