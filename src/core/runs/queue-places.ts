import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { queuedRuns } from '../../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { Latest } from '../events/latest.ts';

/** The position of a run in the queue. */
export interface QueuePlace {
  /** From 1; as many runs less one come before it. */
  place: number;
  /** Number of waiting runs, itself among them. */
  waiting: number;
}

const found = z.array(z.object({ id: z.number(), place: z.coerce.number(), waiting: z.coerce.number() }));

/**
 * The positions of runs that have not begun, by the number of their run configuration; by modpack, of its first run.
 * Other runs are left out.
 */
export async function findQueuePlaces(
  { db }: { db: Queries },
  runs: { of: 'runConfiguration' | 'modPack'; ids: readonly number[] },
): Promise<Map<number, QueuePlace>> {
  const { runConfigurationId, modPackId } = queuedRuns;
  const column = runs.of === 'modPack' ? modPackId : runConfigurationId;
  const wanted = inArray(column, [...runs.ids]);
  const places = await rows(
    db,
    sql`
      select id, min(place) as place, min(waiting) as waiting
      from (
        select ${column} as id, ${wanted} as wanted, row_number() over (order by turn, run_configuration_id) as place,
          count(*) over () as waiting
        from ${queuedRuns} where state in ('HELD', 'WAITING', 'SENT')
      ) as line
      where wanted
      group by id
    `,
  );
  return new Map(found.parse(places).map(({ id, ...place }) => [id, place]));
}

/** Tells modpacks' places in line while they change. */
export interface QueueBoard {
  /**
   * The position of the modpack's first waiting run, now and on each change; null while none waits. A slow reader
   * skips outdated values.
   */
  follow(modPackId: number): AsyncIterableIterator<QueuePlace | null, undefined>;
  close(): Promise<void>;
}

/** Milliseconds between two looks at the queue while it is followed. */
const lookEveryMs = 1_000;

interface Follower {
  modPackId: number;
  latest: Latest<QueuePlace | null>;
  /** The last value sent, as JSON. */
  told: string | null;
}

/** One look serves all followers on this node; the next look makes up for a failed one. */
export function openQueueBoard({ db }: Pick<Database, 'db'>): QueueBoard {
  const followers = new Set<Follower>();
  let timer: NodeJS.Timeout | null = null;
  const look = async () => {
    const ids = new Set([...followers].map(({ modPackId }) => modPackId));
    const places = await findQueuePlaces({ db }, { of: 'modPack', ids: [...ids] });
    for (const follower of followers) {
      // A follower that joined meanwhile gets a look of its own.
      if (!ids.has(follower.modPackId)) continue;
      const place = places.get(follower.modPackId) ?? null;
      const words = JSON.stringify(place);
      if (words === follower.told) continue;
      follower.told = words;
      follower.latest.put(place);
    }
  };
  const lookAgain = () => {
    timer = null;
    if (followers.size === 0) return;
    void look()
      .catch(() => {})
      .finally(() => {
        timer ??= setTimeout(lookAgain, lookEveryMs).unref();
      });
  };
  return {
    follow(modPackId) {
      const latest = new Latest<QueuePlace | null>(() => followers.delete(follower));
      const follower: Follower = { modPackId, latest, told: null };
      followers.add(follower);
      if (timer !== null) clearTimeout(timer);
      lookAgain();
      return latest;
    },
    async close() {
      for (const { latest } of [...followers]) await latest.return();
    },
  };
}
