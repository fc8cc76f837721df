import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Permission, requirePermission, type Viewer } from '../access/permissions.ts';
import type { App } from '../app.ts';
import type { TokenHolder } from '../limits/live-connections.ts';
import { createSessionCookie } from './session-cookie.ts';
import { isLiveStream } from './watch-transfers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set by the first hook. */
    viewer: Viewer;
  }
  interface FastifyContextConfig {
    /** Whether the answer is the same for all callers, so that sessions are not looked up. */
    isForAll?: boolean;
  }
}

/**
 * Identifies and counts the caller of each request. Revocation or expiry of the caller's token or session ends downloads
 * and event streams at once; an upload that began before the expiry is still answered. The cookie of a session that has
 * ended is taken away.
 */
export function registerAuthentication(server: FastifyInstance, { access, config }: App): void {
  const cookie = createSessionCookie(config);
  server.decorateRequest('viewer');
  server.addHook('onRequest', async (request, reply) => {
    const { probe, isForAll } = request.routeOptions.config;
    if (probe) return;
    const address = access.clientAddress(request.raw);
    const { authorization } = request.headers;
    // The app's page is served at all paths without a route.
    const session = isForAll || request.is404 ? null : cookie.read(request.raw);
    request.viewer = await access.authenticate({ authorization, session }, address);
    if (session !== null && authorization === undefined && request.viewer.sessionId === null)
      reply.header('set-cookie', cookie.write(request.raw, null));
    await access.limiter.spend('reads', request.viewer);
    endWithToken({ access }, reply, request.viewer);
  });
}

/** Milliseconds between two checks of an upload whose token has expired, since its answer may be a live stream. */
const checkAgainMs = 1_000;

/**
 * Ends a request when this token is revoked or expires. An upload is judged when it begins, because nobody can renew a
 * token during the upload.
 */
export function endWithToken(
  { access }: Pick<App, 'access'>,
  reply: FastifyReply,
  { tokenId, sessionId = null, expires }: TokenHolder,
): void {
  // Anonymous callers have no token that could be revoked.
  if (tokenId === null && expires === null) return;
  const { raw, request } = reply;
  const isSending = request.method !== 'GET' && request.method !== 'HEAD';
  const hold = access.connections.hold.bind(access.connections);
  const endRevocable = hold({ tokenId, sessionId, expires: null }, () => raw.destroy());
  let endLasting = () => {};
  const judgeAt = (at: Date) => {
    endLasting = hold({ tokenId: null, expires: at }, () => {
      if (!isSending || isLiveStream(reply)) raw.destroy();
      else if (!raw.headersSent) judgeAt(new Date(Date.now() + checkAgainMs));
    });
  };
  if (expires !== null) judgeAt(expires);
  const release = () => {
    endRevocable();
    endLasting();
  };
  // The client may have disconnected while its token was checked.
  if (raw.closed) release();
  else raw.once('close', release);
}

/** Fails with UNAUTHENTICATED or FORBIDDEN unless the caller may do this. */
export function demand({ access }: App, { viewer }: FastifyRequest, permission: Permission): void {
  requirePermission(access.mode, viewer, permission);
}
