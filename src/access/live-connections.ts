import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Viewer } from './permissions.ts';
import { findLiveToken, revokedChannel } from './tokens.ts';

/** The token that a connection was opened with; null for anonymous callers. */
export type TokenHolder = Pick<Viewer, 'tokenId' | 'expires'>;

/** The connections that are open for callers with tokens; each ends with what it was opened with. */
export interface LiveConnections extends AsyncDisposable {
  /** Calls `end` once when the holder's token is revoked or runs out, unless the answer was called before. */
  hold(holder: TokenHolder, end: () => void): () => void;
}

/** The longest a timer can wait, in milliseconds; what ends later is looked at again then. */
const longestTimer = 2 ** 31 - 1;

/** Milliseconds after which revoked tokens are looked for again when that has failed. */
const lookAgainMs = 1_000;

/** Starts to listen for revoked tokens. */
export async function openLiveConnections({
  database,
  log,
}: {
  database: Database;
  log: Logger;
}): Promise<LiveConnections> {
  const held = new Set<{ tokenId: number | null; end: () => void }>();
  // A token may be revoked just between its being looked up and its connection being held.
  const revoked = new Set<number>();
  const endAll = (tokenId: number) => {
    revoked.add(tokenId);
    for (const one of held) if (one.tokenId === tokenId) one.end();
  };
  const stopped = new AbortController();
  const lookAgain = async () => {
    let isTold = false;
    while (!stopped.signal.aborted) {
      try {
        for (const tokenId of new Set([...held].map((one) => one.tokenId))) {
          if (tokenId !== null && (await findLiveToken(database, tokenId)) === null) endAll(tokenId);
        }
        return;
      } catch (error) {
        if (!isTold) log.error({ err: error }, 'cannot look for revoked tokens; trying until it works');
        isTold = true;
        await sleep(lookAgainMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      }
    }
  };
  const unlisten = await database.listen(
    revokedChannel,
    (payload) => endAll(Number(payload)),
    // A revocation may have been announced while the listener was disconnected.
    lookAgain,
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
    [Symbol.asyncDispose]() {
      stopped.abort();
      return unlisten();
    },
  };
}
