import type { FileSystem } from './file-system.ts';

const touchEveryMs = 60_000;

/** The files that this process is still writing. */
export interface HeldFiles {
  add(path: string): void;
  delete(path: string): void;
  /** Resolves when no file is held, or after `patienceMs` milliseconds. */
  released(patienceMs: number): Promise<void>;
}

/**
 * A heartbeat for held files: every minute by default, they get a new date, so that sweeps of other nodes see a living
 * process.
 */
export function holdFiles(fileSystem: FileSystem, everyMs = touchEveryMs): HeldFiles {
  const held = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let none = Promise.withResolvers<void>();
  async function touch(): Promise<void> {
    const now = new Date();
    // A file may not exist yet, or no longer. Its writer reports other failures.
    for (const path of held) await fileSystem.utimes(path, now, now).catch(() => undefined);
  }
  return {
    add(path) {
      held.add(path);
      timer ??= setInterval(touch, everyMs).unref();
    },
    delete(path) {
      held.delete(path);
      if (held.size > 0 || timer === null) return;
      clearInterval(timer);
      timer = null;
      none.resolve();
      none = Promise.withResolvers();
    },
    async released(patienceMs) {
      if (held.size === 0) return;
      const patience = setTimeout(none.resolve, patienceMs);
      await none.promise.finally(() => clearTimeout(patience));
    },
  };
}
