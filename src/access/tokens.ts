import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Role, sessions, tokens } from '../../drizzle/schema.ts';
import { isOneOf } from '../core/lists/pages.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { AppError } from '../errors.ts';

/** A token in lists; only its holder knows the secret. */
export type Token = Omit<typeof tokens.$inferSelect, 'hash'>;

const { hash: _hash, ...columns } = getTableColumns(tokens);

/** The allowed names of a token. */
export const tokenName = z.string().regex(/^[\w.-]{1,64}$/);

/** Bytes that a token may keep stored. */
export const tokenQuota = z.int().positive();

export interface NewToken {
  name: string;
  role: Role;
  voter: boolean;
  /** Bytes; null means no limit. */
  quota: number | null;
  expires: Date | null;
}

/** The channel on which all nodes receive the ids of revoked tokens, and the names of ended sessions. */
export const revokedChannel = 'tokens_revoked';

const form = /^sps_([1-9]\d{0,9})_([\w-]{43})$/;
const maxId = 2_147_483_647;
const lastUsedEveryMs = 60_000;

/** Distinguishes our bearer tokens from JSON web tokens by their form. */
export function isOurs(text: string): boolean {
  return text.startsWith('sps_');
}

/** Creates a token and returns its text for the holder. Fails with INVALID_INPUT when the name is taken. */
export async function createToken(database: Pick<Database, 'db'>, token: NewToken): Promise<string> {
  return (await makeToken(database, token)).text;
}

/** Creates a token of 256 random bits, of which only the hash is stored; returns it with its row. */
export async function makeToken(
  { db }: Pick<Database, 'db'>,
  token: NewToken,
): Promise<{ text: string; token: Token }> {
  const secret = randomBytes(32).toString('base64url');
  const [row] = await db
    .insert(tokens)
    .values({ ...token, hash: hashOf(secret).toString('hex') })
    .onConflictDoNothing()
    .returning(columns);
  if (!row) {
    throw new AppError('INVALID_INPUT', `There is a token named ${JSON.stringify(token.name)} already.`, {
      field: 'name',
    });
  }
  return { text: `sps_${row.id}_${secret}`, token: row };
}

/** All tokens that were not revoked, oldest first. */
export function listTokens({ db }: { db: Queries }): Promise<Token[]> {
  return db.select(columns).from(tokens).where(isNull(tokens.revoked)).orderBy(asc(tokens.id));
}

/** The newest tokens that were not revoked, oldest first. */
export async function listNewestTokens({ db }: { db: Queries }, most: number): Promise<Token[]> {
  const found = await db
    .select(columns)
    .from(tokens)
    .where(isNull(tokens.revoked))
    .orderBy(desc(tokens.id))
    .limit(most);
  return found.reverse();
}

/** The tokens with these ids that were not revoked, in no particular order. */
export function findTokens({ db }: { db: Queries }, ids: readonly number[]): Promise<Token[]> {
  return db
    .select(columns)
    .from(tokens)
    .where(and(isOneOf(tokens.id, ids), isNull(tokens.revoked)));
}

/** Changes how many bytes a token may keep stored; null means no limit. Fails with NOT_FOUND. */
export async function updateToken(
  { db }: Pick<Database, 'db'>,
  id: number,
  quota: number | null,
): Promise<Token> {
  const [token] = await db
    .update(tokens)
    .set({ quota })
    .where(and(eq(tokens.id, id), isNull(tokens.revoked)))
    .returning(columns);
  if (!token) throw new AppError('NOT_FOUND', `There is no token ${id}.`);
  return token;
}

/** Makes a token invalid at once, on all nodes and on open connections. Fails with NOT_FOUND. */
export async function revokeToken(database: Pick<Database, 'db'>, name: string): Promise<void> {
  const revoked = await revoke(database, eq(tokens.name, name));
  if (!revoked) throw new AppError('NOT_FOUND', `There is no token named ${JSON.stringify(name)}.`);
}

/** Revokes a token by its id; returns the row from before. */
export async function revokeTokenById(database: Pick<Database, 'db'>, id: number): Promise<Token> {
  const revoked = await revoke(database, eq(tokens.id, id));
  if (!revoked) throw new AppError('NOT_FOUND', `There is no token ${id}.`);
  return revoked;
}

function revoke({ db }: Pick<Database, 'db'>, which: SQL): Promise<Token | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(tokens)
      .set({ revoked: new Date() })
      .where(and(which, isNull(tokens.revoked)))
      .returning(columns);
    if (!row) return null;
    await tx.delete(sessions).where(eq(sessions.tokenId, row.id));
    // Notified in the same transaction: if the node died in between, other nodes would keep connections of the token
    // open.
    await rows(tx, sql`select pg_notify(${revokedChannel}, ${String(row.id)})`);
    return row;
  });
}

/** Whether a token is neither revoked nor expired. */
export function isLive(token: Pick<Token, 'revoked' | 'expires'>): boolean {
  return token.revoked === null && (token.expires === null || token.expires > new Date());
}

/** The token with this id if it is valid now, else null. */
export async function findLiveToken({ db }: Pick<Database, 'db'>, id: number): Promise<Token | null> {
  const [row] = await db.select().from(tokens).where(eq(tokens.id, id));
  if (!row || !isLive(row)) return null;
  const { hash: _hash, ...token } = row;
  return token;
}

/** The token of a bearer text, read from the database each time so that a revoked one never passes; else null. */
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

/** Notes that a token was used, to the minute. */
export async function recordUse(db: Database['db'], { id, lastUsed }: Token): Promise<void> {
  if (lastUsed !== null && Date.now() - lastUsed.getTime() < lastUsedEveryMs) return;
  // A read-only database must not stop reads.
  await db
    .update(tokens)
    .set({ lastUsed: new Date() })
    .where(eq(tokens.id, id))
    .catch(() => undefined);
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
