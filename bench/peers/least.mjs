/**
 * The least that these questions can cost on Node with this driver: no GraphQL, no framework, no rights, no limits, no log; one statement by
 * its name for each, whose one text is the answer. What a service takes beyond it is the price of being one.
 */
import { createServer } from 'node:http';
import { ask } from './rows.mjs';
import { numberOf } from './schema.mjs';

const date = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const run = `json_build_object('databaseId', r.id, 'configuration', json_build_object('gameVersion', r.game_version,
  'modloader', upper(r.modloader), 'modloaderVersion', r.modloader_version, 'startArgs', r.start_args,
  'clientMods', r.client_mods, 'whitelistedMods', r.whitelisted_mods))`;
const serverPack = `'databaseId', s.id, 'size', f.size, 'sha256', f.sha256, 'downloads', s.downloads,
  'confirmedWorking', s.confirmed_working, 'createdAt', ${date('s.date_created')}`;
const nodes = (each, from, order) =>
  `json_build_object('nodes', (select coalesce(json_agg(${each} order by ${order}), '[]'::json) from ${from}))`;
const serverPacks = nodes(
  `json_build_object(${serverPack}, 'run', ${run})`,
  `server_packs s join files f on f.id = s.file_id join run_configurations r on r.id = s.run_configuration_id
    where s.mod_pack_id = m.id`,
  's.id',
);
const runs = nodes(run, 'run_configurations r where r.mod_pack_id = m.id', 'r.id');
const modPack = `json_build_object('databaseId', m.id, 'name', m.name, 'source', m.source, 'status', m.status,
  'size', f.size, 'sha256', f.sha256, 'downloads', t.downloads, 'confirmedWorking', t.confirmed_working,
  'projectID', m.project_id, 'versionID', m.version_id, 'createdAt', ${date('m.date_created')},
  'serverPacks', ${serverPacks}, 'runs', ${runs})`;
const joined = 'join files f on f.id = m.file_id join mod_pack_totals t on t.mod_pack_id = m.id';

/** Under these names, each with one value. */
const statements = {
  newest: `select json_build_object('data', json_build_object('modPacks', ${nodes(
    modPack,
    `(select * from mod_packs order by id desc limit $1) m ${joined}`,
    'm.id desc',
  )}))::text`,
  one: `select json_build_object('data', json_build_object('modPack', ${modPack}))::text
    from mod_packs m ${joined} where m.id = $1`,
  vote: `with s as (update server_packs set confirmed_working =
      least(2147483647, greatest(-2147483648, confirmed_working::bigint + 1))::integer where id = $1 returning *)
    select json_build_object('data', json_build_object('voteServerPack',
      json_build_object(${serverPack})))::text from s join files f on f.id = s.file_id`,
};

const textOf = async (name, value) => (await ask(name, statements[name], value))[0]?.[0] ?? '';

function send(response, text) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    return send(response, await textOf('one', Number(request.url.slice('/api/v2/modpacks/'.length))));
  }
  const chunks = await request.toArray();
  const { variables } = JSON.parse(Buffer.concat(chunks).toString());
  if (variables.first !== undefined) return send(response, await textOf('newest', variables.first));
  if (typeof variables.id === 'number') return send(response, await textOf('one', variables.id));
  return send(response, await textOf('vote', numberOf(variables.id)));
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
