/**
 * Measures the whole lists of the REST API against one SQL statement that makes the same JSON and is piped through, in
 * rounds that alternate, over 10,000 modpacks with 20,000 server packs: all of it read anew, after a change of one row,
 * unchanged, and for a client that has it. Runs on the PostgreSQL of DATABASE_URL, in a
 * database of its own, or else on the embedded one. `--small` makes a quick run of everything, `--rounds <n>` sets the
 * number of rounds. `--events <n>` measures nothing but the list of all events, so many of them, read anew, and how far
 * the memory of the process grows meanwhile.
 */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { rows } from '../src/database/database.ts';
import { openServer } from '../src/http/server.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { fill, median, ownDatabase } from './rows.ts';

const { values } = parseArgs({
  options: { small: { type: 'boolean' }, rounds: { type: 'string' }, events: { type: 'string' } },
});
const events = values.events === undefined ? null : Number(values.events);
const rounds = Number(values.rounds ?? (values.small ? 2 : events === null ? 9 : 3));
const eventsOfModPack = 16;
const modPacks = events === null ? (values.small ? 500 : 10_000) : Math.ceil(events / eventsOfModPack);

/** The contract's JSON in one statement each. */
const runConfiguration =
  sql.raw(`json_build_object('id', r.id, 'gameVersion', r.game_version, 'modloader', r.modloader,
  'modloaderVersion', r.modloader_version, 'startArgs', r.start_args, 'clientMods', r.client_mods,
  'whitelistedMods', r.whitelisted_mods)`);
const serverPack = (
  fileId: string,
) => sql`json_build_object('id', s.id, 'size', f.size, 'downloads', s.downloads,
  'confirmedWorking', s.confirmed_working, 'dateCreated', (extract(epoch from s.date_created) * 1000)::bigint,
  ${sql.raw(fileId)} 'sha256', f.sha256, 'runConfiguration', ${runConfiguration})`;
const statements: Record<string, SQL> = {
  'modpacks/all': sql`select json_agg(json_build_object('id', m.id, 'source', m.source, 'name', m.name, 'size', f.size,
    'status', m.status, 'serverPacks', coalesce((
      select json_agg(${serverPack("'fileID', s.file_id,")} order by s.id) from server_packs s
      join files f on f.id = s.file_id join run_configurations r on r.id = s.run_configuration_id
      where s.mod_pack_id = m.id), '[]'),
    'sha256', f.sha256, 'versionID', m.version_id, 'projectID', m.project_id,
    'dateCreated', (extract(epoch from m.date_created) * 1000)::bigint) order by m.id desc)::text as body
    from mod_packs m join files f on f.id = m.file_id`,
  'serverpacks/all': sql`select json_agg(${serverPack('')} order by s.id desc)::text as body from server_packs s
    join files f on f.id = s.file_id join run_configurations r on r.id = s.run_configuration_id`,
  'runconfigs/all': sql`select json_agg(${runConfiguration} order by r.id)::text as body from run_configurations r`,
  'events/all': sql`select json_agg(json_build_object('id', e.id, 'modPackId', e.mod_pack_id, 'serverPackId',
    e.server_pack_id, 'status', e.status, 'message', e.message,
    'timestamp', (extract(epoch from e.timestamp) * 1000)::bigint, 'errors', e.errors) order by e.id desc)::text as body
    from events e`,
};
/** What makes each list another one, in one of its rows. */
const changes: Record<string, SQL> = {
  'modpacks/all': sql`update mod_packs set project_id = project_id where id = 1`,
  'serverpacks/all': sql`update server_packs set downloads = downloads + 1 where id = 1`,
  'runconfigs/all': sql`update run_configurations set modloader = modloader where id = 1`,
  'events/all': sql`update events set message = message where id = 1`,
};

/** How a list is asked for, with the most that the ratio should be. */
const ways = [
  ['anew', 'read anew', '1.0'],
  ['changed', 'after a change', '0.1'],
  ['unchanged', 'unchanged', '0.03'],
  ['kept', '304', ''],
  ['constant', 'as many bytes from memory by node:http', ''],
] as const;

const folder = await mkdtemp(join(tmpdir(), 'list-bench-'));
const database = await ownDatabase(process.env.DATABASE_URL);
try {
  await (events === null ? measureAll() : measureEvents());
} finally {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  await using app = await createApp(config);
  const { db } = app.database;
  await fill((statement) => app.database.patient.execute(statement), { modPacks, clientMods: 12 });
  await using service = await openServer(app);
  await using forgetful = await openServer({ ...app, config: { ...config, listCacheBytes: 0 } });
  await using plain = await openPlainServer(async (list) => {
    const [row] = await rows(db, statements[list] ?? sql``);
    return row && 'body' in row ? String(row.body) : '';
  });
  let constant = Buffer.alloc(0);
  await using still = await openPlainServer(async () => constant);
  console.log(`${modPacks} modpacks, ${modPacks * 2} server packs, on the ${app.database.kind} database`);
  console.log(titles);
  for (const [list, change] of Object.entries(changes)) {
    const times: Record<'piped' | (typeof ways)[number][0], number[]> = {
      constant: [],
      piped: [],
      anew: [],
      changed: [],
      unchanged: [],
      kept: [],
    };
    let wait = 0;
    // What a service that has been up for a while has in memory.
    await get(`${service.address}/api/v2/${list}`);
    for (let round = 0; round < rounds; round += 1) {
      await db.execute(change);
      times.piped.push((await get(`${plain.address}/${list}`)).milliseconds);
      const stopWatching = watchLoop();
      times.anew.push((await get(`${forgetful.address}/api/v2/${list}`)).milliseconds);
      wait = Math.max(wait, stopWatching());
      const first = await get(`${service.address}/api/v2/${list}`);
      times.changed.push(first.milliseconds);
      times.unchanged.push((await get(`${service.address}/api/v2/${list}`)).milliseconds);
      constant = Buffer.alloc(first.bytes, '[');
      times.constant.push((await get(`${still.address}/${list}`)).milliseconds);
      const headers = { 'if-none-match': first.headers.etag };
      times.kept.push((await get(`${service.address}/api/v2/${list}`, headers)).milliseconds);
    }
    for (const [kind, name, aim] of ways)
      tell({
        what: `${list}: ${name}`,
        against: 'one json_agg piped',
        found: spread(ratiosOf(times[kind], times.piped)),
        aim,
        figures: `${median(times[kind]).toFixed(1)} ms, ${median(times.piped).toFixed(1)} ms`,
      });
    console.log(`longest wait of the event loop ${wait.toFixed(0)} ms`);
  }
  console.log(`memory of the process at its peak: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
}

/** The list of all events alone. What the one statement takes comes last, since the process holds its whole answer. */
async function measureEvents(): Promise<void> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  const databaseServer = { ...config.databaseServer, statementTimeoutMs: 120_000 };
  await using app = await createApp({ ...config, databaseServer, listCacheBytes: 0 });
  const { db, patient } = app.database;
  await fill((statement) => patient.execute(statement), { modPacks, clientMods: 12 });
  await patient.execute(sql`vacuum analyze events`);
  await using service = await openServer(app);
  const statement = statements['events/all'] ?? sql``;
  await using plain = await openPlainServer(async () => {
    const [row] = await rows(db, statement);
    return row && 'body' in row ? String(row.body) : '';
  });
  console.log(
    `${modPacks * eventsOfModPack} events, on the ${app.database.kind} database; ${rounds} rounds, milliseconds`,
  );
  const rss = () => process.memoryUsage().rss / 1024 / 1024;
  const anew: number[] = [];
  const before = rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, rss());
  }, 20);
  let wait = 0;
  for (let round = 0; round < rounds; round += 1) {
    const stopWatching = watchLoop();
    anew.push((await get(`${service.address}/api/v2/events/all`)).milliseconds);
    wait = Math.max(wait, stopWatching());
  }
  clearInterval(sampling);
  const piped: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    piped.push((await get(`${plain.address}/events/all`)).milliseconds);
  const ratio = median(anew) / median(piped);
  console.log(`read anew ${anew.map(Math.round).join(', ')}; SQL ${piped.map(Math.round).join(', ')}`);
  console.log(
    `ratio of the medians ${ratio.toFixed(2)}; memory ${Math.round(before)} MiB before, at most ${Math.round(peak)} while it was read; longest wait of the event loop ${wait.toFixed(0)}`,
  );
}

interface PlainServer extends AsyncDisposable {
  address: string;
}

/** The least a server can do: ask for the body, send it. */
async function openPlainServer(bodyOf: (list: string) => Promise<string | Buffer>): Promise<PlainServer> {
  const server = http.createServer((request, response) => {
    bodyOf((request.url ?? '').slice(1)).then(
      (body) => response.setHeader('content-type', 'application/json').end(body),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    address: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads an answer to its end. */
async function get(url: string, headers: Record<string, string | undefined> = {}) {
  const start = performance.now();
  const request = http.get(url, { headers: { ...headers } });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>();
  let bytes = 0;
  request.on('error', reject);
  request.on('response', (response) => {
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    response.on('error', reject);
    response.on('end', () => resolve(response.headers));
  });
  const answered = await promise;
  return { headers: answered, bytes, milliseconds: performance.now() - start };
}

/** The longest that a timer had to wait, in milliseconds, once it is told to stop. */
function watchLoop(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
