import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { EmbeddedPlace } from './embedded.ts';
import { defaultServerSettings, type ServerSettings } from './settings.ts';

/** Opens the PostgreSQL server at `url`, or the embedded database when there is none. The driver of the other one is not loaded. */
export async function openDatabase(
  url: string | null,
  embedded: EmbeddedPlace,
  { server = defaultServerSettings, log }: { server?: ServerSettings; log?: Logger } = {},
): Promise<Database> {
  if (url === null) {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(embedded);
  }
  const { openServer } = await import('./server.ts');
  return openServer(url, server, log);
}
