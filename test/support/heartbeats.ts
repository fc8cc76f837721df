import { onConnection } from './database.ts';

/**
 * Has the queue miss the heartbeats of all jobs that are worked on, as ten seconds after the death of their nodes: the library waits for
 * no fewer.
 */
export async function missHeartbeats(databaseUrl: string): Promise<void> {
  await onConnection(databaseUrl, (client) =>
    client.query(`update pgboss.job
      set heartbeat_on = heartbeat_on - make_interval(secs => heartbeat_seconds + 1) where state = 'active'`),
  );
}
