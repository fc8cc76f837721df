/**
 * Writes a second against `pgbench` with the same statements, with and without our triggers: votes by 20 clients over
 * HTTP, which Mercurius and a bare server take too, and commits of a step of a run by 50 writers on the service's own
 * connections, and on as many of the driver alone. Needs pgbench.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createApp } from '../src/app.ts';
import { recordEvents } from '../src/core/events/events.ts';
import { defaultServerSettings } from '../src/database/settings.ts';
import { askAll, ofOne, prepare } from './asks.ts';
import {
  ownDatabase,
  Rounds,
  readOptions,
  tell,
  tellMachine,
  temporaryFolder,
  withClient,
} from './harness.ts';
import { configOf } from './rows.ts';
import { type Server, startPeer, startService } from './servers.ts';

const { small, rounds } = readOptions({ full: 5, small: 1 });
const secondsOfRound = small ? 1 : 4;
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

await using folder = await temporaryFolder();
await using database = await ownDatabase();
const { url } = database;
await prepare([{ dataDir: folder.path, url }], modPacks);

/** Work that goes on for a round; answers how often a second it was done. */
type Writing = () => Promise<number>;

/** So many at once, each of which does it again and again. */
async function rateOf(atOnce: number, work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + secondsOfRound * 1_000;
  let done = 0;
  const line = async () => {
    for (; performance.now() < until; done += 1) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return done / secondsOfRound;
}

async function pgbench(script: string, clients: number): Promise<number> {
  const file = `${folder.path}/script.sql`;
  await writeFile(file, script);
  const time = ['-T', String(secondsOfRound)];
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', ...time, '-f', file];
  const { stdout } = await promisify(execFile)('pgbench', [...how, url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** With the triggers of our tables switched off meanwhile. */
async function withoutTriggers<Result>(work: () => Promise<Result>): Promise<Result> {
  const triggers = (state: 'disable' | 'enable') =>
    withClient(url, async (client) => {
      for (const table of ['server_packs', 'mod_packs', 'events'])
        await client.query(`alter table ${table} ${state} trigger user`);
    });
  await triggers('disable');
  return work().finally(() => triggers('enable'));
}

interface Row {
  what: string;
  aim: number;
  /** For pgbench. */
  script: string;
  atOnce: number;
  ours: Writing;
  others: Record<string, Writing>;
}

async function measure({ what, aim, script, atOnce, ours, others }: Row): Promise<void> {
  const sides: Record<string, Writing> = {
    ours,
    pgbench: () => withoutTriggers(() => pgbench(script, atOnce)),
    'with our triggers': () => pgbench(script, atOnce),
    ...others,
  };
  const found = await new Rounds<'rate'>().take(
    Object.fromEntries(
      Object.entries(sides).map(([name, side]) => [name, async () => ({ rate: await side() })]),
    ),
    { rounds, warmUp: 1 },
  );
  const rate = (name: string) => found.median(name, 'rate').toFixed(0);
  const ratio = (name: string) => found.ratio(name, 'pgbench', 'rate');
  const ofOthers = Object.keys(others).map((name) => `; ${name} ${rate(name)}, which is ${ratio(name)}`);
  tell({
    what,
    against: 'pgbench, the same statements without our triggers',
    found: ratio('ours'),
    aim: `at least ${aim}`,
    figures: `a second: ${rate('ours')}, pgbench ${rate('pgbench')}, with our triggers ${rate('with our triggers')}${ofOthers.join('')}`,
  });
}

const randomId = (most: number) => 1 + Math.floor(Math.random() * most);
const randomStep = () => steps[randomId(steps.length) - 1] ?? 'CHECKING';
const asks = ofOne(modPacks * 2).vote;

function votesOf({ client }: Server, name: 'service' | 'mercurius' | 'least'): Writing {
  const ask = asks[name];
  if (!ask) throw new Error(`${name} takes no votes.`);
  return async () => {
    const until = performance.now() + secondsOfRound * 1_000;
    const goesOn = () => performance.now() < until;
    const done = await askAll(client, () => ask(randomId(modPacks * 2)), { lines: voters, goesOn });
    return done.length / secondsOfRound;
  };
}

/** The servers end with it: their connections would be too many beside those of the writers. */
async function measureVotes(): Promise<void> {
  await using server = await startService(folder.path, url);
  await using mercurius = await startPeer('mercurius', { DATABASE_URL: url });
  await using least = await startPeer('least', { DATABASE_URL: url });
  await measure({
    what: `votes a second, ${voters} clients`,
    aim: 0.8,
    script: votes,
    atOnce: voters,
    ours: votesOf(server, 'service'),
    others: {
      mercurius: votesOf(mercurius, 'mercurius'),
      'a server of nothing but this statement': votesOf(least, 'least'),
    },
  });
}

async function measureCommits(): Promise<void> {
  await using app = await createApp(configOf(folder.path, url, { ROLE: 'api' }));
  await using opened = new AsyncDisposableStack();
  const settings = { connectionString: url, max: defaultServerSettings.pool, pipeline: true };
  const driver = opened.adopt(new pg.Pool(settings), (pool) => pool.end());
  const commit = () => {
    const id = randomId(modPacks);
    const run = { modPackId: id, runConfigurationId: id * 2 };
    const step = { status: randomStep(), message: 'A step.' };
    return app.database.db.transaction((tx) => recordEvents(tx, run, [step]));
  };
  /** The same by the driver alone, sent at once. */
  const commitByDriver = async () => {
    const id = randomId(modPacks);
    const status = randomStep();
    const connection = await driver.connect();
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
  };
  await measure({
    what: `commits a second, ${writers} writers`,
    aim: 0.5,
    script: commits,
    atOnce: writers,
    ours: () => rateOf(writers, commit),
    others: {
      'by hand from Node, without our triggers': () => withoutTriggers(() => rateOf(writers, commitByDriver)),
    },
  });
}

await measureVotes();
await measureCommits();
tellMachine(`${modPacks} modpacks, ${rounds} rounds`);
