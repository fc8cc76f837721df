/** The thread of `explain.ts`, which ends it when it takes too long. */
import { parentPort, workerData } from 'node:worker_threads';
import { readLog } from '../log.ts';

parentPort?.postMessage(await readLog(workerData));
