/**
 * Each command of the package starts a program of this project, on the Node that it needs, with the `.env` of the
 * current folder. Plain JavaScript that Node 18 understands.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Becomes the program at this path from the project's folder on. */
export async function launch(program) {
  const main = fileURLToPath(new URL(`../${program}`, import.meta.url));
  // Node prints a warning about a missing file.
  const settings = existsSync('.env') ? ['--env-file=.env'] : [];
  process.argv.splice(2, 0, ...settings, main);
  await import('./run.mjs');
}
