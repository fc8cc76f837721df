/** Values that this browser keeps between visits. A browser may forbid storage, which is no failure. */
export function readRemembered(key: string): unknown {
  try {
    const text = localStorage.getItem(`server-packs.${key}`);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Remembers a value; null forgets it. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`server-packs.${key}`);
    else localStorage.setItem(`server-packs.${key}`, JSON.stringify(value));
  } catch {
    // The next visit starts with defaults.
  }
}
