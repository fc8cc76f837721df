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

/** The queue positions of these runs, by run configuration; runs that have begun have no entry. */
export async function findQueuePlaces(
  { db }: { db: Queries },
  ids: readonly number[],
): Promise<Map<number, QueuePlace>> {
  const { runConfigurationId } = queuedRuns;
  const wanted = inArray(runConfigurationId, [...ids]);
  const places = await rows(
    db,
    sql`
      select id, place, waiting
      from (
        select ${runConfigurationId} as id, ${wanted} as wanted,
          row_number() over (order by turn, run_configuration_id) as place, count(*) over () as waiting
        from ${queuedRuns} where state in ('HELD', 'WAITING')
      ) as line
      where wanted
    `,
  );
  return new Map(found.parse(places).map(({ id, ...place }) => [id, place]));
}

/** A run, and its position while it is in the queue. */
export interface QueuedRun {
  runConfigurationId: number;
  place: QueuePlace | null;
}

/** The positions of runs. The queue is read once a second for all followers on this node. */
export type QueueBoard = States<QueuedRun>;

/** Milliseconds between two reads of the queue while it has followers. */
const pollEveryMs = 1_000;

export function openQueueBoard(database: Database): Promise<QueueBoard> {
  return openStates<QueuedRun>(database, {
    async read(ids) {
      const places = await findQueuePlaces(database, ids);
      return new Map(ids.map((id) => [id, { runConfigurationId: id, place: places.get(id) ?? null }]));
    },
    changes: { everyMs: pollEveryMs },
  });
}
