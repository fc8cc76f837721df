/** Program: makes the files of an empty embedded database in the folder that it is told, for the process that forks it. */
import { PGlite } from '@electric-sql/pglite';

const [folder = ''] = process.argv.slice(2);
// Whoever wanted it has died.
process.on('disconnect', () => process.exit(1));
// A terminal's Ctrl-C reaches this process as well; whoever started it stops once the folder is made.
process.on('SIGINT', () => {});
void make();

async function make(): Promise<void> {
  // This process makes nothing else.
  process.umask(0o077);
  const client = await PGlite.create(folder);
  await client.close();
  process.exit(0);
}
