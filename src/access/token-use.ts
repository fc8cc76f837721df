import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { files, modPackFiles, modPacks, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { type Database, rows } from '../database/database.ts';
import { listTokens, type Token } from './tokens.ts';

/** A token with the bytes stored because of it. */
export interface TokenUse extends Token {
  /** Bytes, as its quota counts them. */
  stored: number;
}

const storedRow = z.object({ token: z.coerce.number(), bytes: z.coerce.number() });

/** All tokens that were not revoked, oldest first, each with the bytes stored because of it. */
export async function listTokenUse(database: Pick<Database, 'db'>): Promise<TokenUse[]> {
  const tokens = await listTokens(database);
  const answer = await rows(
    database.db,
    sql`
      select token, sum(bytes) as bytes from (
        select ${modPacks.tokenId} as token, ${files.size} as bytes
        from ${modPacks} join ${files} on ${files.id} = ${modPacks.fileId} where ${files.removed} is null
        union all
        select named.token, ${files.size} from (
          select distinct ${modPacks.tokenId} as token, ${modPackFiles.fileId} as file_id
          from ${modPackFiles} join ${modPacks} on ${modPacks.id} = ${modPackFiles.modPackId}
        ) as named join ${files} on ${files.id} = named.file_id
        union all
        select ${runConfigurations.tokenId}, ${files.size}
        from ${serverPacks}
        join ${runConfigurations} on ${runConfigurations.id} = ${serverPacks.runConfigurationId}
        join ${files} on ${files.id} = ${serverPacks.fileId}
      ) as kept where token is not null group by token
    `,
  );
  const stored = new Map(
    z
      .array(storedRow)
      .parse(answer)
      .map(({ token, bytes }) => [token, bytes]),
  );
  return tokens.map((token) => ({ ...token, stored: stored.get(token.id) ?? 0 }));
}
