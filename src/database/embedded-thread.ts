/** Thread: has the embedded database to itself, so that no statement keeps the event loop of the service waiting. */
import { parentPort, workerData } from 'node:worker_threads';
import { startEngine, toFailure } from './embedded-engine.ts';
import { handOver, type Question, type Told } from './embedded-questions.ts';

if (parentPort === null) throw new Error('This is a thread of the service.');
const port = parentPort;
const tell = (told: Told) => port.postMessage(told, handOver(told));

startEngine({ dataDir: workerData }, tell).then(
  (engine) => {
    port.on('message', async (question: Question) => tell(await engine.answer(question)));
    tell({ results: [] });
  },
  (error: unknown) => tell({ failure: toFailure(error) }),
);
