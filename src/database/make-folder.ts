/** Program: makes the files of an empty embedded database in the folder that it is told, for the process that forks it. */
import { PGlite } from '@electric-sql/pglite';

const [folder = ''] = process.argv.slice(2);
// The parent process has died.
process.on('disconnect', () => process.exit(1));
// Ctrl-C in a terminal reaches this process as well; its parent stops once the folder is made.
process.on('SIGINT', () => {});
void make();

async function make(): Promise<void> {
  // Set for the whole process, which makes this folder and ends.
  process.umask(0o077);
  const client = await PGlite.create(folder);
  await client.close();
  process.exit(0);
}
