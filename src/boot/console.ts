/** The game says so once it takes players: `Done (41.3s)! For help, type "help"`. */
const ready = /\bDone \([\d.,]{1,15}\s?s\)! For help, type\b/;
/** The start script says so right before it starts Java. */
const starting = /^Starting \S+ \S+ for Minecraft \S+ with Java ([\w.+-]{1,40})\.$/;
/** Characters of a line that are looked at. */
const longestLine = 2_000;

/** State of a server, read from its console. */
export interface Console {
  /** Takes what was printed, in any pieces. */
  push(text: string): void;
  /** Whether the server is ready. */
  readonly ready: boolean;
  /** The version of Java that runs; null until the start script has said it. */
  readonly java: string | null;
}

/** Reads the console of a server that our start script runs. A mod can print the same words. */
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
