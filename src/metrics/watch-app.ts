import type { WorkerPool } from '../../workers/pool.ts';
import type { EventFeed } from '../core/events/event-feed.ts';
import { countRuns } from '../core/runs/queue-state.ts';
import type { Database, Pools } from '../database/database.ts';
import type { FactsStore } from '../facts/facts-store.ts';
import type { Fetching } from '../fetching/open-fetching.ts';
import { watchedPlatforms } from '../fetching/platform-troubles.ts';
import type { Storage } from '../storage/storage.ts';
import { countWaitingDeliveries } from '../webhooks/deliveries.ts';
import type { Metrics } from './metrics.ts';

/** One figure of every pool, by the pool's name. */
function of(pools: Pools, figure: 'busy' | 'waiting'): Map<string, number> {
  return new Map(Object.entries(pools).map(([name, pool]) => [name, pool[figure]]));
}

interface Parts {
  database: Database;
  storage: Storage;
  feed: EventFeed;
  pool: Pick<WorkerPool, 'load'>;
  fetching: Pick<Fetching, 'troubles'> | null;
  facts: Pick<FactsStore, 'current' | 'trouble'>;
}

/** Adds the gauges of the service's parts. */
export function watchApp(metrics: Metrics, { database, storage, feed, pool, fetching, facts }: Parts): void {
  const queue = () => countRuns(database);
  metrics.watch({
    name: 'serverpacks_queue_runs',
    help: 'Runs in the queue of all nodes by state: created, retry (will be tried again), active (worked on).',
    label: 'state',
    async read() {
      const byState = new Map([
        ['created', 0],
        ['retry', 0],
        ['active', 0],
      ]);
      for (const { state, runs } of await queue()) byState.set(state, runs);
      return byState;
    },
  });
  metrics.watch({
    name: 'serverpacks_queue_oldest_seconds',
    help: 'Age of the oldest run that no node works on yet; 0 when there is none.',
    async read() {
      const waiting = (await queue()).filter(({ state }) => state !== 'active');
      return Math.max(0, ...waiting.map(({ age }) => age));
    },
  });
  metrics.watch({
    name: 'serverpacks_webhook_deliveries',
    help: 'Deliveries to webhooks of all nodes by state: created, retry (will be tried again), active (on its way).',
    label: 'state',
    read: () => countWaitingDeliveries(database),
  });
  metrics.watch({
    name: 'serverpacks_threads',
    help: 'Tasks of this node in threads or waiting for one: archive tasks (work) and those of moments (quick).',
    label: 'lane',
    read: () => new Map(Object.entries(pool.load())),
  });
  metrics.watch({
    name: 'serverpacks_subscribers',
    help: 'Streams of events and progress that are open on this node, whoever reads them.',
    read: () => feed.subscribers(),
  });
  metrics.watch({
    name: 'serverpacks_platform_trouble',
    help: 'By platform, 1 while its answers cannot be used on this node: the key is refused, or they make no sense.',
    label: 'platform',
    read() {
      const troubled = new Set(fetching?.troubles().map(({ platform }) => platform));
      return new Map(watchedPlatforms.map((platform) => [platform, troubled.has(platform) ? 1 : 0]));
    },
  });
  metrics.watch({
    name: 'serverpacks_facts_number',
    help: 'Number of the facts about mods that this node uses.',
    read: () => facts.current().number,
  });
  metrics.watch({
    name: 'serverpacks_facts_trouble',
    help: '1 while newer facts about mods are not taken, or the time of those in use is over.',
    read: () => (facts.trouble() === null ? 0 : 1),
  });
  metrics.watch({
    name: 'serverpacks_storage_free_bytes',
    help: 'Bytes that are free where this node stores files, the reserve included.',
    read: () => storage.freeBytes(),
  });
  metrics.watch({
    name: 'serverpacks_database_connections_busy',
    help: 'Connections of this node to the database server in use, by pool; none with the embedded database.',
    label: 'pool',
    read: () => of(database.pools(), 'busy'),
  });
  metrics.watch({
    name: 'serverpacks_database_waiting',
    help: 'Statements of this node that wait for a connection, by pool; none with the embedded database.',
    label: 'pool',
    read: () => of(database.pools(), 'waiting'),
  });
}
