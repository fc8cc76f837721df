import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { files, modPacks, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import type { PreviewWork } from '../../src/core/previews/previews.ts';
import { type Aside, type Queries, rows } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { CopiedFiles } from '../support/copied-files.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { embeddedFiles, makeDatabaseFolder } from '../support/embedded-files.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { ask, globalId } from './client.ts';

const query = '{ modPack(by: { databaseId: 1 }) { status serverPacks { totalCount nodes { databaseId } } } }';

const overGraphQL = z.object({
  modPack: z.object({ status: z.string(), serverPacks: z.object({ nodes: z.array(z.unknown()) }) }),
});
const overRest = z.object({ status: z.string(), serverPacks: z.array(z.unknown()) });

/** What each face says of the modpack: its state, and how many server packs it has. */
const faces = {
  async GraphQL(url: string): Promise<[string, number]> {
    const { data } = await ask(url, query);
    const { modPack } = overGraphQL.parse(data);
    return [modPack.status, modPack.serverPacks.nodes.length];
  },
  async REST(url: string): Promise<[string, number]> {
    const answer = await fetch(`${url}/api/v2/modpacks/1`);
    const modPack = overRest.parse(await answer.json());
    return [modPack.status, modPack.serverPacks.length];
  },
};

async function storeModPack(db: Queries): Promise<void> {
  await db.insert(files).values({ sha256: 'ab', size: 1, storageKey: 'ab' });
  await db.insert(modPacks).values({ fileId: 1, name: 'pack.zip', status: 'GENERATING' });
  const run = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' } as const;
  await db
    .insert(runConfigurations)
    .values({ modPackId: 1, ...run, startArgs: [], clientMods: [], whitelistedMods: [] });
}

async function finish(tx: Queries): Promise<void> {
  await tx.insert(serverPacks).values({ modPackId: 1, runConfigurationId: 1, fileId: 1 });
  await tx.update(modPacks).set({ status: 'GENERATED' });
}

async function begin(tx: Queries): Promise<void> {
  await tx.delete(serverPacks);
  await tx.update(modPacks).set({ status: 'GENERATING' });
}

describe.each(Object.entries(faces))('a modpack that changes while it is read over %s', (_face, look) => {
  it.each(databaseKinds)('is shown as of one moment, on the %s database', async (kind) => {
    await using service = await startTestApp({ database: kind });
    const { db } = service.app.database;
    await storeModPack(db);
    for (let round = 0; round < 10; round += 1) {
      const looks = Array.from({ length: 4 }, () => look(service.url));
      await db.transaction(finish);
      const seen = await Promise.all([...looks, look(service.url)]);
      expect(seen.filter(([status, count]) => (status === 'GENERATED') !== (count === 1))).toEqual([]);
      expect(seen.at(-1)).toEqual(['GENERATED', 1]);
      await db.transaction(begin);
    }
  });

  it.runIf(databaseKinds.includes('server'))(
    'is shown as of one moment, though the reading has to wait',
    async () => {
      await using service = await startTestApp({ database: 'server' });
      const { db } = service.app.database;
      await storeModPack(db);
      const looking = await db.transaction(async (tx) => {
        await tx.execute(sql`lock table server_packs in access exclusive mode`);
        const begun = look(service.url);
        const waiting = sql`select 1 from pg_locks where relation = 'server_packs'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`;
        await expect.poll(async () => (await rows(tx, waiting)).length).toBeGreaterThan(0);
        await finish(tx);
        // In an object, so that it is not waited for before the commit.
        return { begun };
      });
      const seen = await looking.begun;
      // The modpack was read before the commit, and so are its server packs.
      expect(seen).toEqual(['GENERATING', 0]);
      expect(await look(service.url)).toEqual(['GENERATED', 1]);
    },
  );
});

it('what a caller who has gone still wanted to read is not asked of the embedded database', async () => {
  const sent: string[] = [];
  await using database = await openEmbedded(
    { memory: true, files: new CopiedFiles(await embeddedFiles()) },
    {
      watch(text, send) {
        sent.push(text);
        return send();
      },
    },
  );
  await using service = await startTestApp({ overrides: { database } });
  const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const make = database.snapshot;
  const snapshots = vi.spyOn(database, 'snapshot').mockImplementation(() => {
    begun.resolve();
    const { stop, ...snapshot } = make();
    return { ...snapshot, stop: () => stopped.resolve(stop()) };
  });
  const gone = new AbortController();
  // It has the only connection.
  await database.db.transaction(async () => {
    const asking = fetch(`${service.url}/graphql?query={line(by:{name:"gone"}){name}}`, {
      signal: gone.signal,
    });
    asking.catch(() => {});
    await begun.promise;
    gone.abort();
    await stopped.promise;
  });
  snapshots.mockRestore();
  const asked = () => sent.filter((text) => text.includes('from "lines"'));
  expect(await ask(service.url, '{ modPack(by: { databaseId: 1 }) { name } }')).toMatchObject({
    status: 200,
  });
  expect(asked()).toEqual([]);
  await ask(service.url, '{ line(by: { name: "gone" }) { name } }');
  expect(asked().length).toBeGreaterThan(0);
});

it('a statement that takes for ever ends with its caller: the embedded database starts again, and the service goes on', async () => {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'snapshots-'));
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await makeDatabaseFolder(folder);
  const begun = Promise.withResolvers<void>();
  const long = 3_600_000;
  const database = await openEmbedded(
    { folder },
    {
      server: { statementTimeoutMs: long, workStatementTimeoutMs: long },
      watch(text, send) {
        if (text.includes('from "lines"')) begun.resolve();
        return send();
      },
    },
  );
  const service = parts.use(await startTestApp({ overrides: { database } }));
  await storeModPack(database.db);
  const exec = (text: string) => database.db.execute(sql.raw(text));
  await exec('alter table lines rename to all_lines');
  await exec(
    'create view lines as select * from all_lines where (select count(*) from generate_series(1, 1e12)) > 0',
  );
  const gone = new AbortController();
  const line = `${service.url}/graphql?query={line(by:{name:"gone"}){name}}`;
  fetch(line, { signal: gone.signal }).catch(() => {});
  await begun.promise;
  gone.abort();
  expect(await ask(service.url, query)).toMatchObject({
    status: 200,
    data: { modPack: { status: 'GENERATING' } },
  });
  await exec('drop view lines');
  await exec('alter table all_lines rename to lines');
  const { body } = await upload(service.url, smallPack());
  expect(statusesOf(await eventsUntilEnd(service.app, body.modPackId ?? 0))).toEqual(wholeRun);
});

describe.each(databaseKinds)('a reading on the %s database', (kind) => {
  it('holds no connection before its first question, nor after its end', async () => {
    await using database = await openScratchDatabase(kind);
    const unasked = database.snapshot();
    const asked = database.snapshot();
    expect(await asked.db.select().from(modPacks)).toEqual([]);
    asked.close();
    await storeModPack(database.db);
    expect(await unasked.db.select({ id: modPacks.id }).from(modPacks)).toEqual([{ id: 1 }]);
    unasked.close();
    await expect(unasked.db.select().from(modPacks).execute()).rejects.toThrow();
  });

  it('is as of the moment of its first question, whatever is written meanwhile', async () => {
    await using database = await openScratchDatabase(kind);
    const snapshot = database.snapshot();
    expect(await snapshot.db.select().from(modPacks)).toEqual([]);
    const writing = storeModPack(database.db);
    // A server has it written by now; the embedded database writes when the reading has ended.
    if (kind === 'server') await writing;
    expect(await snapshot.db.select().from(modPacks)).toEqual([]);
    snapshot.close();
    await writing;
    expect(await database.db.select({ id: modPacks.id }).from(modPacks)).toEqual([{ id: 1 }]);
  });

  it('within a mutation sees what each of its fields has changed', async () => {
    await using service = await startTestApp({ database: kind });
    const { db } = service.app.database;
    await storeModPack(db);
    await db.transaction(finish);
    const vote = `voteServerPack(input: { serverPack: "${globalId('ServerPack', 1)}", vote: UP }) {
      ... on ServerPack { confirmedWorking }
    }`;
    const { data } = await ask(service.url, `mutation { one: ${vote} two: ${vote} }`);
    expect(data).toEqual({
      one: { confirmedWorking: 1 },
      two: { confirmedWorking: 2 },
    });
  });

  it('that asks nothing for a while lets others on, and reads on as of a later moment', async () => {
    await using database = await openScratchDatabase(kind);
    const snapshot = database.snapshot();
    expect(await snapshot.db.select().from(modPacks)).toEqual([]);
    // On the embedded database this waits for the one connection.
    await storeModPack(database.db);
    const read = () => snapshot.db.select({ id: modPacks.id }).from(modPacks);
    await expect.poll(read, { interval: 1_500 }).toEqual([{ id: 1 }]);
    snapshot.close();
  });
});

describe('a preview', () => {
  it('is waited for without the moment of its query, by which the embedded database would keep its inventory from it', async () => {
    const database = await openScratchDatabase('embedded');
    const letGo: boolean[] = [];
    let aside = 0;
    const snapshot = () => {
      const taken = database.snapshot();
      const noted: Aside = async (work) => {
        aside += 1;
        return await taken.aside(work).finally(() => {
          aside -= 1;
        });
      };
      return { ...taken, aside: noted };
    };
    const pool = sharedWorkerPool();
    const previews: PreviewWork = {
      preview(...asked) {
        letGo.push(aside === 1);
        return pool.preview(...asked);
      },
    };
    await using service = await startTestApp({
      overrides: { database: { ...database, snapshot }, previews },
    });
    const { body } = await upload(service.url, smallPack('a'));
    await eventsUntilEnd(service.app, body.modPackId ?? 0);
    const answer = await ask(
      service.url,
      `query ($pack: ID!, $run: RunConfigurationInput!) {
        previewServerPack(modPack: { id: $pack }, runConfiguration: $run) { ... on ServerPackPreview { keptCount } } }`,
      {
        pack: globalId('ModPack', 1),
        run: { gameVersion: '1.20.1', modloader: 'FORGE', modloaderVersion: '47.2.0' },
      },
    );
    expect(answer.data).toEqual({ previewServerPack: { keptCount: 2 } });
    expect(letGo).toEqual([true]);
  });
});
