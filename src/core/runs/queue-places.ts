import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { queuedRuns } from '../../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { Latest } from '../events/latest.ts';

/** Where a run stands in line. */
export interface QueuePlace {
  /** From 1; as many runs less one come before it. */
  place: number;
  /** How many runs wait for their turn, itself among them. */
  waiting: number;
}

const found = z.array(z.object({ id: z.number(), place: z.coerce.number(), waiting: z.coerce.number() }));

/**
 * The places of runs that no worker has begun with, by the number of their run configuration; by modpack, of the first run
 * of each. Who has none is left out.
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
   * The place of the modpack's first run that waits, now and each time it changes; null while none waits. A slow reader
   * skips what is out of date.
   */
  follow(modPackId: number): AsyncIterableIterator<QueuePlace | null, undefined>;
  close(): Promise<void>;
}

/** Between two looks at the line while somebody follows it, in milliseconds. */
const lookEveryMs = 1_000;

interface Follower {
  modPackId: number;
  latest: Latest<QueuePlace | null>;
  /** What it was last told, as JSON. */
  told: string | null;
}

/** One look, for all that are followed on this node; one that fails is made up for by the next. */
export function openQueueBoard({ db }: Pick<Database, 'db'>): QueueBoard {
  const followers = new Set<Follower>();
  let timer: NodeJS.Timeout | null = null;
  const look = async () => {
    const ids = new Set([...followers].map(({ modPackId }) => modPackId));
    const places = await findQueuePlaces({ db }, { of: 'modPack', ids: [...ids] });
    for (const follower of followers) {
      // Who came meanwhile has a look of its own.
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
