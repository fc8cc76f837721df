import type { Asker } from '../../src/database/connection.ts';
import type { Queries } from '../../src/database/database.ts';

/** What asks by these queries: rows come as lists of their columns' values. */
export function askerOf(db: Queries): Asker {
  return {
    async query(text, values = [], { name } = {}) {
      const query = { sql: text, params: [...values] };
      const prepared = db._.session.prepareQuery<{ all: never; values: never; execute: unknown[][] }>(
        query,
        undefined,
        name,
        true,
        (rows: unknown[][]) => rows,
      );
      return { rows: await prepared.execute(), columns: [], command: 'SELECT' };
    },
  };
}
