import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { files, modPackFiles, modPacks, serverPacks } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';
import { cutOf, type Page, type PageRequest, pageOfCut } from '../lists/pages.ts';

/** The bytes stored for a modpack. Content that several modpacks share counts for each of them. */
export interface StoredPack {
  modPackId: number;
  /** Bytes of the modpack itself; 0 once a refused archive was removed. */
  uploaded: number;
  /** Bytes of the files fetched for the modpack. */
  fetched: number;
  /** Bytes of the modpack's server packs. */
  built: number;
  bytes: number;
}

const stored = z.array(
  z.object({
    modPackId: z.int(),
    uploaded: z.coerce.number(),
    fetched: z.coerce.number(),
    built: z.coerce.number(),
    bytes: z.coerce.number(),
  }),
);
const counted = z.tuple([z.object({ count: z.int() })]);

/**
 * A page of the modpacks by stored bytes, the largest first. The query reads all files, so it is for operators; cursors
 * are positions in the list at the time of the query.
 */
export async function listStoredPacks(
  { db }: { db: Queries },
  request: PageRequest,
): Promise<Page<StoredPack>> {
  const cut = cutOf(await countStoredPacks({ db }), request);
  const answer = await rows(
    db,
    sql`${storedPacks(sql`true`, sql`true`)} order by bytes desc, "modPackId"
      limit ${cut.end - cut.start} offset ${cut.start}`,
  );
  return pageOfCut(stored.parse(answer), cut);
}

/** The bytes stored for these modpacks. */
export async function findStoredPacks(
  { db }: { db: Queries },
  modPackIds: readonly number[],
): Promise<StoredPack[]> {
  const ids = [...modPackIds];
  return stored.parse(
    await rows(db, storedPacks(sql`${modPacks.id} in ${ids}`, sql`reference.mod_pack_id in ${ids}`)),
  );
}

/** Selects the bytes of the modpacks with one condition, whose references to files have the other. */
function storedPacks(condition: SQL, ofReferences: SQL): SQL {
  const sizes = (references: typeof modPackFiles | typeof serverPacks) => sql`
    select reference.mod_pack_id as id, sum(file.size) as bytes
    from ${references} as reference join ${files} as file on file.id = reference.file_id
    where ${ofReferences} group by reference.mod_pack_id`;
  return sql`
    select *, uploaded + fetched + built as bytes
    from (
      select ${modPacks.id} as "modPackId",
        case when ${files.removed} is null then ${files.size} else 0 end as uploaded,
        coalesce(fetched.bytes, 0) as fetched,
        coalesce(built.bytes, 0) as built
      from ${modPacks}
      join ${files} on ${files.id} = ${modPacks.fileId}
      left join (${sizes(modPackFiles)}) as fetched on fetched.id = ${modPacks.id}
      left join (${sizes(serverPacks)}) as built on built.id = ${modPacks.id}
      where ${condition}
    ) as pack`;
}

export async function countStoredPacks({ db }: { db: Queries }): Promise<number> {
  const [{ count }] = counted.parse(await rows(db, sql`select count(*)::int as count from ${modPacks}`));
  return count;
}
