import type { Database } from './database.ts';
import { type EmbeddedPlace, openEmbedded } from './embedded.ts';
import { openServer } from './server.ts';

/** Opens the PostgreSQL server at `url`, or the embedded database when there is none. */
export function openDatabase(url: string | null, embedded: EmbeddedPlace): Promise<Database> {
  return url === null ? openEmbedded(embedded) : openServer(url);
}
