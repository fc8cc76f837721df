import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { tokenName } from '../access/tokens.ts';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { keepToOwnSite } from './cors.ts';
import { readJson } from './read-json.ts';

const body = z.object({ secret: z.string().max(200), name: tokenName });

/** Points that a wrong secret costs from the caller's limit of reads. */
const wrongSecret = 100;

/** `POST /first-token`: creates the first operator's token for a caller with the secret from the terminal. */
export function registerFirstToken(server: FastifyInstance, { access, config }: App): void {
  server.post('/first-token', async (request, reply) => {
    keepToOwnSite(reply);
    if (typeof request.body !== 'string')
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON with secret and name.');
    const { data } = body.safeParse(readJson('The body of the request', request.body, config.maxJsonDepth));
    if (!data) {
      const message =
        'The JSON must be an object with secret, and with name: 1 to 64 letters, digits, dots, hyphens and underscores.';
      throw new AppError('BAD_REQUEST', message);
    }
    try {
      const token = await access.firstToken.make(data.secret, data.name);
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(JSON.stringify({ token }));
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN')
        await access.limiter.spend('reads', request.viewer, wrongSecret);
      throw error;
    }
  });
}
