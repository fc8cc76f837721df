import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { tokens } from '../../drizzle/schema.ts';
import type { Database, Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { makeToken } from './tokens.ts';

/** Milliseconds for which the link to the first operator's token works. */
export const firstTokenMs = 3_600_000;

/** The way to an operator's token while there is none: a secret shown only where the service is started, valid once. */
export interface FirstToken {
  /** Shown at the terminal only; null where the way is not offered. */
  secret: string | null;
  /** Creates an operator's token with the secret. Fails with FORBIDDEN or INVALID_INPUT. */
  make(secret: string, name: string): Promise<string>;
}

/**
 * Offers a way to the first operator's token, unless there is one. After the secret was shown, only its hash stays in
 * memory, and no other process knows it.
 */
export async function openFirstToken(
  database: Pick<Database, 'db' | 'exclusively'>,
  { isOffered, lifetimeMs = firstTokenMs }: { isOffered: boolean; lifetimeMs?: number },
): Promise<FirstToken> {
  if (!isOffered || (await hasOperator(database.db))) {
    return {
      secret: null,
      async make() {
        throw refused();
      },
    };
  }
  const secret = randomBytes(32).toString('base64url');
  const hash = hashOf(secret);
  const ends = performance.now() + lifetimeMs;
  let isSpent = false;
  return {
    secret,
    async make(given, name) {
      if (!timingSafeEqual(hashOf(given), hash) || isSpent || performance.now() >= ends) throw refused();
      // Two requests at once, on one or several nodes, create one token only.
      return database.exclusively('first-operator', async (held) => {
        const { text } = await held.transaction(async (tx) => {
          // Once a request has found an operator's token, the link stays invalid, even if that token is revoked.
          isSpent ||= await hasOperator(tx);
          if (isSpent) throw refused();
          const token = { name, role: 'operator', voter: false, quota: null, expires: null } as const;
          return makeToken({ db: tx }, token);
        });
        isSpent = true;
        return text;
      });
    },
  };
}

async function hasOperator(db: Queries): Promise<boolean> {
  const found = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(
      and(
        eq(tokens.role, 'operator'),
        isNull(tokens.revoked),
        or(isNull(tokens.expires), gt(tokens.expires, new Date())),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The same error for every caller and every reason, so that it reveals nothing. */
function refused(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This link does not make a token, or no longer. Start the service at a terminal for another, or use "npm run token".',
  );
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
