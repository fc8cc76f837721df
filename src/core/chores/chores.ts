import type { PgBoss } from 'pg-boss';

/** Recurring work, on one node at a time. */
export interface Chore {
  queue: string;
  /** When it is due, as cron says it, in UTC. */
  cron: string;
  run(): Promise<void>;
}

/** Takes part in doing the chores, and has them made due where they are not yet, or at other times. */
export async function startChores(
  boss: Pick<PgBoss, 'getSchedules' | 'schedule' | 'work'>,
  chores: readonly Chore[],
): Promise<void> {
  const schedules = await boss.getSchedules();
  const cronOf = new Map(schedules.map(({ name, cron }) => [name, cron]));
  for (const { queue, cron, run } of chores) {
    await boss.work(queue, { pollingIntervalSeconds: 60 }, run);
    if (cronOf.get(queue) !== cron) await boss.schedule(queue, cron);
  }
}
