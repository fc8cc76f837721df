import type { PgBoss, Queue, QueuePolicy, QueueResult } from 'pg-boss';

/** A queue as it should be. */
export interface WantedQueue {
  name: string;
  /** Cannot be changed once there is a queue. */
  policy: QueuePolicy;
  options: Omit<Queue, 'name' | 'policy' | 'partition'>;
}

/**
 * Makes the queues that are missing, in this order, and changes those that are otherwise than they should be; answers whether there were
 * any. A start that finds all of them as it wants them asks one question, where making and changing each takes a transaction.
 */
export async function makeQueues(
  boss: Pick<PgBoss, 'getQueues' | 'createQueue' | 'updateQueue'>,
  wanted: readonly WantedQueue[],
): Promise<boolean> {
  const found = await queuesByName(boss);
  const missing = wanted.filter(({ name }) => !found.has(name));
  for (const { name, policy, options } of missing) await boss.createQueue(name, { policy, ...options });
  // Another node, perhaps of another release, may have made a queue meanwhile; the last one started sets its options.
  const made = missing.length > 0 ? await queuesByName(boss) : found;
  const otherwise = wanted.filter(({ name, options }) => !isSo(made.get(name), options));
  for (const { name, options } of otherwise) await boss.updateQueue(name, options);
  return missing.length + otherwise.length > 0;
}

async function queuesByName(boss: Pick<PgBoss, 'getQueues'>): Promise<Map<string, QueueResult>> {
  const queues = await boss.getQueues();
  return new Map(queues.map((queue) => [queue.name, queue]));
}

/** Other queue options keep their current value. */
function isSo(queue: QueueResult | undefined, options: WantedQueue['options']): boolean {
  const found = new Map<string, unknown>(Object.entries(queue ?? {}));
  return Object.entries(options).every(([option, value]) => found.get(option) === value);
}
