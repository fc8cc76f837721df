import type { Logger } from 'pino';
import type { Viewer } from '../access/permissions.ts';
import { isLiveSession, nameOfSession, numberOfSession } from '../access/sessions.ts';
import { findLiveToken, revokedChannel } from '../access/tokens.ts';
import type { Database } from '../database/database.ts';
import { workWhenWoken } from '../jobs/work-when-woken.ts';

/** The token of a connection, and its session if it has one; null for anonymous callers. */
export type TokenHolder = Pick<Viewer, 'tokenId' | 'expires'> & Partial<Pick<Viewer, 'sessionId'>>;

/** The open connections of callers with tokens; each ends when its token or session does. */
export interface LiveConnections extends AsyncDisposable {
  /** Calls `end` once when the holder's token or session is revoked or expires; the returned function cancels that. */
  hold(holder: TokenHolder, end: () => void): () => void;
}

/** The longest delay of a timer, in milliseconds; for a later expiry, the timer is set again. */
const longestTimer = 2 ** 31 - 1;

/** Milliseconds after which a failed query for revoked tokens is repeated. */
const retryMs = 1_000;

/** Subscribes to revocations of tokens. */
export async function openLiveConnections({
  database,
  log,
}: {
  database: Database;
  log: Logger;
}): Promise<LiveConnections> {
  const held = new Set<{ names: readonly string[]; end: () => void }>();
  // A token may be revoked between its authentication and the registration of its connection.
  const revoked = new Set<string>();
  const endAll = (name: string) => {
    revoked.add(name);
    for (const one of held) if (one.names.includes(name)) one.end();
  };
  let failing = false;
  const queryRevoked = workWhenWoken(
    async () => {
      for (const name of new Set([...held].flatMap(({ names }) => names))) {
        if (!(await isInForce(database, name))) endAll(name);
      }
      failing = false;
    },
    (error) => {
      if (!failing) log.error({ err: error }, 'cannot look for revoked tokens; trying until it works');
      failing = true;
      setTimeout(queryRevoked.wake, retryMs).unref();
    },
  );
  const unlisten = await database.listen(
    revokedChannel,
    endAll,
    // A revocation may have been announced while the listener was disconnected.
    queryRevoked.wake,
  );
  return {
    hold(holder, end) {
      const { expires } = holder;
      const names = namesOf(holder);
      if (names.some((name) => revoked.has(name))) {
        end();
        return () => {};
      }
      let timer: NodeJS.Timeout | undefined;
      const release = () => {
        clearTimeout(timer);
        held.delete(one);
      };
      const endOnce = () => {
        release();
        end();
      };
      const one = { names, end: endOnce };
      held.add(one);
      const wait = (until: number) => {
        const left = until - Date.now();
        timer = setTimeout(
          left > longestTimer ? () => wait(until) : endOnce,
          Math.min(left, longestTimer),
        ).unref();
      };
      if (expires) wait(expires.getTime());
      return release;
    },
    async [Symbol.asyncDispose]() {
      await unlisten();
      await queryRevoked.close();
    },
  };
}

/** A token and a session as the channel of revocations names them. */
function namesOf({ tokenId, sessionId = null }: TokenHolder): string[] {
  const token = tokenId === null ? [] : [String(tokenId)];
  return sessionId === null ? token : [...token, nameOfSession(sessionId)];
}

async function isInForce(database: Database, name: string): Promise<boolean> {
  const session = numberOfSession(name);
  return session === null
    ? (await findLiveToken(database, Number(name))) !== null
    : isLiveSession(database, session);
}
