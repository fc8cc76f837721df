import type { SqlClient } from './connection.ts';
import type { Aside, Snapshot } from './database.ts';
import { openQueries } from './drizzle-driver.ts';

/** An open snapshot on a connection. */
export interface HeldSnapshot {
  sqlClient: SqlClient;
  end(): Promise<unknown>;
  /** Makes running statements end soon; absent where each statement has only its own limit. */
  stop?(): void;
}

/**
 * Milliseconds without a statement after which a snapshot releases its connection, so that a waiting operation does not
 * block others. Its later reads use a newer snapshot.
 */
const idleMs = 1_000;

/** Creates snapshots that take a connection at their first statement. */
export function createSnapshots(hold: () => Promise<HeldSnapshot>): () => Snapshot {
  return () => {
    const snapshot = new LazySnapshot(hold);
    const sqlClient: SqlClient = {
      query: (...statement) => snapshot.read((held) => held.query(...statement)),
    };
    return {
      db: openQueries(sqlClient, refuseTransaction),
      aside: (work) => snapshot.aside(work),
      isWaiting: () => snapshot.isWaiting,
      close: () => snapshot.close(),
      stop: () => snapshot.stop(),
    };
  };
}

async function refuseTransaction(): Promise<never> {
  throw new Error('What is read of one moment cannot be changed.');
}

function ended(): Error {
  return new Error('This operation has ended; nothing more is read for it.');
}

class LazySnapshot {
  readonly #hold: () => Promise<HeldSnapshot>;
  #held: Promise<HeldSnapshot> | null = null;
  #pending = 0;
  /** The number of `aside` calls in progress. */
  #aside = 0;
  #closed = false;
  #stopped = false;
  #idle: NodeJS.Timeout | undefined;
  isWaiting = false;

  constructor(hold: () => Promise<HeldSnapshot>) {
    this.#hold = hold;
  }

  async read<Answer>(query: (held: SqlClient) => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw ended();
    clearTimeout(this.#idle);
    this.#pending += 1;
    try {
      const { sqlClient } = await this.#snapshot();
      if (this.#stopped) throw ended();
      return await query(sqlClient);
    } finally {
      this.#pending -= 1;
      if (this.#closed || this.#aside > 0) this.#letGo();
      else if (this.#pending === 0) this.#idle = setTimeout(() => this.#letGo(), idleMs).unref();
    }
  }

  aside: Aside = async (work) => {
    this.#aside += 1;
    this.#letGo();
    try {
      return await work();
    } finally {
      this.#aside -= 1;
    }
  };

  async #snapshot(): Promise<HeldSnapshot> {
    if (this.#held === null) {
      this.isWaiting = true;
      this.#held = this.#hold().finally(() => {
        this.isWaiting = false;
      });
    }
    const held = this.#held;
    try {
      return await held;
    } catch (error) {
      if (this.#held === held) this.#held = null;
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    this.#letGo();
  }

  stop(): void {
    this.#stopped = true;
    this.#held?.then((snapshot) => snapshot.stop?.()).catch(() => {});
    this.close();
  }

  #letGo(): void {
    if (this.#pending > 0) return;
    clearTimeout(this.#idle);
    // The caller has received the failure already.
    this.#held?.then((snapshot) => snapshot.end()).catch(() => {});
    this.#held = null;
  }
}
