import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BootPhase, BootResult } from '../../src/boot/boot-result.ts';
import { readsTypeScript } from '../reads-typescript.ts';
import type { BootMessage } from './boot-process-main.ts';
import { endSandboxes } from './end-sandboxes.ts';
import { NoServerPack } from './no-server-pack.ts';
import { removeFolder } from './removal.ts';
import type { BootOrder } from './try-server.ts';

const main = new URL('./boot-process-main.ts', import.meta.url);
/** Milliseconds that the process gets to clean up before it is killed. */
const patienceMs = 10_000;

/**
 * Tests a server pack in a separate process, whose end also ends everything of the boot. Fails with NoServerPack, with
 * the signal's reason, or when the process dies; the folder is removed in any case, if that is possible.
 */
export async function bootServerPack(
  order: BootOrder,
  { signal, onPhase }: { signal: AbortSignal; onPhase(phase: BootPhase): void },
): Promise<BootResult> {
  signal.throwIfAborted();
  const child = fork(main, [JSON.stringify(order)], {
    // The process runs untrusted programs and needs no settings.
    env: {},
    execArgv: [...readsTypeScript],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let last: Exclude<BootMessage, { phase: BootPhase }> | null = null;
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4_096);
  });
  child.on('message', (message: BootMessage) => {
    if ('phase' in message) onPhase(message.phase);
    else last = message;
  });
  let impatience: NodeJS.Timeout | undefined;
  const giveUp = () => {
    if (child.connected) child.disconnect();
    impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    // The last messages may arrive after the exit event.
    const [[code, killedBy]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    signal.throwIfAborted();
    const message: Exclude<BootMessage, { phase: BootPhase }> | null = last;
    return resultOf(message, `${killedBy ?? `exit code ${code}`} ${words}`);
  } finally {
    signal.removeEventListener('abort', giveUp);
    clearTimeout(impatience);
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
