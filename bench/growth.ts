/**
 * How the cost of frequent calls grows with the tables: the same calls over 1,000 to 1,000,000 events with the modpacks
 * and server packs of so many, and with 100 and 10,000 runs waiting. The pages that the database looks at depend on no
 * other load on the machine. `--rows 1000000` asks every list and total over so many modpacks instead.
 */
import { sql } from 'drizzle-orm';
import { modPacks, serverPacks } from '../drizzle/schema.ts';
import { countEvents, type EventFilter, findEventsAfter, listEvents } from '../src/core/events/events.ts';
import { runsByDay, spanOf, storageByDay } from '../src/core/figures/daily-figures.ts';
import {
  countByDay,
  countByGameVersion,
  countByModloader,
  countByStatus,
  listGameVersions,
  storageUsed,
} from '../src/core/figures/statistics.ts';
import { readMods } from '../src/core/packs/inventory.ts';
import {
  countModPacks,
  listModPacks,
  type ModPackFilter,
  modPackOrders,
} from '../src/core/packs/mod-packs.ts';
import {
  countServerPacks,
  findServerPacksOfRuns,
  listServerPacks,
  type ServerPackFilter,
  serverPackOrders,
} from '../src/core/packs/server-packs.ts';
import { findQueuePlaces } from '../src/core/runs/queue-places.ts';
import { queueRun, runJobs, takeRun } from '../src/core/runs/queued-runs.ts';
import { countRunConfigurations, type RunConfigurationFilter } from '../src/core/runs/run-configurations.ts';
import type { Database, Queries } from '../src/database/database.ts';
import { openDatabase } from '../src/database/open.ts';
import { msUntilDue } from '../src/jobs/job-tables.ts';
import { type Cost, costOf } from './database-cost.ts';
import { counted, eachOf, type Question } from './every-list.ts';
import { measureRows } from './growth-rows.ts';
import { ownDatabase, readOptions, withClient } from './harness.ts';

const { small, rows } = readOptions();
const sizes = small ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000];
const waitingRuns = small ? [10, 1_000] : [100, 10_000];
const page = { limit: 20, after: null, before: null, fromEnd: false };
const request = { request: page, descending: true };
const days = spanOf(30, null);
const yesterday = new Date(Date.now() - 86_400_000);
const rare = 'Pack 31.z';
const common = 'modpack';

const modPackTotals: Record<string, ModPackFilter> = {
  '': {},
  ' of a status': { status: ['ERROR'] },
  ' for a modloader': { modloader: 'Forge' },
  ' for a game version': { gameVersion: '1.7' },
  ' by a part that few names have': { nameContains: rare },
  ' by a part that all names have': { nameContains: common },
  ' by a part of two letters': { nameContains: '33' },
  ' by a part of two letters that few have': { nameContains: 'qv' },
  ' by a part of two letters that none has': { nameContains: 'qz' },
  ' by a letter that all have': { nameContains: 'e' },
  ' by a part of two letters that few have, of a status': { nameContains: 'qv', status: ['GENERATED'] },
  ' by a part that few names have, of a status': { nameContains: rare, status: ['GENERATED'] },
  ' by a part that all names have, of a status': { nameContains: common, status: ['GENERATED'] },
  ' of a status for a modloader': { status: ['GENERATED'], modloader: 'Forge' },
  ' of a status for a game version': { status: ['ERROR'], gameVersion: '1.7' },
  ' for a modloader that none has, and a game version': { modloader: 'Quilt', gameVersion: '1.7' },
  ' since a day': { dateCreated: { from: yesterday } },
  ' until a day': { dateCreated: { to: yesterday } },
};
const modPackPages: Record<string, ModPackFilter> = {
  ' by date': {},
  ' by a part that few names have': { nameContains: rare },
  ' by a part that all names have': { nameContains: common },
  ' by a part of two letters': { nameContains: '33' },
  ' by a part of two letters that few have': { nameContains: 'qv' },
  ' by a part of two letters that none has': { nameContains: 'qz' },
  ' by a letter that few have': { nameContains: 'q' },
  ' by a letter that all have': { nameContains: 'e' },
  ' for a modloader that none has': { modloader: 'Quilt' },
};
const serverPackTotals: Record<string, ServerPackFilter> = {
  '': {},
  ' for a modloader': { modloader: 'Forge' },
  ' for a game version': { gameVersion: '1.20.1' },
  ' for a modloader and a game version': { modloader: 'Forge', gameVersion: '1.7' },
  ' by a part that few names have': { nameContains: rare },
  ' by a part that all names have': { nameContains: common },
};
const runTotals: Record<string, RunConfigurationFilter> = {
  '': {},
  ' for a game version': { gameVersion: '1.20.1' },
  ' for a modloader': { modloader: 'Forge' },
};
/** With the id of a modpack in the middle. */
const eventTotals = (modPackId: number): Record<string, EventFilter> => ({
  '': {},
  ' of a status': { status: ['ERROR'] },
  ' of a modpack and a status': { modPackId, status: ['GENERATED'] },
});

function modPackPage(
  db: Queries,
  filter: ModPackFilter,
  name: keyof typeof modPackOrders,
  descending = true,
) {
  const order = { name, id: modPacks.id, by: modPackOrders[name], descending };
  return listModPacks({ db }, { filter, request: page, order });
}

function serverPackPage(db: Queries, filter: ServerPackFilter, name: keyof typeof serverPackOrders) {
  const order = { name, id: serverPacks.id, by: serverPackOrders[name], descending: true };
  return listServerPacks({ db }, { filter, request: page, order });
}

/** What is asked; `event` and `modPack` are ids in the middle. */
function questionsAt({
  event,
  modPack,
}: {
  event: number;
  modPack: number;
}): Pick<Question, 'name' | 'ask'>[] {
  const after = { order: 'id', value: event, id: event };
  const single: Record<string, Question['ask']> = {
    'page of modpacks by name': (db) => modPackPage(db, {}, 'NAME'),
    'page of modpacks by downloads': (db) => modPackPage(db, {}, 'DOWNLOADS'),
    'page of modpacks by size': (db) => modPackPage(db, {}, 'SIZE'),
    'page by name of modpacks by a part of two letters that few have': (db) =>
      modPackPage(db, { nameContains: 'qv' }, 'NAME', false),
    'page of server packs by votes': (db) => serverPackPage(db, {}, 'VOTES'),
    'page of server packs by size': (db) => serverPackPage(db, {}, 'SIZE'),
    'page of server packs by a part of two letters that few have': (db) =>
      serverPackPage(db, { nameContains: 'qv' }, 'CREATED_AT'),
    'page of events': (db) => listEvents({ db }, {}, request),
    'page of events by status': (db) => listEvents({ db }, { status: ['ERROR'] }, request),
    'page of events in the middle': (db) =>
      listEvents({ db }, {}, { request: { ...page, after }, descending: true }),
    'replay, one page': (db) => findEventsAfter(db, event, {}, 500),
    'replay of a modpack': (db) => findEventsAfter(db, 0, { modPackId: modPack }, 500),
    'preview, first piece': (db) => readMods({ db }, modPack, 0),
    'server packs of run configurations': (db) => findServerPacksOfRuns({ db }, [2, 3, 4]),
    'modpacks by status': (db) => countByStatus({ db }),
    'server packs by modloader': (db) => countByModloader({ db }, null),
    'server packs by modloader, 30 days': (db) => countByModloader({ db }, days),
    'server packs by game version': (db) => countByGameVersion({ db }, null),
    'game versions': (db) => listGameVersions({ db }),
    'uploads and downloads, 30 days': (db) => countByDay({ db }, days),
    'runs, 30 days': (db) => runsByDay({ db }, days),
    'storage, 30 days': (db) => storageByDay({ db }, days),
    storage: (db) => storageUsed({ db }),
  };
  return [
    ...eachOf('', 'page of modpacks', modPackPages, (db, filter) => modPackPage(db, filter, 'CREATED_AT')),
    ...Object.entries(single).map(([name, ask]) => ({ name, ask })),
    ...eachOf('', 'total of modpacks', modPackTotals, (db, filter) => countModPacks({ db }, filter, counted)),
    ...eachOf('', 'total of server packs', serverPackTotals, (db, filter) =>
      countServerPacks({ db }, filter, counted),
    ),
    ...eachOf('', 'total of run configurations', runTotals, (db, filter) =>
      countRunConfigurations({ db }, filter, counted),
    ),
    ...eachOf('', 'total of events', eventTotals(modPack), (db, filter) =>
      countEvents({ db }, filter, counted),
    ),
  ];
}

/** The costs of each question, table by table. */
type Costs = Map<string, Cost[]>;

async function measure(
  url: string,
  { db }: Database,
  costs: Costs,
  questions: readonly Pick<Question, 'name' | 'ask'>[],
): Promise<void> {
  await withClient(url, async (client) => {
    for (const { name, ask } of questions)
      costs.set(name, [...(costs.get(name) ?? []), await costOf(client, db, ask)]);
  });
}

async function measureLists(): Promise<void> {
  const costs: Costs = new Map();
  for (const size of sizes) {
    await using place = await ownDatabase();
    await using database = await openDatabase(place.url, { memory: true });
    await fill(database, size);
    const at = { event: Math.floor(size / 2), modPack: Math.ceil(size / 32) };
    await measure(place.url, database, costs, questionsAt(at));
  }
  print(`with ${sizes.join(', ')} events`, costs);
}

async function measureClaims(): Promise<void> {
  const costs: Costs = new Map();
  for (const waiting of waitingRuns) {
    await using place = await ownDatabase();
    await using database = await openDatabase(place.url, { memory: true });
    // Runs with even numbers wait.
    await fill(database, waiting * 16 + 16);
    await database.patient.execute(sql`insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state)
      select id, mod_pack_id, 'caller ' || id % 50, id / 50, 'WAITING' from run_configurations
      where id % 2 = 0 limit ${waiting}`);
    await database.patient.execute(sql`vacuum analyze`);
    const limits = { all: 1_000_000, caller: 1_000_000, anonymous: 1_000_000 };
    const run = { modPackId: 1, runConfigurationId: 1 };
    const questions = {
      'a run is put in line': (db: Queries) => queueRun(db, run, { caller: 'one more', limits }),
      'a place in line is told': (db: Queries) => findQueuePlaces({ db }, [waiting / 2]),
      'a run is taken': (db: Queries) => takeRun(db, crypto.randomUUID()),
      'a look for when there is something to do': (db: Queries) => msUntilDue(db, runJobs),
    };
    const named = Object.entries(questions).map(([name, ask]) => ({ name, ask }));
    await measure(place.url, database, costs, named);
  }
  print(`with ${waitingRuns.join(' and ')} runs waiting`, costs);
}

function print(what: string, table: Costs): void {
  console.log(
    `${what}: pages looked at, the last in ratio to the first; milliseconds of the server, and their ratio`,
  );
  const width = Math.max(...[...table.keys()].map(({ length }) => length));
  for (const [name, costs] of table) {
    const figures = (of: (cost: Cost) => number, digits: number) => {
      const all = costs.map(of);
      const ratio = (all.at(-1) ?? Number.NaN) / (all[0] ?? Number.NaN);
      return `${all.map((figure) => figure.toFixed(digits).padStart(9)).join('')}  x ${ratio.toFixed(1).padEnd(7)}`;
    };
    console.log(
      `${name.padEnd(width)}${figures(({ pages }) => pages, 0)}${figures(({ running }) => running, 2)}`,
    );
  }
}

/** Rows as years of use leave them: eight events a run, two runs a modpack, at a thousand events a day. */
async function fill({ patient: db }: Pick<Database, 'patient'>, size: number): Promise<void> {
  const runs = Math.ceil(size / 8);
  const packs = Math.ceil(runs / 2);
  const daysLong = Math.max(30, size / 1_000);
  const hash = sql`encode(sha256(i::text::bytea), 'hex')`;
  const when = (of: number) =>
    sql`now() - make_interval(secs => (${of} - i)::float8 / ${of} * ${daysLong} * 86400)`;
  const statements = [
    sql`insert into files (sha256, size, storage_key, date_created)
      select ${hash}, 500000000 + i, ${hash}, ${when(packs + runs)} from generate_series(1, ${packs + runs}::int) i`,
    sql`insert into mod_packs (file_id, name, status, date_created)
      select i, 'Some modpack ' || i || case when i in (7, ${packs}::int - 7) then ' qv' else '' end || '.zip', 'GENERATED', ${when(packs)} from generate_series(1, ${packs}::int) i`,
    sql`insert into mods (mod_pack_id, position, file, size, descriptors, descriptor_length)
      select i, j, 'mod ' || j || '.jar', 1, '[]', 2 from generate_series(1, ${packs}::int) i, generate_series(0, 3) j`,
    sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select (i + 1) / 2, '1.' || i % 20, 'Forge', '47.2.0', '[]', '[]', '[]' from generate_series(1, ${runs}::int) i`,
    sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id, date_created, downloads, confirmed_working)
      select (i + 1) / 2, i, ${packs}::int + i, ${when(runs)}, i % 1000, i % 100 from generate_series(1, ${runs}::int) i`,
    sql`insert into downloads (server_pack_id, date_created) select i, ${when(runs)} from generate_series(1, ${runs}::int) i`,
    sql`insert into events (mod_pack_id, run_configuration_id, server_pack_id, status, message, timestamp)
      select (i + 1) / 2, i, case when j > 5 then i end,
        (array['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'GENERATED', 'GENERATED', 'GENERATED'])[j],
        case when j = 8 then 'Syncing ServerPack to database.' else 'A step.' end, ${when(runs)}
      from generate_series(1, ${runs}::int) i, generate_series(1, 8) j order by i, j`,
    sql`vacuum analyze`,
  ];
  for (const statement of statements) await db.execute(statement);
}

if (rows === null) {
  await measureLists();
  await measureClaims();
} else {
  await measureRows(rows);
}
