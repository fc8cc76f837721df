/**
 * The whole lists of the REST API against one SQL statement that makes the same JSON and is piped through, over 10,000
 * modpacks with 20,000 server packs: read anew, after a change of one row, unchanged, and for a client that has it.
 */
import http, { type IncomingHttpHeaders } from 'node:http';
import { type SQL, sql } from 'drizzle-orm';
import { createApp } from '../src/app.ts';
import { rows } from '../src/database/database.ts';
import { openServer } from '../src/http/server.ts';
import { msOf, ownDatabaseIfServer, portOf, Rounds, readOptions, tell, temporaryFolder } from './harness.ts';
import { configOf, fill } from './rows.ts';

const { small, rounds } = readOptions({ full: 9, small: 2 });
const modPacks = small ? 500 : 10_000;

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
const ways = {
  anew: { name: 'read anew', aim: '1.0' },
  changed: { name: 'after a change', aim: '0.1' },
  unchanged: { name: 'unchanged', aim: '0.03' },
  kept: { name: '304', aim: '' },
  constant: { name: 'as many bytes from memory by node:http', aim: '' },
};

await using folder = await temporaryFolder();
await using database = await ownDatabaseIfServer();
const config = configOf(folder.path, database?.url ?? null);
await using app = await createApp(config);
const { db, patient } = app.database;
await fill((statement) => patient.execute(statement), { modPacks, clientMods: 12 });
await using service = await openServer(app);
await using forgetful = await openServer({ ...app, config: { ...config, listCacheBytes: 0 } });
await using plain = await openPlainServer(async (list) => {
  const [row] = await rows(db, statements[list] ?? sql``);
  return row && 'body' in row ? String(row.body) : '';
});
let constant = Buffer.alloc(0);
await using still = await openPlainServer(async () => constant);
console.log(`${modPacks} modpacks, ${modPacks * 2} server packs, on the ${app.database.kind} database`);
for (const [list, change] of Object.entries(changes)) {
  const found = new Rounds<'ms'>();
  const path = `${service.address}/api/v2/${list}`;
  let wait = 0;
  // A service that has been up for a while has it in memory.
  await get(path);
  for (let round = 0; round < rounds; round += 1) {
    await db.execute(change);
    found.add('piped', await get(`${plain.address}/${list}`));
    const stopWatching = watchLoop();
    found.add('anew', await get(`${forgetful.address}/api/v2/${list}`));
    wait = Math.max(wait, stopWatching());
    const first = await get(path);
    found.add('changed', first);
    found.add('unchanged', await get(path));
    constant = Buffer.alloc(first.bytes, '[');
    found.add('constant', await get(still.address));
    found.add('kept', await get(path, { 'if-none-match': first.headers.etag }));
  }
  const shown = (way: string) => `${found.median(way, 'ms').toFixed(1)} ms`;
  for (const [way, { name, aim }] of Object.entries(ways))
    tell({
      what: `${list}: ${name}`,
      against: 'one json_agg piped',
      found: found.ratio(way, 'piped', 'ms'),
      aim,
      figures: `${shown(way)}, ${shown('piped')}`,
    });
  console.log(`longest wait of the event loop ${wait.toFixed(0)} ms`);
}
console.log(`memory of the process at its peak: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);

/** The least a server can do: ask for the body, send it. */
async function openPlainServer(bodyOf: (list: string) => Promise<string | Buffer>) {
  const server = http.createServer((request, response) => {
    bodyOf((request.url ?? '').slice(1)).then(
      (body) => response.setHeader('content-type', 'application/json').end(body),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  return {
    address: `http://127.0.0.1:${await portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads an answer to its end. */
async function get(url: string, headers: Record<string, string | undefined> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>();
  let bytes = 0;
  const ms = await msOf(() => {
    http
      .get(url, { headers: { ...headers } }, (response) => {
        response.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        response.on('error', reject);
        response.on('end', () => resolve(response.headers));
      })
      .on('error', reject);
    return promise;
  });
  return { headers: await promise, bytes, ms };
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
