import { fileURLToPath } from 'node:url';
import { type Child, startChild } from './child.ts';

/** A process whose main thread is watched from inside. */
export interface Watched extends Child {
  /** Forgets what was measured so far, such as the start. Answers the bytes of what is still held, garbage collected. */
  countAnew(): Promise<number>;
  /** Milliseconds of processor time that the longest turn of the main thread took, to 5 ms. */
  longestTurn(): number;
  /** Bytes that the process held when it held most, to 8 MiB. */
  mostMemory(): number;
}

const hook = fileURLToPath(new URL('./watchdog-hook.ts', import.meta.url));

/** Starts `node <file>` like `startChild`, with a watchdog on its event loop. */
export function startWatched(file: string, environment: Record<string, string>): Watched {
  const child = startChild(file, { ...environment, NODE_OPTIONS: `--import ${hook}` });
  let from = 0;
  const peak = (what: string) => {
    const found = child.lines
      .slice(from)
      .flatMap((line) => line.match(new RegExp(`^watchdog ${what} (\\d+)$`))?.[1] ?? []);
    return Math.max(0, ...found.map(Number));
  };
  return {
    ...child,
    async countAnew() {
      const heard = child.lines.length;
      from = heard;
      child.process.kill('SIGUSR2');
      const [, bytes] = await child.nextLine(/^watchdog counts anew, holding (\d+)$/, heard);
      // What is measured right after it may have been written already.
      from = child.lines.findLastIndex((line) => line.startsWith('watchdog counts anew')) + 1;
      return Number(bytes);
    },
    longestTurn: () => peak('turn'),
    mostMemory: () => peak('memory'),
  };
}
