import { write, writeSync } from 'node:fs';

/** Lines wait for each other up to so many bytes and milliseconds, since each write costs as much as making its line. */
const together = { bytes: 32_768, milliseconds: 100 };
/** Milliseconds between two tries at a reader that is busy, and tries until what has to be written at once is given up. */
const busy = { milliseconds: 10, tries: 100 };

/** Where lines go. */
export interface LogOutput {
  /** Writes the line soon, together with others. */
  write(line: string): void;
  /** Writes what waits before it returns. */
  writeNow(): void;
}

/**
 * Lines for a descriptor, such as standard output. What cannot be written is dropped, whether its reader has gone or its disk is full:
 * the program goes on and ends as it would.
 */
export function openLogOutput(descriptor: number): LogOutput {
  let waiting = '';
  let isDue = false;
  let isWriting = false;

  const take = () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    return bytes;
  };
  const writeSoon = () => {
    if (isDue || isWriting) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      writeOn();
    }, together.milliseconds).unref();
  };
  const writeOn = () => {
    if (isWriting || waiting === '') return;
    isWriting = true;
    writeAll(take());
  };
  const writeAll = (bytes: Buffer) => {
    write(descriptor, bytes, (error, written) => {
      if (isBusy(error)) return void setTimeout(writeAll, busy.milliseconds, bytes);
      if (error === null && written < bytes.length) return writeAll(bytes.subarray(written));
      isWriting = false;
      if (waiting.length >= together.bytes) writeOn();
      else if (waiting !== '') writeSoon();
    });
  };
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= together.bytes) writeOn();
      else writeSoon();
    },
    writeNow() {
      let bytes = take();
      for (let tries = 0; bytes.length > 0 && tries < busy.tries; ) {
        try {
          bytes = bytes.subarray(writeSync(descriptor, bytes));
        } catch (error) {
          if (!isBusy(error)) return;
          tries += 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busy.milliseconds);
        }
      }
    },
  };
}

/** Whether a reader would take it a little later. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');
}
