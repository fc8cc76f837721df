/**
 * The process that tests one server pack, started by `boot-process.ts`. It ends when its channel to the parent closes,
 * even if the parent was killed, and leaves no process and no folder of the boot.
 */
import process from 'node:process';
import type { BootPhase, BootResult } from '../../src/boot/boot-result.ts';
import { endWithParent } from '../child.ts';
import { NoServerPack } from './no-server-pack.ts';
import { removeFolder } from './removal.ts';
import { type BootOrder, tryServer } from './try-server.ts';

/** Messages to the parent. */
export type BootMessage =
  | { phase: BootPhase }
  | { result: BootResult }
  /** `isExpected`: the message is written for people. */
  | { failure: string; isExpected: boolean };

const order: BootOrder = JSON.parse(process.argv[2] ?? '');
const ending = new AbortController();
const send = (message: BootMessage) =>
  new Promise<void>((resolve) => {
    // Without a channel, the parent is gone.
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
endWithParent(() => ending.abort(new Error('The boot was given up.')));

let last: BootMessage | null = null;
try {
  const onPhase = (phase: BootPhase) => void send({ phase });
  last = { result: await tryServer(order, { signal: ending.signal, onPhase }) };
} catch (error) {
  const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  last =
    error instanceof NoServerPack
      ? { failure: error.message, isExpected: true }
      : { failure, isExpected: false };
}
await removeFolder(order.folder);
await send(last);
process.exit(0);
