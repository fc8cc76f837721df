import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { BootPhase, BootResult } from '../../src/boot/boot-result.ts';
import { readsTypeScript } from '../../src/reads-typescript.ts';
import type { BootWord } from './boot-process-main.ts';
import { endSandboxes } from './end-sandboxes.ts';
import { removeFolder } from './folder-bytes.ts';
import { NoServerPack } from './no-server-pack.ts';
import type { BootOrder } from './try-server.ts';

const main = new URL('./boot-process-main.ts', import.meta.url);
/** Milliseconds that the process gets to clear up before it is killed. */
const patienceMs = 10_000;

/**
 * Tries a server pack in a process of its own, whose end takes everything of the boot with it. Fails with NoServerPack, with the signal's
 * reason, and when the process dies; the folder is gone then.
 */
export async function bootServerPack(
  order: BootOrder,
  { signal, onPhase }: { signal: AbortSignal; onPhase(phase: BootPhase): void },
): Promise<BootResult> {
  signal.throwIfAborted();
  const child = fork(main, [JSON.stringify(order)], {
    // It runs programs of strangers and needs no settings.
    env: {},
    execArgv: [...readsTypeScript],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let last: Exclude<BootWord, { phase: BootPhase }> | null = null;
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4_096);
  });
  child.on('message', (word: BootWord) => {
    if ('phase' in word) onPhase(word.phase);
    else last = word;
  });
  let impatience: NodeJS.Timeout | undefined;
  const giveUp = () => {
    if (child.connected) child.disconnect();
    impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    // Its last messages may arrive after its end.
    const [[code, killedBy]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    signal.throwIfAborted();
    const word: Exclude<BootWord, { phase: BootPhase }> | null = last;
    return resultOf(word, `${killedBy ?? `exit code ${code}`} ${words}`);
  } finally {
    signal.removeEventListener('abort', giveUp);
    clearTimeout(impatience);
    // It has done so itself, unless it was killed.
    await endSandboxes(order.folder);
    await removeFolder(order.folder);
  }
}

function resultOf(word: Exclude<BootWord, { phase: BootPhase }> | null, end: string): BootResult {
  if (word === null) throw new Error(`The process of the boot died: ${end}`);
  if ('result' in word) return word.result;
  throw word.isExpected ? new NoServerPack(word.failure) : new Error(`The boot failed: ${word.failure}`);
}
