/** Child processes: `startChild` is for the parent, `endWithParent` for the child. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { readsTypeScript } from './reads-typescript.ts';

/** Most characters kept of a child's standard error. */
const lastWordsLength = 8_192;

/** `end` closes the channel, upon which the process ends itself; after the grace in milliseconds it is killed. */
export function startChild(
  main: URL,
  argument: string,
  { env = {}, flags = [], graceMs = 5_000 }: { env?: NodeJS.ProcessEnv; flags?: string[]; graceMs?: number },
) {
  const child = fork(main, [argument], {
    // A child may read or run what is untrusted; it needs no settings and none of this process's flags.
    env,
    execArgv: [...flags, ...readsTypeScript],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-lastWordsLength);
  });
  // The event "close" does not follow when this side has closed the channel; messages may follow "exit".
  const over = [once(child, 'exit'), once(child, 'disconnect'), child.stderr && once(child.stderr, 'close')];
  const ended = Promise.all(over).then((events) => {
    const [code, signal] = events[0] ?? [];
    const how: string = signal ?? `exit code ${code}`;
    // V8's native frames are useless in the log.
    return {
      how,
      succeeded: code === 0,
      lastWords: (words.split('----- Native stack trace')[0] ?? '').trim(),
    };
  });
  const killLater = () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    ended.finally(() => clearTimeout(timer)).catch(() => {});
    return timer;
  };
  const end = () => {
    if (child.connected) child.disconnect();
    killLater();
  };
  return { process: child, ended, end, killLater };
}

/** Calls `end` once the channel to the parent is closed, even if the parent was killed. */
export function endWithParent(end: () => void): void {
  // Terminals and supervisors send these signals to all processes at once; only the parent acts on them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', end);
  // The channel may have closed before the child's file was loaded.
  if (!process.connected) end();
}
