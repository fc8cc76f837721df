import type { Logger } from 'pino';
import type { Viewer } from '../access/permissions.ts';
import { findLiveToken, revokedChannel } from '../access/tokens.ts';
import type { Database } from '../database/database.ts';
import { workWhenWoken } from '../jobs/work-when-woken.ts';

/** The token of a connection; null for anonymous callers. */
export type TokenHolder = Pick<Viewer, 'tokenId' | 'expires'>;

/** The open connections of callers with tokens; each ends when its token does. */
export interface LiveConnections extends AsyncDisposable {
  /** Calls `end` once when the holder's token is revoked or expires; the returned function cancels that. */
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
  const held = new Set<{ tokenId: number | null; end: () => void }>();
  // A token may be revoked between its authentication and the registration of its connection.
  const revoked = new Set<number>();
  const endAll = (tokenId: number) => {
    revoked.add(tokenId);
    for (const one of held) if (one.tokenId === tokenId) one.end();
  };
  let failing = false;
  const queryRevoked = workWhenWoken(
    async () => {
      for (const tokenId of new Set([...held].map((one) => one.tokenId))) {
        if (tokenId !== null && (await findLiveToken(database, tokenId)) === null) endAll(tokenId);
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
    (payload) => endAll(Number(payload)),
    // A revocation may have been announced while the listener was disconnected.
    queryRevoked.wake,
  );
  return {
    hold({ tokenId, expires }, end) {
      if (tokenId !== null && revoked.has(tokenId)) {
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
      const one = { tokenId, end: endOnce };
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
