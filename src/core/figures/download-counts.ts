import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { downloads, modPacks, modPackTotals, serverPacks } from '../../../drizzle/schema.ts';
import { untilUndisturbed } from '../../database/conflicts.ts';
import { type Queries, rows } from '../../database/database.ts';

/** The number of a downloaded pack. */
export type Downloaded = { modPackId: number } | { serverPackId: number };

/**
 * Counts downloads that begin at the first byte, and records when a modpack was last used. Downloads during a write are
 * counted together in the next statement, so a popular pack causes no queue. Failed writes are retried; downloads of a
 * deleted pack are not counted.
 */
export interface DownloadCounts {
  /**
   * Resolves once the download is written, however long that takes, or at once where too many wait already; never
   * fails.
   */
  count(downloaded: Downloaded): Promise<void>;
  /** Counts a pack at most once a day: for clients that download it file by file. */
  countDaily(downloaded: Downloaded): void;
  /** Records that a pack is in use, for a server that has it and checks for updates. */
  use(downloaded: Downloaded): void;
  /** Writes the remaining counts within the given milliseconds. */
  close(patienceMs: number): Promise<void>;
}

/** The shortest and the longest pause before a failed write is retried, in milliseconds. */
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

/** Most downloads of one statement. */
const mostAtOnce = 1_000;
/**
 * Most waiting counts while the database accepts no writes: a disk may stay full for days; further downloads are not
 * counted.
 */
const mostWaiting = 50_000;

interface Counted {
  downloaded: Downloaded;
  /** False for a use without a download. */
  isDownload: boolean;
  at: Date;
  /** The id of the row, so that a repeated write inserts it once. */
  id: number | null;
  done: () => void;
}

export function openDownloadCounts(
  { db, log }: { db: Queries; log: Logger },
  most: number = mostWaiting,
): DownloadCounts {
  const waiting: Counted[] = [];
  const patience = new AbortController();
  const oncePerDay = createOnce('2000-01-01'.length);
  const oncePerHour = createOnce('2000-01-01T00'.length);
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

  function add(downloaded: Downloaded, isDownload: boolean): Promise<void> {
    if (waiting.length >= most) {
      log.debug({ downloads: waiting.length }, 'a download is not counted, since too many wait');
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ downloaded, isDownload, at: new Date(), id: null, done: resolve });
    writing ??= writeAll();
    return promise;
  }

  function use(downloaded: Downloaded): void {
    if (oncePerHour(downloaded)) void add(downloaded, false);
  }

  async function count(downloaded: Downloaded): Promise<void> {
    use(downloaded);
    await add(downloaded, true);
  }

  return {
    count,
    countDaily(downloaded) {
      use(downloaded);
      if (oncePerDay(downloaded)) void add(downloaded, true);
    },
    use,
    async close(patienceMs) {
      const late = setTimeout(() => patience.abort(), patienceMs);
      await writing;
      clearTimeout(late);
      if (waiting.length > 0) log.error({ downloads: waiting.length }, 'downloads could not be counted');
    },
  };
}

/** A check that is true once per pack and period; the period is an ISO time cut to this many characters. */
function createOnce(characters: number): (downloaded: Downloaded) => boolean {
  const seen = new Set<string>();
  let period = '';
  return (downloaded) => {
    const now = new Date().toISOString().slice(0, characters);
    if (now !== period) seen.clear();
    period = now;
    const pack = JSON.stringify(downloaded);
    if (seen.has(pack)) return false;
    seen.add(pack);
    return true;
  };
}

const drawn = z.array(z.object({ id: z.coerce.number() }));

/** Each statement is atomic and idempotent. */
async function writeDown(db: Queries, batch: readonly Counted[]): Promise<void> {
  const uses = batch.filter(({ isDownload }) => !isDownload);
  if (uses.length > 0) await writeUses(db, uses);
  const counts = batch.filter(({ isDownload }) => isDownload);
  if (counts.length > 0) await writeCounts(db, counts);
}

function toRows(batch: readonly Counted[]): string {
  return JSON.stringify(
    batch.map(({ downloaded, at, id }) => ({
      id,
      at,
      mod_pack_id: 'modPackId' in downloaded ? downloaded.modPackId : null,
      server_pack_id: 'serverPackId' in downloaded ? downloaded.serverPackId : null,
    })),
  );
}

async function writeUses(db: Queries, batch: readonly Counted[]): Promise<void> {
  await db.execute(sql`
    update ${modPackTotals} set used = greatest(used, last.at)
    from (
      select coalesce(given.mod_pack_id, ${serverPacks.modPackId}) as id, max(given.at) as at
      from json_to_recordset(${toRows(batch)}::text::json)
        as given (at timestamptz, mod_pack_id integer, server_pack_id integer)
      left join ${serverPacks} on ${serverPacks.id} = given.server_pack_id
      group by 1
    ) as last
    where ${modPackTotals.modPackId} = last.id
  `);
}

async function writeCounts(db: Queries, batch: readonly Counted[]): Promise<void> {
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
  await db.execute(sql`
    with given as (
      select * from json_to_recordset(${toRows(batch)}::text::json)
        as given (id integer, at timestamptz, mod_pack_id integer, server_pack_id integer)
    ), written as (
      insert into ${downloads} (id, mod_pack_id, server_pack_id, date_created)
      overriding system value
      select id, mod_pack_id, server_pack_id, at from given
      where exists (select from ${modPacks} where id = given.mod_pack_id)
        or exists (select from ${serverPacks} where id = given.server_pack_id)
      on conflict (id) do nothing
      returning server_pack_id
    )
    update ${serverPacks} set downloads = least(2147483647, ${serverPacks.downloads}::bigint + more.downloads)::integer
    from (select server_pack_id as id, count(*) as downloads from written group by 1) as more
    where ${serverPacks.id} = more.id
  `);
}
