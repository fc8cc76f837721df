import type { Asker } from './connection.ts';
import { objectsOf } from './drizzle-session.ts';
import { isTimestamp } from './values.ts';

/** The queue's connection: rows are objects, and times are dates. */
export function queueOn(asker: Asker): {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
} {
  return {
    async executeSql(text, values) {
      const { rows, columns } = await asker.query(text, values);
      const timestamps = columns.flatMap(({ type }, index) => (isTimestamp(type) ? [index] : []));
      for (const row of rows)
        for (const index of timestamps) {
          const timestamp = row[index];
          if (typeof timestamp === 'string') row[index] = new Date(timestamp);
        }
      return { rows: objectsOf({ rows, columns }) };
    },
  };
}
