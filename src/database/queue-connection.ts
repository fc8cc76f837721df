import type { Asker } from './connection.ts';
import { objectsOf } from './drizzle-session.ts';
import { isMoment } from './values.ts';

/** The queue's connection: rows are objects, and times are dates. */
export function queueOn(asker: Asker): {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
} {
  return {
    async executeSql(text, values) {
      const { rows, columns } = await asker.query(text, values);
      const moments = columns.flatMap(({ type }, index) => (isMoment(type) ? [index] : []));
      for (const row of rows)
        for (const index of moments) {
          const moment = row[index];
          if (typeof moment === 'string') row[index] = new Date(moment);
        }
      return { rows: objectsOf({ rows, columns }) };
    },
  };
}
