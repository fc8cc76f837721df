import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import type { Queries } from '../../src/database/database.ts';
import { ask } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp } from '../support/app.ts';
import { send } from './contract/service.ts';

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
const mostCost = 27_905;

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
    await using service = await startWith({ MAX_QUERY_COST: String(mostCost) });
    for (const path of paths)
      expect([path, (await send(service.url, `/api/v2/${path}`)).status]).toEqual([path, 200]);
    await using poorer = await startWith({ MAX_QUERY_COST: String(mostCost - 1) });
    expect((await send(poorer.url, '/api/v2/modpacks/all')).status).toBe(400);
    expect(mostCost).toBeLessThan(readConfig({}).maxQueryCost);
  });

  it('that costs more than operations may is refused as GraphQL is', async () => {
    await using service = await startWith({ MAX_QUERY_COST: '100' });
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
    await using service = await startWith({ MAX_QUERY_MS: '100' });
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
