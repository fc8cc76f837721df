/** Work that is done in rounds, one at a time, whenever it is woken. */
export interface WokenWork {
  /** Starts a round; during a round, makes another one follow. */
  wake(): void;
  /** Starts no other round, and waits for the one in progress. */
  close(): Promise<void>;
}

/** Calls `work` after each wake; a round that fails ends, and its error is passed to `failed`. */
export function workWhenWoken(work: () => Promise<void>, failed: (error: unknown) => void): WokenWork {
  let wanted = false;
  let closed = false;
  let working: Promise<void> | null = null;
  const workUntilDone = async () => {
    while (wanted && !closed) {
      wanted = false;
      await work().catch(failed);
    }
    working = null;
  };
  return {
    wake() {
      wanted = true;
      working ??= workUntilDone();
    },
    async close() {
      closed = true;
      await working;
    },
  };
}
