import type { Logger } from 'pino';
import type { Database } from './database.ts';
import type { EmbeddedLocation } from './embedded.ts';
import type { Watch } from './queries.ts';
import { defaultServerSettings, type ServerSettings } from './settings.ts';
import type { Patience } from './wait-for-server.ts';

/**
 * Opens the PostgreSQL server at `url`, or the embedded database when `url` is absent. Only the driver in use is
 * loaded. `watch` receives all statements. With `patience`, a server that is still starting is waited for.
 */
export async function openDatabase(
  url: string | null,
  embedded: EmbeddedLocation,
  {
    server = defaultServerSettings,
    log,
    watch,
    patience,
    migrates = true,
  }: {
    server?: ServerSettings;
    log?: Logger;
    watch?: Watch | undefined;
    patience?: Patience | undefined;
    /** False: the tables are left as they are. */
    migrates?: boolean;
  } = {},
): Promise<Database> {
  if (url === null) {
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(embedded, { server, log, watch, migrates });
  }
  const { openServer } = await import('./server.ts');
  return openServer(url, server, { log, watch, patience, migrates });
}
