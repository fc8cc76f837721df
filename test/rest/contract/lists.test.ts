import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
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

  it('are answered from memory only while they are unchanged, and with no memory all the same', async () => {
    for (const LIST_CACHE_BYTES of ['0', '1000', '1000000']) {
      await using service = await startLegacyService({ database, environment: { LIST_CACHE_BYTES } });
      await service.upload(fabricPack());
      await service.runsEnded(1, 1);
      for (let votes = 1; votes <= 3; votes += 1) {
        await service.call('/serverpacks/vote/1&up');
        for (const path of ['/modpacks/all', '/serverpacks/all', '/modpacks/all?again']) {
          const answers = [await service.call(path), await service.call(path)];
          for (const { text } of answers) expect(text).toContain(`"confirmedWorking":${votes},`);
        }
      }
    }
  });

  it('never stay behind a change, however many come at the same time', async () => {
    await using service = await startLegacyService({ database });
    await service.upload(fabricPack());
    await service.runsEnded(1, 1);
    const votes = 60;
    let counted = 0;
    const vote = async () => {
      for (let turn = 0; turn < votes / 3; turn += 1) {
        await service.call('/serverpacks/vote/1&up');
        counted += 1;
      }
    };
    const read = async () => {
      while (counted < votes) {
        const atLeast = counted;
        const { text } = await service.call('/serverpacks/all');
        expect(Number(/"confirmedWorking":(\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(atLeast);
      }
    };
    await Promise.all([vote(), vote(), vote(), read(), read()]);
    expect((await service.call('/serverpacks/all')).text).toContain(`"confirmedWorking":${votes},`);
  });

  it('count 60 parallel downloads and 60 parallel votes exactly', async () => {
    await using service = await startLegacyService({ database });
    await service.upload(fabricPack());
    await service.runsEnded(1, 1);
    const paths = Array.from({ length: 60 }, (_, index) => [
      index % 2 === 0 ? '/serverpacks/download/1' : '/serverpacks/download/1&1',
      index % 4 === 0 ? '/serverpacks/vote/1&down' : '/serverpacks/vote/1&up',
    ]).flat();
    const answers = await Promise.all(paths.map((path) => service.call(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await service.call('/serverpacks/1')).text).toContain('"downloads":60,"confirmedWorking":30,');
  });

  it('show integers beyond 32 bits as JSON numbers, and so do single objects', async () => {
    await using service = await startLegacyService({ database });
    await service.upload(fabricPack());
    await service.runsEnded(1, 1);
    await service.app.database.db.execute(sql`update files set size = 9007199254740991`);
    for (const path of ['/modpacks/1', '/modpacks/all', '/serverpacks/1', '/serverpacks/all']) {
      expect((await service.call(path)).text).toContain('"size":9007199254740991,');
    }
  });

  it('know at once what was changed through another node', async () => {
    await using service = await startLegacyService({ database });
    await service.upload(fabricPack());
    await service.runsEnded(1, 1);
    // A second server has a memory of its own; what it shares with the first is the database.
    await using other = await openServer(service.app);
    const before = await send(other.address, '/api/v2/serverpacks/all');
    await service.call('/serverpacks/vote/1&up');
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await send(other.address, '/api/v2/serverpacks/all', { headers });
    expect([after.status, after.text]).toEqual([200, expect.stringContaining('"confirmedWorking":1,')]);
  });
});
