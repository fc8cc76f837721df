import { expect, it, vi } from 'vitest';
import type { Database, Queries } from '../../src/database/database.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

/** Statements of heartbeats, progress and polls: their number depends on how long a run takes. */
const byTheClock = /set claimed_until|pg_notify\(\$1, \$2\)|"webhooks"|"chores"/;

/** The database, with the statements that it is asked and the number of its transactions. */
async function openCounted(kind: (typeof databaseKinds)[number]) {
  const counted: { statements: string[]; transactions: number } = { statements: [], transactions: 0 };
  const database = await openScratchDatabase(kind, (text) => counted.statements.push(text));
  const counting = (queries: Queries) => {
    const transaction = queries.transaction.bind(queries);
    vi.spyOn(queries, 'transaction').mockImplementation((work, mode) => {
      counted.transactions += 1;
      return transaction(work, mode);
    });
    return queries;
  };
  counting(database.db);
  if (database.patient !== database.db) counting(database.patient);
  const exclusively: Database['exclusively'] = (name, work, how) =>
    database.exclusively(name, (held) => work(held === database.db ? held : counting(held)), how);
  return { database: { ...database, exclusively }, counted };
}

it.each(databaseKinds)(
  'a small modpack takes few statements and a transaction for each of its steps, on the %s database',
  async (kind) => {
    const { database, counted } = await openCounted(kind);
    await using service = await startTestApp({
      environment: { RATE_LIMIT: 'on', 'config.queuePollMs': '3600000' },
      overrides: { database },
    });
    const { statements } = counted;
    /** The worker asks when the next run is due, once a run is over. */
    const isOver = () => {
      const built = statements.findLastIndex((text) => text.includes('insert into "server_packs"'));
      return built >= 0 && statements.slice(built).some((text) => text.includes('extract(epoch from min('));
    };
    const build = async (mark: string) => {
      statements.length = 0;
      counted.transactions = 0;
      expect(await upload(service.url, smallPack(mark))).toMatchObject({ status: 200 });
      await expect.poll(isOver).toBe(true);
    };
    await build('cold');
    await build('warm');
    const { transactions } = counted;
    const asked = statements.filter((text) => !byTheClock.test(text));
    // Acceptance, the begun check, the passed check, the begun build, and the end.
    expect(transactions).toBe(5);
    // Each transaction begins and commits besides.
    expect(asked.length + 2 * transactions, asked.join('\n')).toBeLessThan(50);
  },
);
