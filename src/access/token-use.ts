import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { files, modPackFiles, modPacks, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { type Queries, rows } from '../database/database.ts';
import { asArray } from '../database/statements.ts';

const storedRows = z.array(z.object({ id: z.coerce.number(), bytes: z.coerce.number() }));

/** Bytes that are stored for each of these tokens, as quotas count them; a token with none is left out. */
export async function findStoredBytes(
  { db }: { db: Queries },
  tokenIds: readonly number[],
): Promise<{ id: number; bytes: number }[]> {
  const wanted = sql`any(${asArray(tokenIds)}::int[])`;
  const answer = await rows(
    db,
    sql`
      select id, sum(bytes) as bytes from (
        select ${modPacks.tokenId} as id, ${files.size} as bytes
        from ${modPacks} join ${files} on ${files.id} = ${modPacks.fileId}
        where ${files.removed} is null and ${modPacks.tokenId} = ${wanted}
        union all
        select named.id, ${files.size} from (
          select distinct ${modPacks.tokenId} as id, ${modPackFiles.fileId} as file_id
          from ${modPackFiles} join ${modPacks} on ${modPacks.id} = ${modPackFiles.modPackId}
          where ${modPacks.tokenId} = ${wanted}
        ) as named join ${files} on ${files.id} = named.file_id
        union all
        select ${runConfigurations.tokenId}, ${files.size}
        from ${serverPacks}
        join ${runConfigurations} on ${runConfigurations.id} = ${serverPacks.runConfigurationId}
        join ${files} on ${files.id} = ${serverPacks.fileId}
        where ${runConfigurations.tokenId} = ${wanted}
      ) as kept group by id
    `,
  );
  return storedRows.parse(answer);
}
