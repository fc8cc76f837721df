import type { FastifyInstance } from 'fastify';

/** A crate, the service's product. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#8a5a2b" d="M8 1l6 3v8l-6 3-6-3V4z"/><path fill="#c98f4e" d="M8 1l6 3-6 3-6-3z"/><path fill="#6b4420" d="M8 7l6-3v8l-6 3z"/></svg>`;

/** Serves the icon that browsers request with every page. */
export function registerFavicon(server: FastifyInstance): void {
  server.get('/favicon.ico', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  );
}
