/**
 * Measures writes a second against `pgbench` with the same statements, without our triggers and with them, in rounds in
 * which each comes once, in any order: votes by 20 clients over HTTP, which Mercurius and a server that knows nothing
 * else take too, and commits of a step of a run by 50 writers on the service's own connections, and on as many of the
 * driver's alone. Needs pgbench, and DATABASE_URL, where it makes a database of its own. `--rounds <n>` sets the number
 * of rounds, `--seconds <n>` how long each is.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { recordEvents } from '../src/core/events/events.ts';
import { defaultServerSettings } from '../src/database/settings.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { fill, median, ownDatabase, shuffled } from './rows.ts';
import { installPeers, type Server, startPeer, startService } from './servers.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seconds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 5);
const seconds = Number(values.seconds ?? 4);
const modPacks = 10_000;
const voters = 20;
const writers = 50;

/** As the service votes, and reads what it answers. */
const votes = `\\set id random(1, ${modPacks * 2})
update server_packs set confirmed_working =
  least(2147483647, greatest(-2147483648, confirmed_working::bigint + 1))::integer where id = :id returning id;
select s.*, f.size, f.sha256, f.storage_key, r.* from server_packs s join files f on f.id = s.file_id
  join run_configurations r on r.id = s.run_configuration_id where s.id = :id;
`;
/** The steps of a run, since what is counted depends on whether the status of a modpack changes. */
const steps = ['CHECKING', 'CHECKED', 'GENERATING', 'GENERATED'] as const;
const step = `(array['${steps.join("', '")}'])[:step]`;
const commits = `\\set id random(1, ${modPacks})
\\set step random(1, ${steps.length})
begin;
update mod_packs set status = ${step} where id = :id;
insert into events (mod_pack_id, run_configuration_id, status, message) values (:id, :id * 2, ${step}, 'A step.');
commit;
`;

const setStatus = 'update mod_packs set status = $1 where id = $2';
const addEvent =
  'insert into events (mod_pack_id, run_configuration_id, status, message) values ($1, $2, $3, $4)';

await using parts = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'writes-bench-'));
parts.defer(() => rm(folder, { recursive: true, force: true }));
const database = await ownDatabase(process.env.DATABASE_URL);
parts.defer(() => database.drop());
const { url } = database;
if (!url) throw new Error('Set DATABASE_URL to a PostgreSQL server.');

const environment = { PORT: '0', DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent', WEB: 'off' };
const app = parts.use(await createApp(readConfig({ ...environment, ROLE: 'api' })));
await fill((statement) => app.database.patient.execute(statement), { modPacks, clientMods: 45 });
installPeers();
const client = new pg.Client({ connectionString: url });
await client.connect();
parts.defer(() => client.end());
const byHand = new pg.Pool({ connectionString: url, max: defaultServerSettings.pool, pipeline: true });
parts.defer(() => byHand.end());

/** How often a second so many at once get their work done. */
async function rateOf(atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  const line = async () => {
    while (performance.now() < until) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return done / seconds;
}

const randomId = (most: number) => 1 + Math.floor(Math.random() * most);
const voted = 'serverPack { databaseId size sha256 downloads confirmedWorking createdAt }';
const vote = (fields: string) =>
  `mutation ($id: ID!) { voteServerPack(input: { serverPack: $id, vote: UP }) { ${fields} } }`;

async function voteOnce({ client: http }: Server, query: string): Promise<void> {
  const id = Buffer.from(`ServerPack:${randomId(modPacks * 2)}`).toString('base64');
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables: { id } }),
  });
  const text = await body.text();
  if (statusCode !== 200 || !text.includes('confirmedWorking')) throw new Error(text.slice(0, 500));
}

function commitOnce({ database: { db } }: Pick<App, 'database'>): Promise<void> {
  const id = randomId(modPacks);
  const run = { modPackId: id, runConfigurationId: id * 2 };
  const status = steps[randomId(steps.length) - 1] ?? 'CHECKING';
  return db.transaction((tx) => recordEvents(tx, run, [{ status, message: 'A step.' }]));
}

/** What pgbench says of a script. */
async function pgbench(script: string, clients: number): Promise<number> {
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file];
  const { stdout } = await promisify(execFile)('pgbench', [...how, url ?? '']);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** With the triggers of our tables switched off meanwhile. */
async function withoutTriggers<Result>(work: () => Promise<Result>): Promise<Result> {
  const triggers = async (state: 'disable' | 'enable') => {
    for (const table of ['server_packs', 'mod_packs', 'events'])
      await client.query(`alter table ${table} ${state} trigger user`);
  };
  await triggers('disable');
  return work().finally(() => triggers('enable'));
}

/** The same commit by the driver alone, asked for by one write, on as many connections as the service has. */
async function commitByHand(): Promise<void> {
  const id = randomId(modPacks);
  const status = steps[randomId(steps.length) - 1] ?? 'CHECKING';
  const connection = await byHand.connect();
  try {
    await Promise.all([
      connection.query('begin'),
      connection.query({ name: 'status', text: setStatus, values: [status, id] }),
      connection.query({ name: 'event', text: addEvent, values: [id, id * 2, status, 'A step.'] }),
      connection.query('commit'),
    ]);
  } finally {
    connection.release();
  }
}

interface Row {
  what: string;
  aim: number;
  /** For pgbench. */
  script: string;
  atOnce: number;
  once: () => Promise<void>;
  /** What else does the same, by its name: how often a second. */
  others: Record<string, () => Promise<number>>;
}

async function measure({ what, aim, script, atOnce, once, others }: Row): Promise<void> {
  const rates = new Map<string, number[]>();
  const ways: Row['others'] = {
    ours: () => rateOf(atOnce, once),
    pgbench: () => withoutTriggers(() => pgbench(script, atOnce)),
    'with our triggers': () => pgbench(script, atOnce),
    ...others,
  };
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, rate] of shuffled(Object.entries(ways))) {
      const found = await rate();
      // The first round is what compiles the hot paths; it does not count.
      if (round >= 0) rates.set(name, [...(rates.get(name) ?? []), found]);
    }
  }
  const all = (name: string) => rates.get(name) ?? [];
  const ofAll = (name: string) => median(all(name)).toFixed(0);
  const ratio = (name: string) => spread(ratiosOf(all(name), all('pgbench')));
  const ofOthers = Object.keys(others).map((name) => `; ${name} ${ofAll(name)}, which is ${ratio(name)}`);
  tell({
    what,
    against: 'pgbench, the same statements without our triggers',
    found: ratio('ours'),
    aim: `at least ${aim}`,
    figures: `a second: ${ofAll('ours')}, pgbench ${ofAll('pgbench')}, with our triggers ${ofAll('with our triggers')}${ofOthers.join('')}`,
  });
}

/** The servers end with it: their connections would be too many beside those of the writers. */
async function measureVotes(databaseUrl: string): Promise<void> {
  await using server = await startService(folder, databaseUrl);
  await using mercurius = await startPeer('mercurius', databaseUrl);
  await using least = await startPeer('least', databaseUrl);
  await measure({
    what: `votes a second, ${voters} clients`,
    aim: 0.8,
    script: votes,
    atOnce: voters,
    once: () => voteOnce(server, vote(`... on VoteCounted { ${voted} }`)),
    others: {
      mercurius: () => rateOf(voters, () => voteOnce(mercurius, vote(voted))),
      'a server of nothing but this statement': () => rateOf(voters, () => voteOnce(least, vote(voted))),
    },
  });
}

const before = loadavg()[0];
console.log(titles);
await measureVotes(url);
await measure({
  what: `commits a second, ${writers} writers`,
  aim: 0.5,
  script: commits,
  atOnce: writers,
  once: () => commitOnce(app),
  others: {
    'by hand from Node, without our triggers': () => withoutTriggers(() => rateOf(writers, commitByHand)),
  },
});
console.log(
  `\n${modPacks} modpacks, ${rounds} rounds, ${cpus().length} processors, load of the machine ${before?.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}.`,
);
