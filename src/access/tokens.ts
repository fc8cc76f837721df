import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Role, tokens } from '../../drizzle/schema.ts';
import { type Database, rows } from '../database/database.ts';
import { AppError } from '../errors.ts';

/** A token as it is listed; the secret is known to its holder alone. */
export type Token = Omit<typeof tokens.$inferSelect, 'hash'>;

export interface NewToken {
  name: string;
  role: Role;
  voter: boolean;
  /** Bytes; null means no limit. */
  quota: number | null;
  expires: Date | null;
}

/** The channel on which the ids of revoked tokens are told to all nodes. */
export const revokedChannel = 'tokens_revoked';

const form = /^sps_([1-9]\d{0,9})_([\w-]{43})$/;
const maxId = 2_147_483_647;
const lastUsedEveryMs = 60_000;

/** Tells our bearer tokens from JSON web tokens by their form. */
export function isOurs(text: string): boolean {
  return text.startsWith('sps_');
}

/** Makes a token: 256 random bits, of which only the hash is kept. Fails with INVALID_INPUT when the name is taken. */
export async function createToken({ db }: Pick<Database, 'db'>, token: NewToken): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const [row] = await db
    .insert(tokens)
    .values({ ...token, hash: hashOf(secret).toString('hex') })
    .onConflictDoNothing()
    .returning({ id: tokens.id });
  if (!row) {
    throw new AppError('INVALID_INPUT', `There is a token named ${JSON.stringify(token.name)} already.`, {
      field: 'name',
    });
  }
  return `sps_${row.id}_${secret}`;
}

/** All tokens that were not revoked, oldest first. */
export async function listTokens({ db }: Pick<Database, 'db'>): Promise<Token[]> {
  const found = await db.select().from(tokens).where(isNull(tokens.revoked)).orderBy(asc(tokens.id));
  return found.map(({ hash: _hash, ...token }) => token);
}

/** Makes a token worthless at once, on all nodes and on open connections. Fails with NOT_FOUND. */
export async function revokeToken({ db }: Pick<Database, 'db'>, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(tokens)
      .set({ revoked: new Date() })
      .where(and(eq(tokens.name, name), isNull(tokens.revoked)))
      .returning({ id: tokens.id });
    if (!row) throw new AppError('NOT_FOUND', `There is no token named ${JSON.stringify(name)}.`);
    // Notified in the same transaction: a node that died in between would leave connections open that no later
    // revocation ends.
    await rows(tx, sql`select pg_notify(${revokedChannel}, ${String(row.id)})`);
  });
}

/** Whether a token is neither revoked nor past its end. */
export function isLive(token: Pick<Token, 'revoked' | 'expires'>): boolean {
  return token.revoked === null && (token.expires === null || token.expires > new Date());
}

/** The token with this id if it can be used now, else null. */
export async function findLiveToken({ db }: Pick<Database, 'db'>, id: number): Promise<Token | null> {
  const [row] = await db.select().from(tokens).where(eq(tokens.id, id));
  if (!row || !isLive(row)) return null;
  const { hash: _hash, ...token } = row;
  return token;
}

/** The token behind a bearer text, asked of the database each time so that a revoked one never passes; else null. */
export async function verifyToken({ db }: Pick<Database, 'db'>, text: string): Promise<Token | null> {
  const [, id, secret] = form.exec(text) ?? [];
  if (secret === undefined || Number(id) > maxId) return null;
  const [row] = await db
    .select()
    .from(tokens)
    .where(eq(tokens.id, Number(id)));
  if (!row) return null;
  const isRight = timingSafeEqual(hashOf(secret), Buffer.from(row.hash, 'hex'));
  if (!isRight || !isLive(row)) return null;
  const { hash: _hash, ...token } = row;
  await recordUse(db, token);
  return token;
}

async function recordUse(db: Database['db'], { id, lastUsed }: Token): Promise<void> {
  if (lastUsed !== null && Date.now() - lastUsed.getTime() < lastUsedEveryMs) return;
  // A database that cannot be written to does not stop reads.
  await db
    .update(tokens)
    .set({ lastUsed: new Date() })
    .where(eq(tokens.id, id))
    .catch(() => undefined);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
