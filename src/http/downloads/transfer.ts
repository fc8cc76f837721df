import type { ServerResponse } from 'node:http';
import type { OpenFile } from '../../storage/storage.ts';

const largeBuffer = 1024 * 1024;
const smallBuffer = 32 * 1024;
/** Further concurrent downloads use small buffers, so that slow clients cannot use up the memory. */
const maxLargeTransfers = 32;
let transfers = 0;

/**
 * Writes the bytes from `start` to before `end` and ends the response; returns early when the client hangs up. Two
 * buffers alternate: one is filled while the other is written, which takes half the time of piping a stream.
 */
export async function transfer(
  file: OpenFile,
  response: ServerResponse,
  { start, end }: { start: number; end: number },
): Promise<void> {
  transfers += 1;
  try {
    const length = Math.min(transfers > maxLargeTransfers ? smallBuffer : largeBuffer, end - start);
    let [filling, spare] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
    let position = start;
    let pending = fill(file, filling, position, end);
    while (position < end) {
      const chunk = await pending;
      position += chunk.length;
      [filling, spare] = [spare, filling];
      // The next round awaits this read and reports its failure.
      pending = fill(file, filling, position, end);
      pending.catch(() => undefined);
      if (!(await written(response, chunk))) return;
    }
    response.end();
  } finally {
    transfers -= 1;
  }
}

/** Writes all pieces and ends the response; stops early when the client hangs up. */
export async function writeAll(pieces: AsyncIterable<Buffer>, response: ServerResponse): Promise<void> {
  for await (const piece of pieces) if (!(await written(response, piece))) return;
  response.end();
}

/** The next bytes, in `buffer`; none at `end`. */
async function fill(file: OpenFile, buffer: Buffer, position: number, end: number): Promise<Buffer> {
  const wanted = buffer.subarray(0, Math.min(buffer.length, end - position));
  if (wanted.length === 0) return wanted;
  const filled = await file.read(wanted, position);
  if (filled < wanted.length) throw new Error(`The stored file ends at ${position + filled}, before ${end}`);
  return wanted;
}

/** Resolves to false when the client has hung up. Before that, the buffer may not be reused. */
function written(response: ServerResponse, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed || response.closed) return resolve(false);
    // A response that waits behind another on a shared connection calls no callback when that connection is cut.
    const hungUp = () => resolve(false);
    response.once('close', hungUp);
    response.write(chunk, (error) => {
      response.off('close', hungUp);
      resolve(!error);
    });
  });
}
