/** Program: creates the files of an empty embedded database in a given folder, for the process that forks it. */
import { PGlite } from '@electric-sql/pglite';
import { endWithParent } from '../../workers/child.ts';

const [folder = ''] = process.argv.slice(2);
endWithParent(() => process.exit(1));
void make();

async function make(): Promise<void> {
  // The umask applies to the whole process, which only creates this folder.
  process.umask(0o077);
  const client = await PGlite.create(folder);
  await client.close();
  process.exit(0);
}
