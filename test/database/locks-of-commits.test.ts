import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordEvents } from '../../src/core/events/events.ts';
import { openDownloadCounts } from '../../src/core/figures/download-counts.ts';
import { deleteModPack, deleteServerPack } from '../../src/core/packs/deletion.ts';
import { requestServerPack, uploadModPack } from '../../src/core/packs/mod-packs.ts';
import { vote, voteAs } from '../../src/core/packs/server-packs.ts';
import { formOnly } from '../../src/core/runs/modloader-versions.ts';
import { takeRun } from '../../src/core/runs/queued-runs.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openUploadReservations } from '../../src/limits/upload-reservations.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp, testConfig } from '../support/app.ts';
import { eventsOf, smallPack, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { openTemporaryStorage, type TemporaryStorage } from '../support/temporary-storage.ts';

/** Notes of each transaction, as it commits, which tables it has written and what it has locked beside rows. */
const noting = `
  create table noted (transaction bigint, wrote text, locked text);
  create function note() returns trigger language plpgsql as $$ begin
    insert into noted select txid_current(), tg_table_name, case
        when locktype = 'relation' then mode || ' on ' || relation::regclass
        when objsubid = 1 and objid::bigint = hashtext('events')::bigint & 4294967295 then 'the order of events'
        when classid::bigint = hashtext('queued_runs')::bigint & 4294967295 then 'the line of a caller'
        when classid::bigint in (hashtext('figures')::bigint & 4294967295, hashtext('list_changes')::bigint & 4294967295) then 'rows to gather'
        else 'the name ' || classid || ' ' || objid
      end
      from (select) as one left join pg_locks on pid = pg_backend_pid() and granted and (locktype = 'advisory'
        or locktype = 'relation' and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock'));
    return null;
  end $$;
  do $$ declare written regclass; begin
    for written in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'noted' loop
      execute format('create constraint trigger note after insert or update or delete on %s
        deferrable initially deferred for each row execute function note()', written);
    end loop;
  end $$`;

/**
 * Notes which tables a statement writes whose transaction has the order of events already; what triggers write is part of their statement.
 * By its name it comes before the trigger that takes the order.
 */
const notingLate = `
  create table late (wrote text);
  create function note_late() returns trigger language plpgsql as $$ begin
    insert into late select tg_table_name from pg_locks where pg_trigger_depth() = 1 and pid = pg_backend_pid() and granted
      and locktype = 'advisory' and objsubid = 1 and objid::bigint = hashtext('events')::bigint & 4294967295;
    return null;
  end $$;
  do $$ declare written regclass; begin
    for written in select oid from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not in ('noted', 'late') loop
      execute format('create trigger aside before insert or update or delete on %s
        for each statement execute function note_late()', written);
    end loop;
  end $$`;

/** Whoever writes about the first server pack, or as the caller "held", stops at its commit while somebody has the lock. */
const gate = 4711;
const holding = `
  create function hold() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${gate});
    return null;
  end $$;
  create constraint trigger hold after update or delete on server_packs deferrable initially deferred
    for each row when (old.id = 1) execute function hold();
  create constraint trigger hold after insert on downloads deferrable initially deferred
    for each row when (new.server_pack_id = 1) execute function hold();
  create constraint trigger hold after insert on held_uploads deferrable initially deferred
    for each row when (new.caller = 'caller 1') execute function hold();
  create constraint trigger hold after insert on mod_packs deferrable initially deferred
    for each row when (new.name = '1.zip') execute function hold();
  create constraint trigger hold after update on queued_runs deferrable initially deferred
    for each row when (new.mod_pack_id = 1 and new.state = 'BEGUN') execute function hold();
  create constraint trigger hold after insert on events deferrable initially deferred
    for each row when (new.mod_pack_id = 1) execute function hold()`;

/** More bytes than anything takes. */
const huge = { all: 2 ** 40, caller: 2 ** 40, anonymous: 2 ** 40 };
const limits = { all: 1_000_000, caller: 1_000_000, anonymous: 1_000_000 };

/** What taking a modpack needs, of parts that are there for the test. */
function needsOf(
  database: Database,
  { storage, directory }: Pick<TemporaryStorage, 'storage' | 'directory'>,
) {
  const given = testConfig(directory);
  const config = { ...given, sharedLimits: { ...given.sharedLimits, queue: limits } };
  return {
    database,
    storage,
    versions: formOnly,
    readVersions: async () => null,
    unpackInner: async () => null,
    config,
  };
}

const runConfiguration = {
  gameVersion: '1.20.1',
  modloader: 'Fabric',
  modloaderVersion: '0.15.7',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
};

const newRun = z.tuple([z.object({ modPackId: z.int(), runConfigurationId: z.int() })]);

/** Puts one more run of a modpack in line, before all others, with a state of the test's own. */
async function insertRun({ db }: Pick<Database, 'db'>, modPackId: number, state: 'WAITING' | 'BEGUN') {
  const made = await rows(
    db,
    sql`
      with run as (
        insert into run_configurations
          (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
        values (${modPackId}, '1.20.1', 'Fabric', '0.15.7', '[]', '[]', '[]') returning id
      )
      insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state)
      select id, ${modPackId}, 'caller 3', -1, ${state} from run
      returning mod_pack_id as "modPackId", run_configuration_id as "runConfigurationId"`,
  );
  return newRun.parse(made)[0];
}

/** What records events, whose order all of these wait for. */
const recording = new Set(['an event', 'an upload', 'a request for a server pack', 'the end of a run']);

/** What is written by itself, about the modpack of this number with the server pack and the run of the same. */
const writes: Record<
  string,
  (database: Database, of: number, store: Pick<TemporaryStorage, 'storage' | 'directory'>) => Promise<unknown>
> = {
  'an upload': async (database, of, store) => {
    const pack = Readable.from([smallPack(crypto.randomUUID())]);
    const file = await store.storage.receive(pack, { maxBytes: 1_000_000 });
    const upload = { file, name: `${of}.zip`, runConfiguration };
    return uploadModPack(needsOf(database, store), upload, { tokenId: null, caller: `caller ${of}` });
  },
  'a request for a server pack': (database, of, store) =>
    requestServerPack(
      needsOf(database, store),
      { modPackId: of, runConfiguration },
      { tokenId: null, caller: `caller ${of}` },
    ),
  'a run that is taken': async ({ db }, of) => {
    await insertRun({ db }, of, 'WAITING');
    const taken = await takeRun(db, crypto.randomUUID());
    await rows(db, sql`delete from queued_runs where run_configuration_id = ${taken?.id} returning 1`);
  },
  'the end of a run': async (database, of) => {
    const run = await insertRun(database, of, 'BEGUN');
    await database.db.transaction((tx) => recordEvents(tx, run, [{ status: 'ERROR', message: '' }]));
  },
  'a vote': (database, of) => vote(database, of, 1),
  'the vote of a voter': (database, of) =>
    voteAs(database, { serverPackId: of, voter: 'discord:1', direction: 1 }),
  'a download': ({ db }, of) =>
    openDownloadCounts({ db, log: pino({ level: 'silent' }) }).count({ serverPackId: of }),
  'bytes that arrive': (database, of) =>
    openUploadReservations(database, {
      unfinished: huge,
      parked: huge,
      forgetAfterMs: 60_000,
      tokenReserveBytes: 0,
    })
      .open({ caller: `caller ${of}`, tokenId: null, quota: null })
      .take(1_000, 1_000),
  'an event': ({ db }, of) =>
    db.transaction((tx) =>
      recordEvents(tx, { modPackId: of, runConfigurationId: of }, [{ status: 'CHECKED', message: '' }]),
    ),
  'a deletion': deleteServerPack,
};

describe.runIf(databaseKinds.includes('server'))('what a commit locks', () => {
  it('is no whole table, and nothing that another commit locks too but the order of events, by those that record one', async () => {
    await using place = await createServerDatabase();
    await using service = await startTestApp({
      overrides: { database: await openDatabase(place.url, { memory: true }) },
    });
    const { database } = service.app;
    await onConnection(place.url, async (client) => {
      await client.query(noting);
      await client.query(notingLate);
    });
    const uploads = await Promise.all(['one', 'other'].map((mark) => upload(service.url, smallPack(mark))));
    const [one = 0, other = 0] = uploads.map(({ body }) => body.modPackId ?? 0);
    const serverPackOf = async (modPackId: number) => {
      await expect.poll(async () => (await eventsOf(service.url, modPackId)).length).toBe(8);
      return (await eventsOf(service.url, modPackId)).at(-1)?.serverPackId ?? 0;
    };
    const serverPacks = [await serverPackOf(one), await serverPackOf(other)];
    for (const id of serverPacks) {
      await vote(database, id, 1);
      await voteAs(database, { serverPackId: id, voter: 'discord:1', direction: 1 });
      await (await fetch(`${service.url}/api/v2/serverpacks/download/${id}`)).bytes();
    }
    await deleteServerPack(database, serverPacks[0] ?? 0);
    await deleteModPack(database, other);

    await onConnection(place.url, async (client) => {
      const ask = async (query: string) =>
        (await client.query({ text: query, rowMode: 'array' })).rows.flat();
      const wrote = await ask('select distinct wrote from noted');
      expect(wrote).toEqual(
        expect.arrayContaining([
          'mod_packs',
          'run_configurations',
          'server_packs',
          'files',
          'events',
          'votes',
          'downloads',
          'figures',
        ]),
      );
      expect(await ask(`select distinct locked from noted where locked like '%Lock on %'`)).toEqual([]);
      // A name is that of a content, and each of these has another one.
      expect(
        await ask(`select locked from noted where locked like 'the name %'
          group by locked having count(distinct transaction) > 1`),
      ).toEqual([]);
      expect(
        await ask(`select count(*)::int from (select transaction from noted group by transaction
          having bool_or(locked = 'the order of events') and not bool_or(wrote = 'events')) as needless`),
      ).toEqual([0]);
      expect(
        await ask(`select count(distinct transaction) > 2 from noted where locked = 'the order of events'`),
      ).toEqual([true]);
      // Once they have it, they begin with nothing else.
      expect(await ask('select distinct wrote from late')).toEqual([]);
      // Of what triggers lock, they wait for nothing else.
      expect(
        await ask(`select proname from pg_proc where pronamespace = 'public'::regnamespace
          and prosrc ~ 'pg_advisory' and proname not in ('note', 'note_late', 'hold')`),
      ).toEqual(['events_in_commit_order']);
    });
  });

  it('keeps nobody waiting who writes about something else, unless both record events', async () => {
    await using place = await createServerDatabase();
    await using here = await openDatabase(place.url, { memory: true });
    await using there = await openDatabase(place.url, { memory: true });
    await using store = await openTemporaryStorage();
    await insertFinishedRuns(here.db, { modPacks: 3 + Object.keys(writes).length, runs: 1 });
    await onConnection(place.url, async (client) => {
      await client.query(holding);
      const stopped = async () => {
        const { rowCount } = await client.query(
          `select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        );
        return rowCount;
      };
      let next = 3;
      for (const [held, write] of Object.entries(writes)) {
        await client.query(`select pg_advisory_lock(${gate})`);
        const first = write(here, 1, store);
        await expect.poll(stopped, { message: held }).toBe(1);
        for (const [name, other] of Object.entries(writes)) {
          if (recording.has(held) && recording.has(name)) continue;
          await other(there, name === 'a deletion' ? next++ : 2, store);
        }
        await client.query(`select pg_advisory_unlock(${gate})`);
        await first;
      }
    });
  });
});
