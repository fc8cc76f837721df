import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { sessions, tokens } from '../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { ownerOf } from './caller.ts';
import type { Viewer } from './permissions.ts';
import { isLive, recordUse, revokedChannel, type Token } from './tokens.ts';

type SessionRow = Omit<typeof sessions.$inferSelect, 'hash'>;

/** A session in lists; only its browser knows the secret. */
export interface Session {
  id: number;
  /** The name of the token, or the subject of the issuer. */
  name: string;
  userAgent: string;
  dateCreated: Date;
  lastUsed: Date;
  expires: Date;
}

const dayMs = 86_400_000;
/** A token's session ends so long after its last use. */
export const sessionMs = 30 * dayMs;
/** A session of the issuer ends so long after sign-in: only another sign-in asks the issuer for the rights again. */
export const issuerSessionMs = 7 * dayMs;
/** Most sessions of a token or a subject; a further one ends the one that was not used for longest. */
const mostSessions = 100;
const lastUsedEveryMs = 3_600_000;
const longestUserAgent = 300;

type Holder = Pick<Viewer, 'tokenId' | 'kind' | 'name'>;

const { hash: _hash, ...columns } = getTableColumns(sessions);
const { hash: _hashOfToken, ...tokenColumns } = getTableColumns(tokens);
const listed = {
  id: sessions.id,
  name: sql<string>`coalesce(${tokens.name}, ${sessions.subject})`,
  userAgent: sessions.userAgent,
  dateCreated: sessions.dateCreated,
  lastUsed: sessions.lastUsed,
  expires: sessions.expires,
};

/** The name of a session on the channel of revocations, where tokens are named by their number alone. */
export const nameOfSession = (id: number) => `session ${id}`;

/** The number in such a name; null for a token's. */
export function numberOfSession(name: string): number | null {
  const [, id] = /^session (\d+)$/.exec(name) ?? [];
  return id === undefined ? null : Number(id);
}

/**
 * Signs a browser in as this caller, in the place of its session before, and returns the secret: 256 random bits, of
 * which only the hash is stored.
 */
export async function makeSession(
  { db }: Pick<Database, 'db'>,
  viewer: Holder & Pick<Viewer, 'proof'>,
  { userAgent, before }: { userAgent: string; before: string | null },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const { proof } = viewer;
  const expires = new Date(Date.now() + (proof === null ? sessionMs : issuerSessionMs));
  await db.transaction(async (tx) => {
    if (before !== null) await end(tx, eq(sessions.hash, hashOf(before)));
    await tx.insert(sessions).values({
      hash: hashOf(secret),
      ...ownerOf(viewer),
      proof: proof && { ...proof, key: null, expires: expires.getTime() },
      userAgent: userAgent.slice(0, longestUserAgent),
      expires,
    });
    const surplus = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(isOf(viewer))
      .orderBy(desc(sessions.lastUsed), desc(sessions.id))
      .offset(mostSessions);
    await end(tx, inArray(sessions.id, surplus));
  });
  return secret;
}

/** The valid session with this secret, and its token if it is a token's; else null. */
export async function verifySession(
  { db }: Pick<Database, 'db'>,
  secret: string,
): Promise<{ session: SessionRow; token: Token | null } | null> {
  const [row] = await db
    .select({ session: columns, token: tokenColumns })
    .from(sessions)
    .leftJoin(tokens, eq(tokens.id, sessions.tokenId))
    .where(and(eq(sessions.hash, hashOf(secret)), gt(sessions.expires, new Date())));
  if (!row || (row.token && !isLive(row.token))) return null;
  if (row.token) await recordUse(db, row.token);
  if (Date.now() - row.session.lastUsed.getTime() >= lastUsedEveryMs) {
    const used = new Date();
    const expires = row.token ? new Date(used.getTime() + sessionMs) : row.session.expires;
    // A read-only database must not stop reads.
    await db
      .update(sessions)
      .set({ lastUsed: used, expires })
      .where(eq(sessions.id, row.session.id))
      .catch(() => undefined);
  }
  return row;
}

/** The sessions of a token or a subject that were used last, or of all for null, the last first. */
export function listSessions(
  { db }: { db: Queries },
  holder: Holder | null,
  most: number,
): Promise<Session[]> {
  return db
    .select(listed)
    .from(sessions)
    .leftJoin(tokens, eq(tokens.id, sessions.tokenId))
    .where(and(gt(sessions.expires, new Date()), holder === null ? undefined : isOf(holder)))
    .orderBy(desc(sessions.lastUsed), desc(sessions.id))
    .limit(most);
}

/** Ends a session at once, on all nodes and on open connections: one of this holder, or any for null. */
export async function endSession(
  { db }: Pick<Database, 'db'>,
  id: number,
  holder: Holder | null,
): Promise<void> {
  const which = eq(sessions.id, id);
  const ended = await db.transaction((tx) =>
    end(tx, holder === null ? which : sql`${which} and ${isOf(holder)}`),
  );
  if (ended === 0) throw new AppError('NOT_FOUND', `There is no session ${id}, or it is of somebody else.`);
}

/** Ends the session with this secret, if there is one. */
export async function signOut({ db }: Pick<Database, 'db'>, secret: string): Promise<void> {
  await db.transaction((tx) => end(tx, eq(sessions.hash, hashOf(secret))));
}

/** Whether a session has neither ended nor expired. */
export async function isLiveSession({ db }: Pick<Database, 'db'>, id: number): Promise<boolean> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expires, new Date())));
  return found.length > 0;
}

/** Notified in the transaction that deletes: if the node died in between, others would keep the connections open. */
async function end(tx: Queries, which: SQL): Promise<number> {
  const ended = await tx.delete(sessions).where(which).returning({ id: sessions.id });
  for (const { id } of ended) await rows(tx, sql`select pg_notify(${revokedChannel}, ${nameOfSession(id)})`);
  return ended.length;
}

/** The sessions of this caller; none for a caller without a token. */
function isOf(holder: Holder): SQL {
  const { tokenId, subject } = ownerOf(holder);
  if (tokenId !== null) return eq(sessions.tokenId, tokenId);
  return subject === null ? sql`false` : eq(sessions.subject, subject);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
