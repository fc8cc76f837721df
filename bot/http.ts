import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Measured, Metrics } from './metrics.ts';

/** Serves `/health` and `/metrics`. */
export interface BotServer extends AsyncDisposable {
  readonly port: number;
}

/**
 * Serves `/health` (200 while Discord is connected, else 503; what else is up as JSON) and `/metrics`. Rejects when it
 * cannot listen there.
 */
export async function serve(
  { host, port }: { host: string; port: number },
  { metrics, measured }: { metrics: Metrics; measured: Measured },
): Promise<BotServer> {
  const server: Server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*$/, '');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (path === '/health') {
      const discord = measured.isDiscordUp();
      response.writeHead(discord ? 200 : 503, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      response.end(JSON.stringify({ discord, gateway: measured.isGatewayUp() }));
    } else if (path === '/metrics') {
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else response.writeHead(404).end();
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject).listen(port, host, listening.resolve);
  await listening.promise;
  return {
    port: portOf(server.address()),
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port.');
  return address.port;
}
