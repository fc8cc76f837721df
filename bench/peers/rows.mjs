/**
 * The SQL of the peers, by hand, over the service's own tables. Each statement is prepared once on each connection, and planned once, as
 * the service's are: for a list of ids PostgreSQL would otherwise plan at each execution.
 */
import pg from 'pg';

const configuration = `json_build_object('gameVersion', r.game_version,
  'modloader', upper(r.modloader), 'modloaderVersion', r.modloader_version, 'startArgs', r.start_args,
  'clientMods', r.client_mods, 'whitelistedMods', r.whitelisted_mods)`;
const modPack = `select m.id as "databaseId", m.name, m.source, m.status, f.size, f.sha256, t.downloads,
  t.confirmed_working as "confirmedWorking", m.project_id as "projectID", m.version_id as "versionID",
  m.date_created as "dateCreated"
  from mod_packs m join files f on f.id = m.file_id join mod_pack_totals t on t.mod_pack_id = m.id`;
const serverPack = `select s.id as "databaseId", s.mod_pack_id as "modPackId", s.file_id as "fileDatabaseId", f.size,
  f.sha256, s.downloads, s.confirmed_working as "confirmedWorking", s.date_created as "dateCreated",
  json_build_object('databaseId', r.id, 'configuration', ${configuration}) as run from server_packs s join files f on f.id = s.file_id
  join run_configurations r on r.id = s.run_configuration_id`;

// Sizes are whole numbers far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const open = (options) => new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options });
export const pool = open('-c plan_cache_mode=force_generic_plan');
/** For a statement that is a whole answer, whose plan depends on its value. */
const planning = open('');

/** The rows of a statement of another peer, each a list of its values. */
export const ask = async (name, text, value) =>
  (await planning.query({ name, text, values: [value], rowMode: 'array' })).rows;

const statement = (name, text) => async (value) => (await pool.query({ name, text, values: [value] })).rows;

export const newestModPacks = statement('newest', `${modPack} order by m.id desc limit $1`);
export const modPacksById = statement('by_id', `${modPack} where m.id = any($1::int[])`);
export const serverPacksById = statement('server_packs_by_id', `${serverPack} where s.id = any($1::int[])`);
export const serverPacksOf = statement(
  'server_packs_of',
  `${serverPack} where s.mod_pack_id = any($1::int[]) order by s.id`,
);
export const runsOf = statement(
  'runs_of',
  `select r.id as "databaseId", ${configuration} as configuration, r.mod_pack_id as "modPackId" from run_configurations r
    where r.mod_pack_id = any($1::int[]) order by r.id`,
);
export const voteUp = statement(
  'vote_up',
  `update server_packs set confirmed_working =
    least(2147483647, greatest(-2147483648, confirmed_working::bigint + 1))::integer where id = $1 returning id`,
);
