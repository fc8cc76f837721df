import type { FastifyInstance } from 'fastify';
import { makeSession, signOut } from '../access/sessions.ts';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { keepToOwnSite } from './cors.ts';
import { createSessionCookie } from './session-cookie.ts';

/**
 * `POST /session` signs the browser in as the holder of the token that the request carries; `DELETE /session` signs it
 * out.
 */
export function registerSessions(server: FastifyInstance, { config, database }: App): void {
  const cookie = createSessionCookie(config);
  server.post('/session', async (request, reply) => {
    keepToOwnSite(reply);
    const { raw, headers, viewer } = request;
    if (!cookie.isOwn(raw)) {
      const from = headers.origin === undefined ? 'no page' : `a page of ${headers.origin}`;
      const message =
        `Only pages of this service sign in; ${from} has sent this. Where that is the service's own address, ` +
        'set PUBLIC_URL to it.';
      throw new AppError('FORBIDDEN', message);
    }
    if (headers.authorization === undefined) {
      throw new AppError('UNAUTHENTICATED', 'To sign in, send the token as "Authorization: Bearer <token>".');
    }
    const secret = await makeSession(database, viewer, {
      userAgent: headers['user-agent'] ?? '',
      before: cookie.read(raw),
    });
    return reply
      .status(204)
      .headers({ 'set-cookie': cookie.write(raw, secret), 'cache-control': 'no-store' })
      .send();
  });
  // The caller is not looked up: the end of the session would cut this answer, as all that is open on it.
  server.delete('/session', { config: { isForAll: true } }, async ({ raw }, reply) => {
    keepToOwnSite(reply);
    const secret = cookie.read(raw);
    if (secret !== null) await signOut(database, secret);
    return reply
      .status(204)
      .headers({ 'set-cookie': cookie.write(raw, null), 'cache-control': 'no-store' })
      .send();
  });
  server.refuseOtherMethods('/session', ['POST', 'DELETE']);
}
