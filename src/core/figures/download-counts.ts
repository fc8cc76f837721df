import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { downloads, modPacks, serverPacks } from '../../../drizzle/schema.ts';
import { untilUndisturbed } from '../../database/conflicts.ts';
import { type Queries, rows } from '../../database/database.ts';

/** The number of a downloaded pack. */
export type Downloaded = { modPackId: number } | { serverPackId: number };

/**
 * Counts downloads that begin at the first byte. Downloads during a write are counted together in the next statement,
 * so a popular pack causes no queue. Failed writes are retried; downloads of a pack that has been deleted are not
 * counted.
 */
export interface DownloadCounts {
  /** Resolves once it is written down, however long that takes, or at once where too many wait already; never fails. */
  count(downloaded: Downloaded): Promise<void>;
  /**
   * Counts a pack once a day at most: for clients that take it file by file, or have it and ask whether it is still so. A pack in
   * use must not seem unused.
   */
  countDaily(downloaded: Downloaded): void;
  /** Writes the remaining counts within the given milliseconds. */
  close(patienceMs: number): Promise<void>;
}

/** Before what the database did not take is tried again, in milliseconds: the first time, and at most, however often. */
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

/** Most downloads of one statement. */
const mostAtOnce = 1_000;
/**
 * Most counts waiting for a database that takes no writes: a disk may stay full for days, and further downloads are
 * not counted.
 */
const mostWaiting = 50_000;

interface Counted {
  downloaded: Downloaded;
  at: Date;
  /** The number of its row: written down twice, it is there once. */
  id: number | null;
  done: () => void;
}

export function openDownloadCounts(
  { db, log }: { db: Queries; log: Logger },
  most: number = mostWaiting,
): DownloadCounts {
  const waiting: Counted[] = [];
  const patience = new AbortController();
  const countedToday = new Set<string>();
  let today = '';
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    let pauseMs = shortestPauseMs;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      try {
        await untilUndisturbed(() => writeDown(db, batch));
        for (const { done } of waiting.splice(0, batch.length)) done();
        pauseMs = shortestPauseMs;
      } catch (error) {
        if (patience.signal.aborted) break;
        log.warn({ err: error, downloads: waiting.length }, 'downloads are counted later');
        await sleep(pauseMs, undefined, { signal: patience.signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
    writing = null;
  }

  function count(downloaded: Downloaded): Promise<void> {
    if (waiting.length >= most) {
      log.debug({ downloads: waiting.length }, 'a download is not counted, since too many wait');
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ downloaded, at: new Date(), id: null, done: resolve });
    writing ??= writeAll();
    return promise;
  }

  return {
    count,
    countDaily(downloaded) {
      const day = new Date().toISOString().slice(0, 10);
      if (day !== today) countedToday.clear();
      today = day;
      const pack = JSON.stringify(downloaded);
      if (countedToday.has(pack)) return;
      countedToday.add(pack);
      void count(downloaded);
    },
    async close(patienceMs) {
      const late = setTimeout(() => patience.abort(), patienceMs);
      await writing;
      clearTimeout(late);
      if (waiting.length > 0) log.error({ downloads: waiting.length }, 'downloads could not be counted');
    },
  };
}

const drawn = z.array(z.object({ id: z.coerce.number() }));

/** One atomic statement, which is idempotent. */
async function writeDown(db: Queries, batch: readonly Counted[]): Promise<void> {
  const unnumbered = batch.filter(({ id }) => id === null);
  if (unnumbered.length > 0) {
    const sequence = sql`pg_get_serial_sequence('downloads', 'id')`;
    const ids = await rows(
      db,
      sql`select nextval(${sequence}) as id from generate_series(1, ${unnumbered.length}::integer)`,
    );
    drawn.parse(ids).forEach(({ id }, index) => {
      const counted = unnumbered[index];
      if (counted) counted.id = id;
    });
  }
  const asked = JSON.stringify(
    batch.map(({ downloaded, at, id }) => ({
      id,
      at,
      mod_pack_id: 'modPackId' in downloaded ? downloaded.modPackId : null,
      server_pack_id: 'serverPackId' in downloaded ? downloaded.serverPackId : null,
    })),
  );
  await db.execute(sql`
    with asked as (
      select * from json_to_recordset(${asked}::text::json)
        as asked (id integer, at timestamptz, mod_pack_id integer, server_pack_id integer)
    ), written as (
      insert into ${downloads} (id, mod_pack_id, server_pack_id, date_created)
      overriding system value
      select id, mod_pack_id, server_pack_id, at from asked
      where exists (select from ${modPacks} where id = asked.mod_pack_id)
        or exists (select from ${serverPacks} where id = asked.server_pack_id)
      on conflict (id) do nothing
      returning server_pack_id
    )
    update ${serverPacks} set downloads = least(2147483647, ${serverPacks.downloads}::bigint + more.downloads)::integer
    from (select server_pack_id as id, count(*) as downloads from written group by 1) as more
    where ${serverPacks.id} = more.id
  `);
}
