import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import type { Queries } from '../../src/database/database.ts';
import { createListCache, type PartBytes } from '../../src/rest/list-cache.ts';
import { ask } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';
import { send } from './contract/service.ts';

/** A maker of parts, of two pieces each, that tells what it was asked to make. */
function makerOf(length = 10) {
  const made: string[] = [];
  const make = (name: string) => async () => {
    made.push(name);
    const bytes = Buffer.alloc(length, name);
    return [bytes.subarray(0, 1), bytes.subarray(1)];
  };
  return { made, make };
}

function textOf(part: PartBytes): string {
  return Buffer.concat(part).toString();
}

describe('the memory of lists', () => {
  it('keeps no more than its bytes, and lets go first of what was not asked for longest', async () => {
    const cache = createListCache(20);
    const { made, make } = makerOf();
    await cache.get('a', '1', make('a'));
    // Made anew, it counts once.
    for (const revision of ['1', '2', '3']) await cache.get('b', revision, make(`b${revision}`));
    await cache.get('a', '1', make('a once more'));
    await cache.get('c', '1', make('c'));
    await cache.get('a', '1', make('a still'));
    await cache.get('b', '3', make('b anew'));
    expect(made).toEqual(['a', 'b1', 'b2', 'b3', 'c', 'b anew']);
  });

  it('counts nothing of a part that was replaced while it was being made', async () => {
    const cache = createListCache(20);
    const { made, make } = makerOf();
    const late = Promise.withResolvers<PartBytes>();
    const replaced = cache.get('a', '1', () => late.promise);
    await cache.get('a', '2', make('a'));
    late.resolve([Buffer.alloc(10)]);
    await replaced;
    await cache.get('b', '1', make('b'));
    await cache.get('a', '2', make('a anew'));
    await cache.get('b', '1', make('b anew'));
    expect(made).toEqual(['a', 'b']);
  });

  it('makes a part once for all who ask while it is being made', async () => {
    const cache = createListCache(0);
    const held = Promise.withResolvers<PartBytes>();
    const first = cache.get('a', '1', () => held.promise);
    const second = cache.get('a', '1', async () => [Buffer.from('another')]);
    held.resolve([Buffer.from('one')]);
    expect((await Promise.all([first, second])).map(textOf)).toEqual(['one', 'one']);
  });

  it('forgets a part that could not be made', async () => {
    const cache = createListCache(1_000);
    await expect(cache.get('a', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(textOf(await cache.get('a', '1', async () => [Buffer.from('back')]))).toBe('back');
  });
});

const paths = [
  'modpacks/1',
  'modpacks/all',
  'serverpacks/1',
  'serverpacks/all',
  'serverpacks/vote/1&up',
  'runconfigs/1',
  'runconfigs/all',
  'events/all',
  'events/status/GENERATED',
  'events/modpack/1',
  'events/serverpack/1',
];

/** What the operation of a path costs at most, as docs/limits.md says. */
const mostCost = 29_185;

const told = z.object({ code: z.string(), detail: z.string() });

async function startWith(environment: Record<string, string>) {
  const service = await startTestApp({
    database: 'embedded',
    environment: { RATE_LIMIT: 'off', ...environment },
  });
  await service.app.stopWork();
  await insertFinishedRuns(service.app.database.db, { modPacks: 2, runs: 1 });
  return service;
}

describe('an operation of REST', () => {
  it('costs the same however much is stored, and less than operations may cost by default', async () => {
    await using service = await startWith({ 'config.maxQueryCost': String(mostCost) });
    for (const path of paths)
      expect([path, (await send(service.url, `/api/v2/${path}`)).status]).toEqual([path, 200]);
    await using poorer = await startWith({ 'config.maxQueryCost': String(mostCost - 1) });
    expect((await send(poorer.url, '/api/v2/modpacks/all')).status).toBe(400);
    expect(mostCost).toBeLessThan(readConfig({}).maxQueryCost);
  });

  it('that costs more than operations may is refused as GraphQL is', async () => {
    await using service = await startWith({ 'config.maxQueryCost': '100' });
    const query = '{ modPacks(first: 100) { nodes { id name } } }';
    const { errors } = await ask(service.url, query);
    for (const path of ['modpacks/1', 'modpacks/all', 'serverpacks/all', 'runconfigs/all', 'events/all']) {
      const { status, json } = await send(service.url, `/api/v2/${path}`);
      const { code, detail } = told.parse(json);
      expect([path, status, code]).toEqual([path, 400, errors?.[0]?.extensions?.code]);
      expect(detail).toMatch(/^This operation costs .* 100.* accepted/);
    }
    expect((await send(service.url, '/api/v2/serverpacks/1')).status).toBe(200);
  });

  it('that takes longer than operations may is given up as GraphQL is', async () => {
    await using service = await startWith({ 'config.maxQueryMs': '100' });
    const answer = await service.app.database.db.transaction(async () => {
      // The embedded database lets nobody else read meanwhile.
      const { status, json, headers } = await send(service.url, '/api/v2/modpacks/1');
      return { status, retryAfter: headers.get('retry-after'), ...told.parse(json) };
    });
    expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: '5' });
    expect(answer.detail).toContain('took longer than 100 ms');
  });
});

describe('a modpack with more server packs than one operation may read', () => {
  it('is shown with all of them, in their order, alone and in the list', async () => {
    await using service = await startWith({});
    await addServerPacks(service.app.database.db, 1, 2_100);
    await addServerPacks(service.app.database.db, 2, 6);
    const list = await send(service.url, '/api/v2/modpacks/all');
    const alone = await Promise.all([2, 1].map((id) => send(service.url, `/api/v2/modpacks/${id}`)));
    expect(list.text).toBe(`[${alone.map(({ text }) => text).join()}]`);
    const shape = z.object({ serverPacks: z.array(z.object({ id: z.number() })) });
    const counts = alone.map(({ json }) => {
      const ids = shape.parse(json).serverPacks.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      return ids.length;
    });
    expect(counts).toEqual([7, 2_101]);
  });
});

async function addServerPacks(db: Queries, modPackId: number, count: number): Promise<void> {
  await db.execute(sql`insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    select ${modPackId}::int, '1.20.1', 'Forge', '47.2.0', '[]', '["a-"]', '[]' from generate_series(1, ${count}::int)`);
  await db.execute(sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id)
    select mod_pack_id, id, 1 from run_configurations run
    where mod_pack_id = ${modPackId}::int and not exists (
      select from server_packs where run_configuration_id = run.id)`);
}
