import { protocol } from '@electric-sql/pglite';

/** A statement as the database has it. */
export interface Statement {
  /** Empty where it is asked for the first time. */
  name: string;
  /** Those of its values, once somebody has asked for them. */
  types?: readonly number[];
}

/** Which statements have names in the session of an embedded database. */
export interface PreparedStatements {
  /** How to ask this one: the messages have to be sent before. */
  ask(text: string): { statement: Statement; before: Uint8Array[] };
  /** It was asked in another way. */
  note(text: string): void;
  /** Whether it was asked, so that it has a name when it is asked again. */
  wasAsked(text: string): boolean;
  /** It failed: it may have got no name, or not be what it was. */
  forget(text: string): void;
}

export interface PreparedLimits {
  /** Statements that are remembered. */
  most: number;
  /** Characters of one: what is longer has its values in it, and comes only once. */
  longest: number;
  /**
   * Milliseconds until one is prepared anew. Between two clean-ups nothing counts what tables have, so that a plan which was made
   * for a few rows would go on being followed when there are many.
   */
  freshMs: number;
}

const usual: PreparedLimits = { most: 200, longest: 10_000, freshMs: 60_000 };
const { serialize } = protocol;

/**
 * What is asked twice gets a name, under which the database has it parsed and planned: for most statements that takes longer than to
 * follow the plan.
 */
export function createPreparedStatements({ most, longest, freshMs } = usual): PreparedStatements {
  /** By their texts; the one that was asked last is the last. */
  const known = new Map<string, { statement: Statement; preparedAt: number }>();
  let leaving: Uint8Array[] = [];
  let names = 0;

  function forget(text: string): void {
    const name = known.get(text)?.statement.name;
    known.delete(text);
    if (name) leaving.push(serialize.close({ type: 'S', name }));
  }

  function remember(text: string, statement: Statement, preparedAt: number): void {
    if (text.length > longest) return;
    known.set(text, { statement, preparedAt });
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) forget(oldest);
  }

  return {
    ask(text) {
      const now = performance.now();
      const found = known.get(text);
      if (found?.statement.name && now - found.preparedAt < freshMs) {
        known.delete(text);
        known.set(text, found);
        return { statement: found.statement, before: [] };
      }
      forget(text);
      const statement: Statement = { ...found?.statement, name: found ? `s${++names}` : '' };
      remember(text, statement, now);
      const before = [...leaving, serialize.parse({ name: statement.name, text })];
      leaving = [];
      return { statement, before };
    },
    note: (text) => remember(text, { name: '' }, 0),
    wasAsked: (text) => known.has(text),
    forget,
  };
}
