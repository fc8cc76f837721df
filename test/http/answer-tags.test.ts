import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/access/tokens.ts';
import { openServer } from '../../src/http/server.ts';
import { ask, globalId } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const counts = '{ serverPack(by: { databaseId: 1 }) { downloads confirmedWorking modPack { name } } }';
const up = `mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', 1)}", vote: UP }) { __typename } }`;

async function get(url: string, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** What a client holds after an answer, as it asks for it the next time. */
function held({ headers }: { headers: Headers }): { 'if-none-match': string } {
  return { 'if-none-match': headers.get('etag') ?? '' };
}

describe('an answer to GET', () => {
  let service: TestApp;
  let other: { address: string };

  beforeAll(async () => {
    // The test's own: on a server that others use too, they commit all the while.
    service = await startTestApp({ database: 'embedded' });
    // What it does by itself is a change as well.
    await service.app.stopWork();
    await insertFinishedRuns(service.app.database.db, { modPacks: 2, runs: 1 });
    const second = await openServer(service.app);
    other = second;
    return async () => {
      await second.close();
      await service[Symbol.asyncDispose]();
    };
  });

  it('has a tag from the first time on, the same on every node, and may be kept by who asked alone', async () => {
    const answers = [
      await get(service.url, counts),
      await get(service.url, counts),
      await get(other.address, counts),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
      expect(held(answer)).toEqual(held(answers[0] ?? answer));
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toBe('Accept, Authorization, Cookie');
    }
  });

  it('is not sent again to who holds it', async () => {
    const first = await get(service.url, counts);
    for (let time = 0; time < 2; time += 1) {
      const again = await get(service.url, counts, held(first));
      expect([again.status, again.text]).toEqual([304, '']);
      expect(held(again)).toEqual(held(first));
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.headers.get('vary')).toBe('Accept, Authorization, Cookie');
    }
    // Who holds something else, or nothing, gets it.
    expect((await get(service.url, counts, { 'if-none-match': '"other"' })).text).toBe(first.text);
    expect((await get(service.url, counts)).text).toBe(first.text);
    expect(
      (await get(service.url, counts, { 'if-none-match': `"other", W/${held(first)['if-none-match']}` }))
        .status,
    ).toBe(304);
  });

  it('is sent after every change that shows in it, wherever that was made', async () => {
    const { db } = service.app.database;
    for (const change of [
      () => ask(other.address, up),
      () => ask(service.url, up),
      () => db.execute(sql`update server_packs set downloads = downloads + 1 where id = 1`),
      () => db.execute(sql`update mod_packs set name = name || '!' where id = 1`),
    ]) {
      const before = await get(service.url, counts);
      for (let time = 0; time < 2; time += 1) {
        expect((await get(service.url, counts, held(before))).status).toBe(304);
      }
      await change();
      const after = await get(service.url, counts, held(before));
      expect(after.status).toBe(200);
      expect(after.text).not.toBe(before.text);
      expect(held(after)).not.toEqual(held(before));
    }
  });

  it('is found to be the same after a change that does not show in it', async () => {
    const before = await get(service.url, counts);
    await get(service.url, counts, held(before));
    await service.app.database.db.execute(
      sql`update server_packs set downloads = downloads + 1 where id = 2`,
    );
    expect((await get(service.url, counts, held(before))).status).toBe(304);
  });

  it('has no tag when it is an error, a stream or the answer to anything but GET', async () => {
    const wrong = [
      '{ modPack(by: { databaseId: "x" }) { name } }',
      '{ nothing }',
      '{ modPacks(first: 100000) { nodes { name } } }',
      '{ serverPack { size } }',
      up,
    ];
    for (const query of wrong) {
      for (let time = 0; time < 2; time += 1) {
        const answer = await get(service.url, query, { 'if-none-match': '*' });
        expect([query, answer.headers.get('etag')]).toEqual([query, null]);
        expect(answer.status).not.toBe(304);
        expect(answer.text).toContain('"errors"');
      }
    }
    const posted = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-none-match': '*' },
      body: JSON.stringify({ query: counts }),
    });
    expect([posted.status, posted.headers.get('etag')]).toEqual([200, null]);
    const head = await fetch(`${service.url}/graphql?query={modloaders}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([405, null]);
  });
});

describe('an answer to GET that not everybody may have', () => {
  it('is not told to be unchanged to who may not read it, or not any more', async () => {
    await using service = await startTestApp({ database: 'embedded', environment: { ACCESS: 'closed' } });
    const { database } = service.app;
    await service.app.stopWork();
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    const token = async (name: string) => {
      const made = { name, role: 'reader' as const, voter: false, quota: null, expires: null };
      return { authorization: `Bearer ${await createToken(database, made)}` };
    };
    const reader = await token('reader');
    const first = await get(service.url, counts, reader);
    expect((await get(service.url, counts, { ...held(first), ...reader })).status).toBe(304);
    const nobody = await get(service.url, counts, held(first));
    expect([nobody.status, nobody.headers.get('etag')]).toEqual([401, null]);
    const wrong = await get(service.url, counts, { ...held(first), authorization: 'Bearer sps_1_x' });
    expect(wrong.status).toBe(401);
    // Another reader is answered by what was read for them.
    const others = { ...held(first), ...(await token('other')) };
    expect((await get(service.url, counts, others)).status).toBe(304);
    // What names the caller differs from caller to caller.
    const viewer = '{ viewer { name } }';
    const own = await get(service.url, viewer, reader);
    expect((await get(service.url, viewer, { ...others, ...held(own) })).text).toContain('other');
  });
});
