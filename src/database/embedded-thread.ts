/** Thread: has the embedded database to itself, so that no statement keeps the event loop of the service waiting. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Started, ThreadSetup, Told } from './database-thread.ts';

if (parentPort === null) throw new Error('This is a thread of the service.');
const port = parentPort;
const tell = (told: Told | Started, bytes: ArrayBuffer[] = []) => port.postMessage(told, bytes);

const { compileCache }: ThreadSetup = workerData;
// The folder that is answered for one has another in it, for this very Node.
if (compileCache !== undefined) enableCompileCache(path.dirname(compileCache));
// The engine loads as soon as the compile cache is known, while the folder is still to come.
const engine = import('./embedded-engine.ts');
// The start that follows reports the failure.
engine.then(({ compileEngine }) => compileEngine()).catch(() => {});
port.once('message', start);

async function start(dataDir: string): Promise<void> {
  const { startEngine } = await engine;
  try {
    const take = await startEngine(
      { dataDir },
      { hear: (bytes) => tell(bytes, [bytes.buffer]), closed: () => tell('closed') },
    );
    port.on('message', take);
    tell({ failure: null });
    flushCompileCache();
  } catch (error) {
    // A copy of an error has its message alone.
    tell({
      failure: error instanceof Error ? { ...error, message: error.message } : { message: String(error) },
    });
  }
}
