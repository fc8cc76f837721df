/** Thread: has the embedded database to itself, so that no statement keeps the event loop of the service waiting. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadSetup } from './begun-thread.ts';
import { type Answer, handOver, type Question, type Told } from './embedded-questions.ts';

if (parentPort === null) throw new Error('This is a thread of the service.');
const port = parentPort;
const tell = (told: Told, bytes: ArrayBuffer[] = []) => port.postMessage(told, bytes);

let told: Promise<void> = Promise.resolve();
let goOn = Promise.withResolvers<void>();

const { compileCache }: ThreadSetup = workerData;
// The folder that is answered for one has another in it, for this very Node.
if (compileCache !== undefined) enableCompileCache(path.dirname(compileCache));
// The database itself is read once it is known where what is compiled of it is kept, and while the folder is still to come.
const engine = import('./embedded-engine.ts');
// Whoever starts it hears of its failure.
engine.then(({ compileEngine }) => compileEngine()).catch(() => {});
port.once('message', start);

async function start(dataDir: string): Promise<void> {
  const { startEngine, toFailure } = await engine;
  try {
    const started = await startEngine({ dataDir }, tell);
    port.on('message', (question: Question) => {
      if (question === 'more') return goOn.resolve();
      const answered = started.answer(question);
      told = told.then(async () => tellAnswer(await answered));
    });
    tell({ results: [] });
    flushCompileCache();
  } catch (error) {
    tell({ failure: toFailure(error) });
  }
}

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
