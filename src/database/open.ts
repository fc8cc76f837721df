import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { type EmbeddedPlace, openEmbedded } from './embedded.ts';
import { openServer } from './server.ts';
import { defaultServerSettings, type ServerSettings } from './settings.ts';

/** Opens the PostgreSQL server at `url`, or the embedded database when there is none. */
export function openDatabase(
  url: string | null,
  embedded: EmbeddedPlace,
  { server = defaultServerSettings, log }: { server?: ServerSettings; log?: Logger } = {},
): Promise<Database> {
  return url === null ? openEmbedded(embedded) : openServer(url, server, log);
}
