import Fastify, { type FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { createReadiness, inFull, withoutFigures } from '../metrics/readiness.ts';
import { demand } from './authentication.ts';
import { listen } from './listen.ts';

/** Routes without authentication: probes must not depend on the database. */
const openToProbes = { config: { probe: true } } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route answers without authentication, and without counting the request. */
    probe?: boolean;
  }
}

/**
 * Serves the operator's routes: `/health/live` and `/health/ready` for everyone, `/metrics` for callers that may read.
 */
export function registerOperations(server: FastifyInstance, app: App): void {
  registerHealth(server, app, false);
  server.get('/metrics', async (request, reply) => {
    demand(app, request, 'read');
    return reply.type(app.metrics.contentType).send(await app.metrics.text());
  });
}

/**
 * Serves health and metrics on a separate address without authentication: for nodes without other routes, and for
 * collectors without a token. Returns null when no port is set.
 */
export async function openOperations(app: App): Promise<(AsyncDisposable & { address: string }) | null> {
  const { metricsPort: port, metricsHost: host } = app.config;
  if (port === null) return null;
  const server = Fastify({ bodyLimit: 1, forceCloseConnections: true });
  registerHealth(server, app, true);
  server.get('/metrics', async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.text()),
  );
  const settings = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
  const address = await listen(server, { host, port, settings });
  app.log.info({ address }, 'health and metrics are served');
  return { address, [Symbol.asyncDispose]: () => server.close() };
}

function registerHealth(server: FastifyInstance, app: App, isForOperators: boolean): void {
  const judge = createReadiness({
    database: app.database,
    storage: app.storage,
    reserveBytes: app.config.reserveBytes,
    troubles: () => app.fetching?.troubles() ?? [],
    factsTrouble: () => app.facts.trouble(),
  });
  server.get('/health/live', openToProbes, async () => ({ status: 'live' }));
  server.get('/health/ready', openToProbes, async (_request, reply) => {
    if (app.isStopping()) {
      reply.status(503).header('cache-control', 'no-store');
      return { status: 'stopping', checks: [] };
    }
    const readiness = await judge();
    const { ready, checks } = isForOperators
      ? { ...readiness, checks: readiness.checks.map(inFull) }
      : withoutFigures(readiness);
    reply.status(ready ? 200 : 503).header('cache-control', 'no-store');
    return { status: ready ? 'ready' : 'not ready', checks };
  });
}
