/** Thread: has the embedded database to itself, so that no statement keeps the event loop of the service waiting. */
import { parentPort, workerData } from 'node:worker_threads';
import { startEngine, toFailure } from './embedded-engine.ts';
import { type Answer, handOver, type Question, type Told } from './embedded-questions.ts';

if (parentPort === null) throw new Error('This is a thread of the service.');
const port = parentPort;
const tell = (told: Told, bytes: ArrayBuffer[] = []) => port.postMessage(told, bytes);

let told: Promise<void> = Promise.resolve();
let goOn = Promise.withResolvers<void>();

startEngine({ dataDir: workerData }, tell).then(
  (engine) => {
    port.on('message', (question: Question) => {
      if (question === 'more') return goOn.resolve();
      const answered = engine.answer(question);
      told = told.then(async () => tellAnswer(await answered));
    });
    tell({ results: [] });
  },
  (error: unknown) => tell({ failure: toFailure(error) }),
);

/** The rows of one statement may be long, and come in pieces then; several statements at once answer none that are. */
async function tellAnswer(answer: Answer): Promise<void> {
  const [result, ...others] = 'results' in answer ? answer.results : [];
  if (result === undefined || others.length > 0) return tell(answer);
  const pieces = handOver(result.rows);
  for (let { value: piece } = pieces.next(); piece; ) {
    const { value: next } = pieces.next();
    if (!next) return tell({ results: [{ ...result, rows: piece.rows }] }, piece.bytes);
    goOn = Promise.withResolvers<void>();
    tell({ rows: piece.rows }, piece.bytes);
    await goOn.promise;
    piece = next;
  }
}
