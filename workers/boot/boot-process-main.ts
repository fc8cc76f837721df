/**
 * The process that tries one server pack: `boot-process.ts` starts it. It ends when its channel does, whatever became of the process
 * that started it, and leaves no process and no folder of the boot.
 */
import process from 'node:process';
import type { BootPhase, BootResult } from '../../src/boot/boot-result.ts';
import { removeFolder } from './folder-bytes.ts';
import { NoServerPack } from './no-server-pack.ts';
import { type BootOrder, tryServer } from './try-server.ts';

/** Its messages. */
export type BootWord =
  | { phase: BootPhase }
  | { result: BootResult }
  /** `isExpected`: the message is for people. */
  | { failure: string; isExpected: boolean };

const order: BootOrder = JSON.parse(process.argv[2] ?? '');
const ending = new AbortController();
const tell = (word: BootWord) =>
  new Promise<void>((resolve) => {
    // Without a channel there is nobody left to tell.
    if (process.send === undefined || !process.connected) resolve();
    else process.send(word, undefined, undefined, () => resolve());
  });
const giveUp = () => ending.abort(new Error('The boot was given up.'));
process.on('disconnect', giveUp);
// The channel may have ended before this file was loaded.
if (!process.connected) giveUp();
// Terminals and supervisors send these to all processes at once; what they mean is for the starting process to say.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let last: BootWord | null = null;
try {
  const onPhase = (phase: BootPhase) => void tell({ phase });
  last = { result: await tryServer(order, { signal: ending.signal, onPhase }) };
} catch (error) {
  const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  last =
    error instanceof NoServerPack
      ? { failure: error.message, isExpected: true }
      : { failure, isExpected: false };
}
await removeFolder(order.folder).catch(() => {});
await tell(last);
process.exit(0);
