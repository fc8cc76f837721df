import type { Asker } from './connection.ts';
import type { Aside, Snapshot } from './database.ts';
import { queriesOn } from './drizzle-session.ts';

/** A moment of the database that is being held. */
export interface HeldSnapshot {
  asker: Asker;
  end(): Promise<unknown>;
}

/**
 * Milliseconds without a statement after which a snapshot releases its connection, so that an operation that waits
 * does not block others. Its later reads are in a newer snapshot.
 */
const idleMs = 1_000;

/** Makes snapshots that take a connection when they are first asked something, and not before. */
export function createSnapshots(hold: () => Promise<HeldSnapshot>): () => Snapshot {
  return () => {
    const snapshot = new LazySnapshot(hold);
    const asker: Asker = { query: (...asked) => snapshot.ask((held) => held.query(...asked)) };
    return {
      db: queriesOn(asker, refuseTransaction),
      aside: (work) => snapshot.aside(work),
      close: () => snapshot.close(),
    };
  };
}

async function refuseTransaction(): Promise<never> {
  throw new Error('What is read of one moment cannot be changed.');
}

class LazySnapshot {
  readonly #hold: () => Promise<HeldSnapshot>;
  #held: Promise<HeldSnapshot> | null = null;
  #asked = 0;
  /** Number of waits by `aside` in progress. */
  #aside = 0;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(hold: () => Promise<HeldSnapshot>) {
    this.#hold = hold;
  }

  async ask<Answer>(question: (held: Asker) => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw new Error('This operation has ended; nothing more is read for it.');
    clearTimeout(this.#idle);
    this.#asked += 1;
    try {
      const { asker } = await this.#moment();
      return await question(asker);
    } finally {
      this.#asked -= 1;
      if (this.#closed || this.#aside > 0) this.#letGo();
      else if (this.#asked === 0) this.#idle = setTimeout(() => this.#letGo(), idleMs).unref();
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

  async #moment(): Promise<HeldSnapshot> {
    this.#held ??= this.#hold();
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

  #letGo(): void {
    if (this.#asked > 0) return;
    clearTimeout(this.#idle);
    // The caller has had the failure already.
    this.#held?.then((moment) => moment.end()).catch(() => {});
    this.#held = null;
  }
}
