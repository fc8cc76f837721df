/**
 * Starts the service, the quick way. Modules that have been read already are not helped by what is done here, so this one reads no
 * other of the service but what begins a thread, nor the settings. `scripts/run.mjs` runs it from a bundle where there is one of these sources.
 */
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { startThreadEarly } from './database/database-thread.ts';

// Modules are kept compiled from one start to the next: stripping types and compiling takes a good part of a start. Where the
// folder cannot be written to, each start compiles anew.
const dataDir = path.resolve(process.env.DATA_DIR || './data');
const compiled = path.join(dataDir, 'compiled');
try {
  mkdirSync(compiled, { recursive: true, mode: 0o700 });
} catch {
  // The settings are judged later, in words.
}
enableCompileCache(compiled);
// The embedded database gets ready beside them.
if (!process.env.DATABASE_URL) startThreadEarly(path.join(dataDir, 'database'));
await import('./start.ts');
