import type { BootPhase, BootResult } from '../../src/boot/boot-result.ts';
import { startChild } from '../child.ts';
import type { BootMessage } from './boot-process-main.ts';
import { endSandboxes } from './end-sandboxes.ts';
import { NoServerPack } from './no-server-pack.ts';
import { removeFolder } from './removal.ts';
import type { BootOrder } from './try-server.ts';

const main = new URL('./boot-process-main.ts', import.meta.url);
/** Milliseconds that the process gets to clean up before it is killed. */
const graceMs = 10_000;

/**
 * Tests a server pack in a separate process, whose end also ends everything of the boot. Fails with NoServerPack, with
 * the signal's reason, or when the process dies; the folder is removed in any case, if that is possible.
 */
export async function bootServerPack(
  order: BootOrder,
  { signal, onPhase }: { signal: AbortSignal; onPhase(phase: BootPhase): void },
): Promise<BootResult> {
  signal.throwIfAborted();
  const child = startChild(main, JSON.stringify(order), { graceMs });
  let last: Exclude<BootMessage, { phase: BootPhase }> | null = null;
  child.process.on('message', (message: BootMessage) => {
    if ('phase' in message) onPhase(message.phase);
    else last = message;
  });
  signal.addEventListener('abort', child.end, { once: true });
  try {
    const { how, lastWords } = await child.ended;
    signal.throwIfAborted();
    const message: Exclude<BootMessage, { phase: BootPhase }> | null = last;
    return resultOf(message, `${how} ${lastWords}`);
  } finally {
    signal.removeEventListener('abort', child.end);
    // The process has done this itself, unless it was killed.
    await endSandboxes(order.folder);
    await removeFolder(order.folder);
  }
}

function resultOf(message: Exclude<BootMessage, { phase: BootPhase }> | null, end: string): BootResult {
  if (message === null) throw new Error(`The process of the boot died: ${end}`);
  if ('result' in message) return message.result;
  throw message.isExpected
    ? new NoServerPack(message.failure)
    : new Error(`The boot failed: ${message.failure}`);
}
