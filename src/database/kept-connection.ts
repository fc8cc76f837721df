import type { Connection } from './connection.ts';
import type { QueryWithin } from './statement-limits.ts';

/** A connection that was opened. */
export interface Opened {
  connection: Connection;
  /** Sends statements for a caller that has the connection to itself. */
  query: QueryWithin;
  /** Sends statements of all other callers. */
  querySingle: QueryWithin;
  /** Resolves with the reason when the connection has ended. */
  over: Promise<Error>;
}

/** A database's only connection, which is opened again when it is lost. */
export interface KeptConnection {
  /** The current connection, which may have ended. */
  current(): Opened;
  /**
   * Null when `current` accepts statements or when no other connection will follow; otherwise a promise to await before
   * the next check.
   */
  untilUsable(): Promise<void> | null;
  /** Closes the connection once all statements have been answered. */
  close(): Promise<void>;
}

/** `lost` is called when no connection can be opened any more, with the reason. */
export function keepConnection(
  first: Opened,
  reopen: (reason: Error) => Promise<Opened>,
  lost: (reason: Error) => void,
): KeptConnection {
  let opened = first;
  let isClosing = false;
  let isGone = false;
  let changed = Promise.withResolvers<void>();
  const follow = async () => {
    for (;;) {
      const reason = await opened.over;
      if (isClosing) return;
      opened = await reopen(reason);
      changed.resolve();
      changed = Promise.withResolvers();
    }
  };
  const followed = follow()
    .catch((error: unknown) => lost(error instanceof Error ? error : new Error(String(error))))
    .finally(() => {
      isGone = true;
      changed.resolve();
    });
  return {
    current: () => opened,
    untilUsable: () => (isGone || !opened.connection.isOver ? null : changed.promise),
    async close() {
      isClosing = true;
      await opened.connection.end();
      await followed;
    },
  };
}
