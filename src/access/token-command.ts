import { z } from 'zod';
import { roles } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';
import { createToken, listTokens, revokeToken, type Token, tokenName, tokenQuota } from './tokens.ts';

/** A command on tokens, as plain data that can also be sent to the running gateway. */
export const tokenCommand = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('create'),
    name: tokenName,
    role: z.enum(roles),
    voter: z.boolean(),
    quota: tokenQuota.nullable(),
    expires: z.iso.datetime().nullable(),
  }),
  z.object({ do: z.literal('list') }),
  z.object({ do: z.literal('revoke'), name: z.string().max(64) }),
]);
export type TokenCommand = z.infer<typeof tokenCommand>;

/** Runs a token command and returns the lines to show. Fails with INVALID_INPUT or NOT_FOUND. */
export async function runTokenCommand(
  database: Pick<Database, 'db'>,
  command: TokenCommand,
): Promise<string[]> {
  switch (command.do) {
    case 'create': {
      const { do: _do, expires, ...token } = command;
      const text = await createToken(database, { ...token, expires: expires ? new Date(expires) : null });
      return [
        `The token "${command.name}" is made. It is shown this once; keep it where nobody else can read it.`,
        text,
      ];
    }
    case 'list': {
      const tokens = await listTokens(database);
      if (tokens.length === 0) return ['There are no tokens.'];
      return ['name\trole\tvoter\tquota\tmade\texpires\tlast used', ...tokens.map(lineOf)];
    }
    case 'revoke':
      await revokeToken(database, command.name);
      return [`The token "${command.name}" is revoked.`];
  }
}

function lineOf({ name, role, voter, quota, dateCreated, expires, lastUsed }: Token): string {
  const day = (date: Date | null, none: string) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? none;
  return [
    name,
    role,
    voter ? 'yes' : 'no',
    quota === null ? 'none' : `${quota} bytes`,
    day(dateCreated, ''),
    day(expires, 'never'),
    day(lastUsed, 'never'),
  ].join('\t');
}
