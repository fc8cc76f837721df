import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { queuedRuns } from '../../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { openStates, type States } from '../../live/states.ts';

/** The position of a run in the queue. */
export interface QueuePlace {
  /** The run's position, from 1: the number of runs before it, plus 1. */
  place: number;
  /** The number of all waiting runs, including this one. */
  waiting: number;
}

const found = z.array(z.object({ id: z.number(), place: z.coerce.number(), waiting: z.coerce.number() }));

/**
 * The queue positions of runs that have not begun, by run configuration id; or by modpack id, for the modpack's first
 * run. Other runs have no entry.
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
        from ${queuedRuns} where state in ('HELD', 'WAITING')
      ) as line
      where wanted
      group by id
    `,
  );
  return new Map(found.parse(places).map(({ id, ...place }) => [id, place]));
}

/**
 * The positions of modpacks' first waiting runs, by modpack; null while none waits. The queue is read once a second for
 * all followers on this node.
 */
export type QueueBoard = States<QueuePlace | null>;

/** Milliseconds between two reads of the queue while it has followers. */
const pollEveryMs = 1_000;

export function openQueueBoard(database: Database): Promise<QueueBoard> {
  return openStates<QueuePlace | null>(database, {
    async read(ids) {
      const places = await findQueuePlaces(database, { of: 'modPack', ids });
      return new Map(ids.map((id) => [id, places.get(id) ?? null]));
    },
    changes: { everyMs: pollEveryMs },
  });
}
