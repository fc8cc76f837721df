/** Generates one server pack in a thread, by the task in the file named first, and prints this process's peak RSS in KiB. */

import { readFile } from 'node:fs/promises';
import { Piscina } from 'piscina';

const [taskFile = ''] = process.argv.slice(2);
const pool = new Piscina({
  filename: new URL('../workers/generate.ts', import.meta.url).href,
  maxThreads: 1,
});
await pool.run(JSON.parse(await readFile(taskFile, 'utf8')));
await pool.destroy();
console.log(process.resourceUsage().maxRSS);
