/** A process with a worker pool that works without end; it writes the number of the pool's process and what happens. */
import { writeSync } from 'node:fs';
import { createWorkerPool } from '../../workers/pool.ts';

const tasks = new URL('./tasks.ts', import.meta.url).href;
const pool = createWorkerPool({ threads: 1, memoryMb: 64, timeoutMs: 600_000, tasks });
const { signal } = new AbortController();
const { pid } = await pool.run<{ pid: number }>('about', {}, { signal });
process.on('SIGTERM', () => {});
pool.run('thread', { name: 'hang' }, { signal }).catch((error: Error) => writeSync(1, `${error.message}\n`));
writeSync(1, `pool ${pid}\n`);
