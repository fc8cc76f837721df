import type { FastifyInstance } from 'fastify';
import { crate } from '../../pictures/markup.ts';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${crate}</svg>`;

/** Serves the icon that browsers request with every page. */
export function registerFavicon(server: FastifyInstance): void {
  server.get('/favicon.ico', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  );
}
