import { onConnection } from './database.ts';

/**
 * Has all jobs that are worked on count as those of lost nodes, as ten seconds after their deaths.
 */
export async function missHeartbeats(databaseUrl: string): Promise<void> {
  await onConnection(databaseUrl, (client) =>
    client.query('update queued_runs set claimed_until = now() where claim is not null'),
  );
}
