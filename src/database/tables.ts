import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Queries, rows } from './database.ts';

/** A table of the service, and its columns with their types; generated ones are left out. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

const foundTables = z.array(
  z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })) }),
);

/** Tables of the service; a partitioned table counts as one. */
export async function findTables(db: Queries): Promise<Table[]> {
  return foundTables.parse(
    await rows(
      db,
      sql`select c.relname as name,
          json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        group by 1 order by 1`,
    ),
  );
}

export function nameOfTable({ name }: Pick<Table, 'name'>) {
  return sql`public.${sql.identifier(name)}`;
}
