/** Thread: makes the files of an empty embedded database in the folder that it is told. */
import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const client = await PGlite.create(String(workerData));
await client.close();
