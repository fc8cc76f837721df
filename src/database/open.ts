import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { EmbeddedPlace } from './embedded.ts';
import type { Watch } from './queries.ts';
import { defaultServerSettings, type ServerSettings } from './settings.ts';

/**
 * Opens the PostgreSQL server at `url`, or the embedded database without one. Only the driver in use is loaded.
 * `watch` sees all statements but the queue's own.
 */
export async function openDatabase(
  url: string | null,
  embedded: EmbeddedPlace,
  {
    server = defaultServerSettings,
    log,
    watch,
  }: { server?: ServerSettings; log?: Logger; watch?: Watch | undefined } = {},
): Promise<Database> {
  if (url === null) {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(embedded, watch);
  }
  const { openServer } = await import('./server.ts');
  return openServer(url, server, { log, watch });
}
