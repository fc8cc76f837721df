/** Thread: runs the embedded database, so that no statement blocks the event loop of the service. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Started, ThreadMessage, ThreadSetup } from './database-thread.ts';

if (parentPort === null) throw new Error('This is a thread of the service.');
const port = parentPort;
const post = (message: ThreadMessage | Started, bytes: ArrayBuffer[] = []) =>
  port.postMessage(message, bytes);

const { compileCache }: ThreadSetup = workerData;
// The cache folder of the process contains a subfolder for this version of Node; Node expects the parent folder.
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
      { receive: (bytes) => post(bytes, [bytes.buffer]), closed: () => post('closed') },
    );
    port.on('message', take);
    post({ failure: null });
    flushCompileCache();
  } catch (error) {
    // A copied error keeps only its message.
    post({
      failure: error instanceof Error ? { ...error, message: error.message } : { message: String(error) },
    });
  }
}
