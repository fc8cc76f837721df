/**
 * `npm run build`: builds what the service starts with, each part where it is missing or of other sources: the service's modules
 * as a few files, a new embedded database, and the web app. `npm start` does so first, unless all of it is there.
 */
import { constants } from 'node:os';

// Ended by a signal, it still removes what it had half made, which happens as the process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

await import('./build-service.ts');
await import('./build-database.ts');
// The last, since it sets NODE_ENV.
await import('./build-web.ts');
