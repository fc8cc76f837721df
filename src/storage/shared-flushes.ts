interface Flush {
  hasBegun: boolean;
  done: Promise<void>;
}

/**
 * Runs one flush a folder at a time: callers during a flush share the next one, since hundreds of files may enter one
 * folder at once.
 */
export function shareFlushes(flush: (folder: string) => Promise<void>): (folder: string) => Promise<void> {
  const newest = new Map<string, Flush>();
  return (folder) => {
    const before = newest.get(folder);
    // A flush that has not begun yet covers this change too.
    if (before && !before.hasBegun) return before.done;
    const one: Flush = { hasBegun: false, done: Promise.resolve() };
    one.done = Promise.resolve(before?.done)
      .catch(() => undefined)
      .then(() => {
        one.hasBegun = true;
        return flush(folder);
      })
      .finally(() => {
        if (newest.get(folder) === one) newest.delete(folder);
      });
    newest.set(folder, one);
    return one.done;
  };
}
