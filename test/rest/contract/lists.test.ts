import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openServer } from '../../../src/http/server.ts';
import { databaseKinds } from '../../support/database.ts';
import { fabricPack, type LegacyService, send, startLegacyService } from './service.ts';

const lists = ['/modpacks/all', '/serverpacks/all', '/runconfigs/all', '/events/all'];

async function tagsOf(service: LegacyService): Promise<Record<string, string>> {
  const answers = lists.map(async (path) => [path, (await service.call(path)).headers.get('etag') ?? '']);
  return Object.fromEntries(await Promise.all(answers));
}

/** Which lists say that they have changed since. */
async function changedSince(service: LegacyService, tags: Record<string, string>): Promise<string[]> {
  const changed: string[] = [];
  for (const [path, tag] of Object.entries(tags)) {
    const { status, body } = await service.call(path, { headers: { 'if-none-match': tag } });
    if (status === 304) expect(body.length).toBe(0);
    else changed.push(path);
  }
  return changed;
}

describe.each(databaseKinds)('whole lists, on the %s database', (database) => {
  it('answer 304 until what they show changes, by whatever changes it', async () => {
    await using service = await startLegacyService({ database });
    let tags = await tagsOf(service);
    const changed = async () => {
      const paths = await changedSince(service, tags);
      tags = await tagsOf(service);
      return paths;
    };
    expect(await changed()).toEqual([]);
    await service.upload(fabricPack());
    await service.runsEnded(1, 1);
    expect(await changed()).toEqual(lists);
    await service.call('/serverpacks/vote/1&up');
    expect(await changed()).toEqual(['/modpacks/all', '/serverpacks/all']);
    await service.call('/serverpacks/download/1');
    expect(await changed()).toEqual(['/modpacks/all', '/serverpacks/all']);
    await service.call('/modpacks/download/1');
    await service.call('/serverpacks/download/1', { method: 'HEAD' });
    await service.generate({ id: '999' });
    expect(await changed()).toEqual([]);
    await service.generate({ id: '1' });
    await service.runsEnded(1, 2);
    expect(await changed()).toEqual(lists);
  });

  describe('of one modpack with one server pack', () => {
    let service: LegacyService;
    beforeAll(async () => {
      service = await startLegacyService({ database });
      await service.upload(fabricPack());
      await service.runsEnded(1, 1);
    });
    afterAll(() => service[Symbol.asyncDispose]());

    /** What has been counted of it before. */
    async function counted() {
      const { json } = await service.call('/serverpacks/1');
      return z.object({ downloads: z.int(), confirmedWorking: z.int() }).parse(json);
    }

    it('are answered from memory only while they are unchanged, and with no memory all the same', async () => {
      for (const listCacheBytes of [0, 1000, 1_000_000]) {
        await using server = await openServer({
          ...service.app,
          config: { ...service.app.config, listCacheBytes },
        });
        const { confirmedWorking } = await counted();
        for (let votes = 1; votes <= 3; votes += 1) {
          await service.call('/serverpacks/vote/1&up');
          for (const path of ['/modpacks/all', '/serverpacks/all', '/modpacks/all?again']) {
            const ask = () => send(server.address, `/api/v2${path}`);
            const answers = [await ask(), await ask()];
            for (const { text } of answers)
              expect(text).toContain(`"confirmedWorking":${confirmedWorking + votes},`);
          }
        }
      }
    });

    it('never stay behind a change, however many come at the same time', async () => {
      let { confirmedWorking: known } = await counted();
      const votes = 30;
      const last = known + votes;
      const vote = async () => {
        for (let turn = 0; turn < votes / 3; turn += 1) {
          await service.call('/serverpacks/vote/1&up');
          known += 1;
        }
      };
      const read = async () => {
        while (known < last) {
          const atLeast = known;
          const { text } = await service.call('/serverpacks/all');
          expect(Number(/"confirmedWorking":(\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(atLeast);
        }
      };
      await Promise.all([vote(), vote(), vote(), read(), read()]);
      expect((await service.call('/serverpacks/all')).text).toContain(`"confirmedWorking":${last},`);
    });

    it('know at once what was changed through another node', async () => {
      // A second server has a memory of its own; what it shares with the first is the database.
      await using other = await openServer(service.app);
      const { confirmedWorking } = await counted();
      const before = await send(other.address, '/api/v2/serverpacks/all');
      await service.call('/serverpacks/vote/1&up');
      const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
      const after = await send(other.address, '/api/v2/serverpacks/all', { headers });
      const shown = expect.stringContaining(`"confirmedWorking":${confirmedWorking + 1},`);
      expect([after.status, after.text]).toEqual([200, shown]);
    });

    it('show integers beyond 32 bits as JSON numbers, and so do single objects', async () => {
      await service.app.database.db.execute(sql`update files set size = 9007199254740991`);
      for (const path of ['/modpacks/1', '/modpacks/all', '/serverpacks/1', '/serverpacks/all']) {
        expect((await service.call(path)).text).toContain('"size":9007199254740991,');
      }
    });
  });
});
