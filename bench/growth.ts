/**
 * Measures how the cost of what is asked often grows with the tables, on the PostgreSQL of DATABASE_URL, in databases
 * of its own: the same calls over 1,000 to 1,000,000 events with the modpacks and server packs of so many, and with 100
 * and 10,000 runs waiting. What is measured is the server's own account of their statements: the pages that it looked
 * at, which no other load on the machine changes, and its time. `--plans` tells how it found the rows, `--small` leaves
 * the largest out. `--rows 1000000` asks every list and total over so many modpacks in place of all that, in a database
 * of its own or in that of `--database`, which is filled once and stays.
 */

import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import { modPacks, serverPacks } from '../drizzle/schema.ts';
import { countEvents, findEventsAfter, listEvents } from '../src/core/events/events.ts';
import { runsByDay, spanOf, storageByDay } from '../src/core/figures/daily-figures.ts';
import {
  countByDay,
  countByGameVersion,
  countByModloader,
  countByStatus,
  listGameVersions,
  storageUsed,
} from '../src/core/figures/statistics.ts';
import type { Order } from '../src/core/lists/pages.ts';
import { readMods } from '../src/core/packs/inventory.ts';
import {
  countModPacks,
  listModPacks,
  type ModPack,
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
import { measureRows } from './growth-rows.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'boolean' },
    plans: { type: 'boolean' },
    rows: { type: 'string' },
    database: { type: 'string' },
  },
});
const url = process.env.DATABASE_URL;
if (!url)
  throw new Error('Set DATABASE_URL to a PostgreSQL server: the bench makes databases of its own on it.');
const sizes = values.small ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000];
const lines = values.small ? [10, 1_000] : [100, 10_000];
const rounds = 5;

/** A call that is measured; `at` is an id in the middle of the events. */
type Call = (database: Pick<Database, 'db'>, at: { event: number; modPack: number }) => Promise<unknown>;

const page = { limit: 20, after: null, before: null, fromEnd: false };
const days = spanOf(30, null);
const modPackPage =
  (name: keyof typeof modPackOrders): Call =>
  ({ db }) => {
    const order = { name, id: modPacks.id, by: modPackOrders[name], descending: true };
    return listModPacks({ db }, { filter: {}, request: page, order });
  };
const serverPackPage =
  (name: keyof typeof serverPackOrders): Call =>
  ({ db }) => {
    const order = { name, id: serverPacks.id, by: serverPackOrders[name], descending: true };
    return listServerPacks({ db }, { filter: {}, request: page, order });
  };
/** As the service has it unless told otherwise. */
const counted = { rows: 10_000, cost: 1_000 };
const rarePart = 'Pack 31.z';
const commonPart = 'modpack';
const byDate: Order<ModPack> = { name: 'CREATED_AT', id: modPacks.id, by: null, descending: true };
const byDateOfServerPacks = { name: 'CREATED_AT', id: serverPacks.id, by: null, descending: true };
const modPackPageOf =
  (filter: ModPackFilter, order = byDate): Call =>
  ({ db }) =>
    listModPacks({ db }, { filter, request: page, order });
const modPackTotal =
  (filter: ModPackFilter): Call =>
  ({ db }) =>
    countModPacks({ db }, filter, counted);
const serverPackTotal =
  (filter: ServerPackFilter): Call =>
  ({ db }) =>
    countServerPacks({ db }, filter, counted);
const runTotal =
  (filter: RunConfigurationFilter): Call =>
  ({ db }) =>
    countRunConfigurations({ db }, filter, counted);
const calls: Record<string, Call> = {
  'page of modpacks by date': modPackPage('CREATED_AT'),
  'page of modpacks by name': modPackPage('NAME'),
  'page of modpacks by downloads': modPackPage('DOWNLOADS'),
  'page of modpacks by size': modPackPage('SIZE'),
  'page of server packs by votes': serverPackPage('VOTES'),
  'page of server packs by size': serverPackPage('SIZE'),
  'page of events': ({ db }) => listEvents({ db }, {}, { request: page, descending: true }),
  'page of events by status': ({ db }) =>
    listEvents({ db }, { status: ['ERROR'] }, { request: page, descending: true }),
  'page of events in the middle': ({ db }, { event: id }) => {
    const after = { order: 'id', value: id, id };
    return listEvents({ db }, {}, { request: { ...page, after }, descending: true });
  },
  'replay, one page': ({ db }, { event }) => findEventsAfter(db, event, {}, 500),
  'replay of a modpack': ({ db }, { modPack }) => findEventsAfter(db, 0, { modPackId: modPack }, 500),
  'preview, first piece': ({ db }, { modPack }) => readMods({ db }, modPack, 0),
  'total of events': ({ db }) => countEvents({ db }, {}, counted),
  'total of events of a status': ({ db }) => countEvents({ db }, { status: ['ERROR'] }, counted),
  'total of events of a modpack and a status': ({ db }, { modPack: modPackId }) =>
    countEvents({ db }, { modPackId, status: ['GENERATED'] }, counted),
  'total of modpacks': modPackTotal({}),
  'total of modpacks of a status': modPackTotal({ status: ['ERROR'] }),
  'total of modpacks for a modloader': modPackTotal({ modloader: 'Forge' }),
  'total of modpacks for a game version': modPackTotal({ gameVersion: '1.7' }),
  'total of modpacks by a part that few names have': modPackTotal({ nameContains: rarePart }),
  'total of modpacks by a part that all names have': modPackTotal({ nameContains: commonPart }),
  'total of modpacks by a part of two letters': modPackTotal({ nameContains: '33' }),
  'total of modpacks by a part of two letters that few have': modPackTotal({ nameContains: 'qv' }),
  'total of modpacks by a part of two letters that none has': modPackTotal({ nameContains: 'qz' }),
  'total of modpacks by a letter that all have': modPackTotal({ nameContains: 'e' }),
  'total of modpacks by a part of two letters that few have, of a status': modPackTotal({
    nameContains: 'qv',
    status: ['GENERATED'],
  }),
  'total of modpacks by a part that few names have, of a status': modPackTotal({
    nameContains: rarePart,
    status: ['GENERATED'],
  }),
  'total of modpacks by a part that all names have, of a status': modPackTotal({
    nameContains: commonPart,
    status: ['GENERATED'],
  }),
  'total of modpacks of a status for a modloader': modPackTotal({
    status: ['GENERATED'],
    modloader: 'Forge',
  }),
  'total of modpacks of a status for a game version': modPackTotal({ status: ['ERROR'], gameVersion: '1.7' }),
  'total of modpacks for a modloader that none has, and a game version': modPackTotal({
    modloader: 'Quilt',
    gameVersion: '1.7',
  }),
  'total of modpacks since a day': modPackTotal({ dateCreated: { from: new Date(Date.now() - 86_400_000) } }),
  'total of modpacks until a day': modPackTotal({ dateCreated: { to: new Date(Date.now() - 86_400_000) } }),
  'page of modpacks by a part that few names have': modPackPageOf({ nameContains: rarePart }),
  'page of modpacks by a part that all names have': modPackPageOf({ nameContains: commonPart }),
  'page of modpacks by a part of two letters': modPackPageOf({ nameContains: '33' }),
  'page of modpacks by a part of two letters that few have': modPackPageOf({ nameContains: 'qv' }),
  'page of modpacks by a part of two letters that none has': modPackPageOf({ nameContains: 'qz' }),
  'page of modpacks by a letter that few have': modPackPageOf({ nameContains: 'q' }),
  'page of modpacks by a letter that all have': modPackPageOf({ nameContains: 'e' }),
  'page by name of modpacks by a part of two letters that few have': modPackPageOf(
    { nameContains: 'qv' },
    { name: 'NAME', id: modPacks.id, by: modPackOrders.NAME, descending: false },
  ),
  'page of server packs by a part of two letters that few have': ({ db }) =>
    listServerPacks({ db }, { filter: { nameContains: 'qv' }, request: page, order: byDateOfServerPacks }),
  'page of modpacks for a modloader that none has': modPackPageOf({ modloader: 'Quilt' }),
  'total of server packs': serverPackTotal({}),
  'total of server packs for a modloader': serverPackTotal({ modloader: 'Forge' }),
  'total of server packs for a game version': serverPackTotal({ gameVersion: '1.20.1' }),
  'total of server packs for a modloader and a game version': serverPackTotal({
    modloader: 'Forge',
    gameVersion: '1.7',
  }),
  'total of server packs by a part that few names have': serverPackTotal({ nameContains: rarePart }),
  'total of server packs by a part that all names have': serverPackTotal({ nameContains: commonPart }),
  'total of run configurations': runTotal({}),
  'total of run configurations for a game version': runTotal({ gameVersion: '1.20.1' }),
  'total of run configurations for a modloader': runTotal({ modloader: 'Forge' }),
  'server packs of run configurations': ({ db }) => findServerPacksOfRuns({ db }, [2, 3, 4]),
  'modpacks by status': countByStatus,
  'server packs by modloader': ({ db }) => countByModloader({ db }, null),
  'server packs by modloader, 30 days': ({ db }) => countByModloader({ db }, days),
  'server packs by game version': ({ db }) => countByGameVersion({ db }, null),
  'game versions': listGameVersions,
  'uploads and downloads, 30 days': ({ db }) => countByDay({ db }, days),
  'runs, 30 days': ({ db }) => runsByDay({ db }, days),
  'storage, 30 days': ({ db }) => storageByDay({ db }, days),
  storage: storageUsed,
};

const plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(plan).optional();
  },
});
const explained = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan, 'Execution Time': z.number() })]) }),
]);
/** A statement that asks or changes, as the driver is given it. */
const asking = z.object({
  text: z.string().regex(/^\s*(select|with|insert|update|delete)/i),
  values: z.array(z.unknown()).optional(),
});

/** A statement that was sent. */
interface Asked {
  text: string;
  values: unknown[];
}

/** Where the statements of a call that is measured are noted. */
let heard: Asked[] | null = null;

// Before there is a connection: each keeps what it is made with.
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(target, client, given: unknown[]) {
    const statement = asking.safeParse(typeof given[0] === 'string' ? { text: given[0] } : given[0]);
    const params = Array.isArray(given[1]) ? given[1] : [];
    if (statement.success) {
      const { text, values: own = params } = statement.data;
      heard?.push({ text, values: own });
    }
    return Reflect.apply(target, client, given);
  },
});

if (values.rows === undefined) {
  await measureLists();
  await measureClaims();
} else {
  await using place = values.database === undefined ? await ownDatabase() : null;
  await measureRows(place?.url ?? urlOf(values.database ?? ''), Number(values.rows));
}

async function measureLists(): Promise<void> {
  const table = new Map<string, Work[]>();
  for (const size of sizes) {
    await using place = await ownDatabase();
    await using database = await openDatabase(place.url, { memory: true });
    await fill(database, size);
    const at = { event: Math.floor(size / 2), modPack: Math.ceil(size / 32) };
    for (const [name, call] of Object.entries(calls)) {
      const work = await workOf(place.url, () => call(database, at));
      table.set(name, [...(table.get(name) ?? []), work]);
    }
  }
  print(`with ${sizes.join(', ')} events`, table);
}

async function measureClaims(): Promise<void> {
  const table = new Map<string, Work[]>();
  for (const waiting of lines) {
    await using place = await ownDatabase();
    await using database = await openDatabase(place.url, { memory: true });
    const { patient: db } = database;
    // Runs with even numbers wait.
    await fill(database, waiting * 16 + 16);
    await db.execute(sql`insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state)
      select id, mod_pack_id, 'caller ' || id % 50, id / 50, 'WAITING' from run_configurations
      where id % 2 = 0 limit ${waiting}`);
    await db.execute(sql`vacuum analyze`);
    const measure = async (name: string, call: () => Promise<unknown>) => {
      table.set(name, [...(table.get(name) ?? []), await workOf(place.url, call)]);
    };
    const undone = new Error('undone');
    const undo = (call: (tx: Queries) => Promise<unknown>) =>
      db
        .transaction(async (tx) => {
          await call(tx);
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
    await measure('a run is put in line', () =>
      undo((tx) => {
        const run = { modPackId: 1, runConfigurationId: 1 };
        const limits = { all: 1_000_000, caller: 1_000_000, anonymous: 1_000_000 };
        return queueRun(tx, run, { caller: 'one more', limits });
      }),
    );
    await measure('a place in line is told', () =>
      findQueuePlaces({ db }, { of: 'modPack', ids: [waiting / 2] }),
    );
    await measure('a run is taken', () => undo((tx) => takeRun(tx, crypto.randomUUID())));
    await measure('a look for when there is something to do', () => msUntilDue(db, runJobs));
  }
  print(`with ${lines.join(' and ')} runs waiting`, table);
}

function print(what: string, table: ReadonlyMap<string, readonly Work[]>): void {
  console.log(
    `${what}: pages looked at, the last in ratio to the first; milliseconds of the server, and their ratio`,
  );
  for (const [name, works] of table) {
    const figures = (of: (work: Work) => number, digits: number) => {
      const all = works.map(of);
      const ratio = (all.at(-1) ?? Number.NaN) / (all[0] ?? Number.NaN);
      return `${all.map((figure) => figure.toFixed(digits).padStart(9)).join('')}  x ${ratio.toFixed(1).padEnd(7)}`;
    };
    console.log(
      `${name.padEnd(40)}${figures(({ pages }) => pages, 0)}${figures(({ milliseconds }) => milliseconds, 2)}`,
    );
    if (values.plans) console.log(`    ${works.at(-1)?.found.join(', ')}`);
  }
}

/**
 * What the server did for a call: milliseconds, pages of tables and indexes it looked at, and by which of them it found
 * the rows.
 */
interface Work {
  milliseconds: number;
  pages: number;
  found: string[];
}

/** What the server does for the statements of a call, the median of some rounds. All that they change is undone. */
async function workOf(place: string, call: () => Promise<unknown>): Promise<Work> {
  const asked: Asked[] = [];
  heard = asked;
  await call().finally(() => {
    heard = null;
  });
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  try {
    const times: number[] = [];
    let pages = 0;
    let found: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      let time = 0;
      [pages, found] = [0, []];
      for (const { text, values: given } of asked) {
        await client.query('begin');
        const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, given);
        await client.query('rollback');
        const [{ Plan, 'Execution Time': took }] = explained.parse(rows)[0]['QUERY PLAN'];
        time += took;
        pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
        found.push(...nodesOf(Plan));
      }
      times.push(time);
    }
    const milliseconds = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
    return { milliseconds, pages, found: [...new Set(found)] };
  } finally {
    await client.end();
  }
}

function nodesOf(node: z.infer<typeof plan>): string[] {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index } = node;
  const isScan = relation !== undefined && type !== 'ModifyTable';
  return [...(isScan ? [`${type} ${index ?? relation}`] : []), ...(node.Plans ?? []).flatMap(nodesOf)];
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

function urlOf(database: string): string {
  const own = new URL(url ?? '');
  own.pathname = `/${database}`;
  return own.href;
}

/** A database on the server that goes when it is left. */
async function ownDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const name = `growth_${crypto.randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  return { url: urlOf(name), [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`) };
}
