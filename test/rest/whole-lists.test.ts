import { eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import type { AppOverrides } from '../../src/app.ts';
import { type Queries, rows } from '../../src/database/database.ts';
import { openServer } from '../../src/http/server.ts';
import { modloaderNames } from '../../src/modloaders/modloader.ts';
import { startTestApp } from '../support/app.ts';
import { openKept } from '../support/kept-databases.ts';
import { send } from './contract/service.ts';

/** What JSON escapes. */
const oddText = 'a"b\\c/d\b\n\u0001\u2028é💥, "x"';
const lists = ['modpacks', 'serverpacks', 'runconfigs', 'events'];

/** The lists as a server answers them, and as one does that keeps nothing. */
async function startTwoServers(overrides: AppOverrides = {}) {
  const service = await startTestApp({
    overrides,
    environment: { RATE_LIMIT: 'off', 'config.listCacheBytes': '100000000' },
  });
  const { app } = service;
  const forgetful = await openServer({ ...app, config: { ...app.config, listCacheBytes: 0 } });
  const read = async (address: string) => {
    const answers = lists.map(async (list) => [list, (await send(address, `/api/v2/${list}/all`)).text]);
    return Object.fromEntries(await Promise.all(answers));
  };
  return {
    address: service.url,
    db: app.database.db,
    kept: () => read(service.url),
    anew: () => read(forgetful.address),
    async [Symbol.asyncDispose]() {
      await forgetful.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Rows as finished runs leave them, enough for several parts of every list: two server packs a modpack. */
async function fill(db: Queries): Promise<void> {
  const name = sql`encode(sha256(i::text::bytea), 'hex')`;
  for (const statement of [
    sql`insert into files (sha256, size, storage_key) select ${name}, 500 + i, ${name} from generate_series(1, 900) i`,
    sql`insert into mod_packs (file_id, name, status) select i, 'Pack.zip', 'GENERATED' from generate_series(1, 300) i`,
    sql`insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select (i + 1) / 2, '1.20.1', 'Forge', '47.2.0', '[]', '["a-", "b"]', '[]' from generate_series(1, 600) i`,
    sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id)
      select (i + 1) / 2, i, 300 + i from generate_series(1, 600) i`,
    sql`insert into events (mod_pack_id, run_configuration_id, server_pack_id, status, message)
      select (i + 1) / 2, i, i, 'GENERATED', 'Generated ServerPack.' from generate_series(1, 600) i, generate_series(1, 4)`,
  ]) {
    await db.execute(statement);
  }
}

/** Deletions that leave parts with gaps, and parts without any row. */
async function thinOut(db: Queries): Promise<void> {
  await db.execute(sql`delete from mod_packs where id between 40 and 60`);
  await db.execute(sql`delete from server_packs where id between 250 and 520`);
}

const changes: Record<string, SQL> = {
  'a download': sql`update server_packs set downloads = downloads + 1 where id = 3`,
  'a vote in the middle': sql`update server_packs set confirmed_working = 7 where id = 249`,
  'a status': sql`update mod_packs set status = 'ERROR' where id = 299`,
  'statuses everywhere': sql`update mod_packs set status = 'QUEUED' where id % 2 = 0`,
  'a deleted server pack': sql`delete from server_packs where id = 10`,
  'a deleted modpack': sql`delete from mod_packs where id = 256`,
  'a deleted event': sql`delete from events where id = 1`,
  'an event': sql`insert into events (mod_pack_id, run_configuration_id, status, message)
    values (1, 1, 'QUEUED', 'Submitted task to queue.')`,
  'the loss of everything': sql`delete from mod_packs`,
};

describe('whole lists of several parts', () => {
  it('are the same from memory as from the database, whatever changes', async () => {
    await using service = await startTwoServers();
    expect(await service.kept()).toEqual({
      modpacks: '[]',
      serverpacks: '[]',
      runconfigs: '[]',
      events: '[]',
    });
    await fill(service.db);
    expect(await service.kept()).toEqual(await service.anew());
    await thinOut(service.db);
    expect(await service.kept()).toEqual(await service.anew());
    for (const [what, change] of Object.entries(changes)) {
      const before = await service.anew();
      await service.db.execute(change);
      const after = await service.anew();
      expect([what, after]).not.toEqual([what, before]);
      expect([what, await service.kept()]).toEqual([what, after]);
    }
  });

  it('hold every row once and in order', async () => {
    await using service = await startTwoServers();
    await fill(service.db);
    await thinOut(service.db);
    const shown = await service.kept();
    for (const [list, table, order] of [
      ['modpacks', 'mod_packs', 'desc'],
      ['serverpacks', 'server_packs', 'desc'],
      ['runconfigs', 'run_configurations', 'asc'],
      ['events', 'events', 'desc'],
    ] as const) {
      const elements: { id: number }[] = JSON.parse(shown[list]);
      const stored = await rows(service.db, sql.raw(`select id from ${table} order by id ${order}`));
      expect(elements.map(({ id }) => ({ id }))).toEqual(stored);
    }
  });

  it('show server packs and run configurations as modpacks do, by whichever way they are read', async () => {
    await using service = await startTwoServers();
    await fill(service.db);
    const odd = { clientMods: [oddText, '', '", "'], gameVersion: oddText, startArgs: [oddText] };
    for (const [index, modloader] of modloaderNames.entries())
      await service.db
        .update(runConfigurations)
        .set({ ...odd, modloader })
        .where(eq(runConfigurations.id, index + 1));
    const dateCreated = new Date('2026-01-02T03:04:05.678Z');
    await service.db.update(serverPacks).set({ dateCreated, confirmedWorking: -2_147_483_648, downloads: 3 });
    const { modpacks = '', serverpacks = '', runconfigs = '' } = await service.anew();
    const nested = z
      .array(z.object({ serverPacks: z.array(z.looseObject({ fileID: z.number(), id: z.number() })) }))
      .parse(JSON.parse(modpacks))
      .flatMap((modPack) => modPack.serverPacks)
      .map(({ fileID: _, ...pack }) => pack)
      .toSorted((a, b) => b.id - a.id);
    // As texts, since fields have an order.
    expect(serverpacks).toBe(JSON.stringify(nested));
    expect(runconfigs).toBe(
      JSON.stringify(nested.map(({ runConfiguration }) => runConfiguration).toReversed()),
    );
    expect(serverpacks).toContain('"dateCreated":1767323045678,');
    for (const [list, id, place] of [
      ['serverpacks', 1, -1],
      ['runconfigs', 1, 0],
    ] as const) {
      const [whole, one] = await Promise.all(
        [`${list}/all`, `${list}/${id}`].map((path) => send(service.address, `/api/v2/${path}`)),
      );
      expect(JSON.stringify(JSON.parse(whole?.text ?? '').at(place))).toBe(one?.text);
    }
  });

  it('change in transactions that touch their parts in opposite orders without waiting for each other', async () => {
    await using service = await startTwoServers();
    await fill(service.db);
    const touch = (ids: readonly number[]) =>
      service.db.transaction(async (tx) => {
        for (const id of ids) await tx.execute(sql`update server_packs set downloads = 9 where id = ${id}`);
      });
    const rounds = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(rounds.flatMap((id) => [touch([id, 300 + id]), touch([400 + id, 100 + id])]));
    expect(await service.kept()).toEqual(await service.anew());
  });
});

describe('a whole list', () => {
  it('is read anew only where it has changed', async () => {
    let asked: string[] = [];
    const database = await openKept((text) => asked.push(text));
    await using service = await startTwoServers({ database });
    await fill(service.db);
    const statements = async (read: () => Promise<unknown>) => {
      asked = [];
      await read();
      // A service asks other things by itself, whenever it comes to them, and its feed reads new events.
      const ofLists = /from "(list_changes|list_parts|mod_packs|server_packs|run_configurations)"/;
      return asked.filter((text) => ofLists.test(text)).length;
    };
    const all = await statements(service.kept);
    const none = await statements(service.kept);
    await service.db.execute(sql`update server_packs set downloads = 1 where id = 1`);
    const changed = await statements(service.kept);
    // The revisions of every list, and its parts.
    expect(none).toBe(2 * lists.length);
    // One part of the modpacks with their server packs, one of the server packs.
    expect(changed).toBe(none + 3);
    // Two parts of modpacks with their server packs, three of server packs, three of run configurations.
    expect(all).toBe(none + 10);
  });
});
