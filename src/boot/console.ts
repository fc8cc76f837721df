/** The game's line once it accepts players: `Done (41.3s)! For help, type "help"`. */
const ready = /\bDone \([\d.,]{1,15}\s?s\)! For help, type\b/;
/** The start script's line right before it starts Java. */
const starting = /^Starting \S+ \S+ for Minecraft \S+ with Java ([\w.+-]{1,40})\.$/;
/** Most characters of a line that are examined. */
const longestLine = 2_000;

/** A server's state, read from its console. */
export interface Console {
  /** Takes printed text in pieces of any size. */
  push(text: string): void;
  /** Whether the server is ready. */
  readonly ready: boolean;
  /** The version of Java in use; null until the start script prints it. */
  readonly java: string | null;
}

/** Reads the console of a server that our start script runs. A mod could print the same lines. */
export function readConsole(): Console {
  let rest = '';
  let isReady = false;
  let java: string | null = null;
  const take = (line: string) => {
    java ??= starting.exec(line.trim())?.[1] ?? null;
    isReady ||= ready.test(line);
  };
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, longestLine);
      for (const line of lines) take(line.slice(0, longestLine));
    },
    get ready() {
      return isReady;
    },
    get java() {
      return java;
    },
  };
}
