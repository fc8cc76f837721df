import type { SQL } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  PgSession,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { Aside, Queries, Snapshot } from './database.ts';

/** A moment of the database that is being held. */
export interface HeldMoment {
  db: Queries;
  end(): Promise<unknown>;
}

/**
 * Milliseconds for which a snapshot that is asked nothing holds its connection. What is asked later is answered as of a
 * later moment: an operation that waits for something else must not hold up the others.
 */
const idleMs = 1_000;

const dialect = new PgDialect({ casing: 'snake_case' });

/** Makes snapshots that take a connection when they are first asked something, and not before. */
export function createSnapshots(hold: () => Promise<HeldMoment>): () => Snapshot {
  return () => {
    const snapshot = new LazySnapshot(hold);
    return {
      db: new PgDatabase(dialect, new SnapshotSession(snapshot), undefined),
      aside: (work) => snapshot.aside(work),
      close: () => snapshot.close(),
    };
  };
}

class LazySnapshot {
  readonly #hold: () => Promise<HeldMoment>;
  #held: Promise<HeldMoment> | null = null;
  #asked = 0;
  /** How much is being waited for aside. */
  #aside = 0;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(hold: () => Promise<HeldMoment>) {
    this.#hold = hold;
  }

  async ask<Answer>(question: (db: Queries) => Promise<Answer>): Promise<Answer> {
    if (this.#closed) throw new Error('This operation has ended; nothing more is read for it.');
    clearTimeout(this.#idle);
    this.#asked += 1;
    try {
      const { db } = await this.#moment();
      return await question(db);
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

  async #moment(): Promise<HeldMoment> {
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
    // Whoever asked has been told of a failure.
    this.#held?.then((moment) => moment.end()).catch(() => {});
    this.#held = null;
  }
}

/** Passes what drizzle prepares on to the session of the moment that is held. */
class SnapshotSession extends PgSession {
  readonly #snapshot: LazySnapshot;

  constructor(snapshot: LazySnapshot) {
    super(dialect);
    this.#snapshot = snapshot;
  }

  prepareQuery<T extends PreparedQueryConfig>(
    ...args: Parameters<PgSession['prepareQuery']>
  ): PgPreparedQuery<T> {
    return new SnapshotQuery<T>(this.#snapshot, args);
  }

  /** The drivers answer rows differently, and their sessions know how to read a count from them. */
  override count(query: SQL): Promise<number> {
    return this.#snapshot.ask((db) => db._.session.count(query));
  }

  async transaction(): Promise<never> {
    throw new Error('What is read of one moment cannot be changed.');
  }
}

class SnapshotQuery<T extends PreparedQueryConfig> extends PgPreparedQuery<T> {
  readonly #snapshot: LazySnapshot;
  readonly #args: Parameters<PgSession['prepareQuery']>;

  constructor(snapshot: LazySnapshot, args: Parameters<PgSession['prepareQuery']>) {
    const [query] = args;
    super(query, undefined, undefined);
    this.#snapshot = snapshot;
    this.#args = args;
  }

  execute(values?: Record<string, unknown>): Promise<T['execute']> {
    return this.#snapshot.ask((db) => {
      const query = db._.session.prepareQuery<T>(...this.#args);
      // Set by drizzle, beside its types, on what it has prepared: which tables of a join may be missing.
      Object.assign(query, { joinsNotNullableMap: Reflect.get(this, 'joinsNotNullableMap') });
      return query.execute(values);
    });
  }
}
