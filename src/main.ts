/**
 * The entry of the service. Modules loaded before the compile cache is on do not profit from it, so this file imports
 * only the code that starts a thread. `scripts/run.mjs` runs a bundle of this file if one matches the sources.
 */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { startThreadEarly } from './database/database-thread.ts';

// Compiled modules are cached between starts: stripping types and compiling take much of a start. Without a writable
// folder, each start compiles again.
const dataDir = path.resolve(process.env.DATA_DIR || './data');
const compiled = path.join(dataDir, 'compiled');
try {
  mkdirSync(compiled, { recursive: true, mode: 0o700 });
} catch {
  // The settings are judged later, with a message.
}
enableCompileCache(compiled);
// The embedded database starts while the modules load.
if (!process.env.DATABASE_URL) startThreadEarly(path.join(dataDir, 'database'));
await import('./start.ts');
