/** What every list and total costs the database with so many modpacks, skewed as in life. */
import { openDatabase } from '../src/database/open.ts';
import { defaultServerSettings } from '../src/database/settings.ts';
import { costOf } from './database-cost.ts';
import { everyQuestion } from './every-list.ts';
import { ownDatabase, withClient } from './harness.ts';
import { fillAsInLife } from './life.ts';

/** Questions that take more milliseconds are named. */
const most = 50;
const hour = 3_600_000;
const patient = {
  ...defaultServerSettings,
  statementTimeoutMs: hour,
  workStatementTimeoutMs: hour,
  idleTransactionTimeoutMs: hour,
};

interface Named {
  name: string;
  ms: number;
  pages: number;
}

export async function measureRows(size: number): Promise<void> {
  await using place = await ownDatabase();
  await using database = await openDatabase(place.url, { memory: true }, { server: patient });
  await fillAsInLife(database.patient, size);
  console.log(`with ${size} modpacks: milliseconds of the database, planning and all, and pages looked at`);
  const questions = await everyQuestion(database, size);
  await withClient(place.url, async (client) => {
    for (const [group, all] of Map.groupBy(questions, (question) => question.group)) {
      const costs: Named[] = [];
      for (const { name, ask } of all) {
        const { planning, running, pages } = await costOf(client, database.db, ask);
        costs.push({ name, ms: planning + running, pages });
      }
      print(group, costs);
    }
  });
}

function print(group: string, costs: readonly Named[]): void {
  const slowest = costs.toSorted((a, b) => b.ms - a.ms);
  const [worst, middle] = [slowest[0], slowest[Math.floor(slowest.length / 2)]];
  const above = slowest.filter(({ ms }) => ms > most);
  console.log(
    `${group}: ${costs.length} asked, half within ${middle?.ms.toFixed(1)}, all within ${worst?.ms.toFixed(1)} (${worst?.name}), ${above.length} above ${most}`,
  );
  for (const { name, ms, pages } of above)
    console.log(`    ${ms.toFixed(0).padStart(6)} ${String(pages).padStart(8)}  ${name}`);
}
