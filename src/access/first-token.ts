import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { tokens } from '../../drizzle/schema.ts';
import type { Database, Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { makeToken } from './tokens.ts';

/** Milliseconds that the link to the first operator's token works. */
export const firstTokenMs = 3_600_000;

/** The way to an operator's token where nobody has one: a secret that only who starts the service sees, good for one. */
export interface FirstToken {
  /** To be shown at the terminal alone; null where there is no such way. */
  secret: string | null;
  /** Makes an operator's token for who knows the secret. Fails with FORBIDDEN or INVALID_INPUT. */
  make(secret: string, name: string): Promise<string>;
}

/**
 * Offers a way to the first operator's token, unless somebody has one. Only a hash of the secret stays in memory once it was
 * shown, and no other process learns of it.
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
      // Two at once, on this node or on several that were started together, make one token.
      return database.exclusively('first-operator', async (held) => {
        const { text } = await held.transaction(async (tx) => {
          // A link that somebody has seen in vain stays worthless, also when that operator's token is revoked.
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

/** The same for whoever asks and whatever is wrong, so that strangers learn nothing. */
function refused(): AppError {
  return new AppError(
    'FORBIDDEN',
    'This link does not make a token, or no longer. Start the service at a terminal for another, or use "npm run token".',
  );
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
