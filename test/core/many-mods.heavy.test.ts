import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modDecisions, mods } from '../../drizzle/schema.ts';
import { pieceLength, pieceRows } from '../../src/archive/zip/pieces.ts';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { createWorkerPool } from '../../workers/pool.ts';
import { ask, globalId, operatorHeaders } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf, requestAnother, upload } from '../support/client.ts';
import { compileCache } from '../support/compile-cache.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

/** As many mods as a pack may have in a build, fewer without a word; always a multiple of eight. */
const count = Number(process.env.MANY_MODS ?? 4_000);
/** Which are six pieces still. */
const fewer = 3_000;
/** The names of the second half of so many begin with another digit. */
const namesOf = (count: number) => (index: number) =>
  `mod-${index < count / 2 ? 0 : 1}-${String(index).padStart(5, '0')}.jar`;
const fileOf = namesOf(count);
const isClient = (index: number) => index % 4 === 0;

/** So many small jars; every fourth is for clients. */
function packOf(count: number): Buffer {
  const fileOf = namesOf(count);
  const client = jarWith({ 'fabric.mod.json': fabricModJson('screen', { environment: 'client' }) });
  const both = jarWith({ 'fabric.mod.json': fabricModJson('library') });
  const jars = Array.from({ length: count }, (_, index) => ({
    name: `mods/${fileOf(index)}`,
    data: isClient(index) ? client : both,
    method: 0,
  }));
  return zipWith(jars);
}

/** The archive work in real threads, which notes every piece of an inventory that crosses. */
function noteworthy() {
  const pool = createWorkerPool({
    threads: 2,
    memoryMb: 256,
    timeoutMs: 300_000,
    compileCache: compileCache(),
  });
  const pieces: string[] = [];
  let failAt: number | null = null;
  const work: ArchiveWork = {
    check: (task, hooks) =>
      pool.check(task, {
        ...hooks,
        async takeMods(piece) {
          pieces.push(piece);
          await hooks.takeMods(piece);
          if (pieces.length === failAt) throw new Error('ended between two pieces');
        },
      }),
    generate: (task, hooks) =>
      pool.generate(task, {
        ...hooks,
        async readMods(from) {
          const answer = await hooks.readMods(from);
          pieces.push(answer.piece);
          return answer;
        },
      }),
  };
  return {
    work,
    pieces,
    failAfter: (number: number) => {
      failAt = number;
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

/** Waits for the end of a modpack's run; answers its last event. */
async function endOf({ app }: TestApp, modPackId: number) {
  const events = app.feed.subscribe({ modPackId }, 0);
  for await (const event of events) {
    if (event.status === 'ERROR' || event.serverPackId !== null) return event;
  }
  throw new Error('The events ended before the run.');
}

const rowsOf = z.array(z.object({ file: z.string() }));
const onePack = z.object({
  data: z.object({
    modPack: z.object({
      mods: z.object({
        totalCount: z.int(),
        pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
        nodes: z.array(
          z.object({ file: z.string(), descriptors: z.array(z.object({ format: z.string() })) }),
        ),
      }),
    }),
  }),
});

// One database is enough: rows and pages are held on both by test/graphql/inventory.test.ts.
describe('a modpack of thousands of mods', () => {
  it('crosses in small pieces, is read by page and previewed, from the upload to the deletion', async () => {
    await using parts = new AsyncDisposableStack();
    const noted = parts.use(noteworthy());
    await using service = await startTestApp({
      environment: {
        'config.maxPageSize': '1000',
        'config.maxQueryMs': '300000',
        'config.quickTaskTimeoutMs': '300000',
        'config.sharedLimits.quickTasks.all': '2',
      },
      overrides: { work: noted.work },
    });
    const { body } = await upload(service.url, packOf(count));
    const id = body.modPackId ?? 0;
    expect(await endOf(service, id)).toMatchObject({ status: 'GENERATED' });

    // To the database, and from there to the thread that generates.
    expect(noted.pieces.length).toBeGreaterThanOrEqual((2 * count) / pieceRows);
    for (const piece of noted.pieces) {
      expect(piece.length).toBeLessThan(pieceLength + 2_000);
      expect(rowsOf.parse(JSON.parse(piece)).length).toBeLessThanOrEqual(pieceRows);
    }

    const read: string[] = [];
    let after: string | null = null;
    do {
      const query = `query ($id: Int!, $after: String) { modPack(by: { databaseId: $id }) { mods(first: 1000, after: $after) {
        totalCount pageInfo { endCursor hasNextPage } nodes { file descriptors { format } } } } }`;
      const answer = await ask(service.url, query, { id, after });
      const { mods: page } = onePack.parse(answer).data.modPack;
      expect(page.totalCount).toBe(count);
      expect(page.nodes.every(({ descriptors }) => descriptors[0]?.format === 'fabric.mod.json')).toBe(true);
      read.push(...page.nodes.map(({ file }) => file));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(read).toEqual(Array.from({ length: count }, (_, index) => fileOf(index)));

    const decided = await ask(
      service.url,
      `{ modPack(by: { databaseId: ${id} }) { serverPacks { nodes { keptCount droppedCount
        decisions(last: 1, filter: { kept: false }) { totalCount nodes { file reason } } } } } }`,
    );
    expect(decided.data).toMatchObject({
      modPack: {
        serverPacks: {
          nodes: [
            {
              keptCount: (count * 3) / 4,
              droppedCount: count / 4,
              decisions: {
                totalCount: count / 4,
                nodes: [{ file: fileOf(count - 4), reason: 'CLIENT_ONLY' }],
              },
            },
          ],
        },
      },
    });

    // As long as the lists of a run configuration may be: 130 KB. The last fits the second half of the mods.
    const clientMods = [
      ...Array.from({ length: 4_999 }, (_, index) => `no-such-mod-${String(index).padStart(6, '0')}`),
      'mod-1',
    ];
    const whitelistedMods = clientMods.slice(0, 380).map((prefix) => `${prefix}-either`);
    const preview = (whitelist = whitelistedMods) =>
      ask(
        service.url,
        `query ($pack: ID!, $run: RunConfigurationInput!) { previewServerPack(modPack: { id: $pack }, runConfiguration: $run) {
          ... on ServerPackPreview {
            keptCount droppedCount
            decisions(first: 2, filter: { kept: true }) { totalCount nodes { file } }
            last: decisions(last: 1) { nodes { file reason } }
          } ... on UserError { message } } }`,
        {
          pack: globalId('ModPack', id),
          run: {
            gameVersion: '1.20.1',
            modloader: 'FABRIC',
            modloaderVersion: '0.15.6',
            clientMods,
            whitelistedMods: whitelist,
          },
        },
      );
    expect((await preview()).data).toEqual({
      previewServerPack: {
        keptCount: (count * 3) / 8,
        droppedCount: (count * 5) / 8,
        decisions: { totalCount: (count * 3) / 8, nodes: [{ file: fileOf(1) }, { file: fileOf(2) }] },
        last: { nodes: [{ file: fileOf(count - 1), reason: 'CLIENT_MODS' }] },
      },
    });
    // One is worked out, one waits, and the third place is for callers with a token; whoever comes then is told so.
    const many = await Promise.all(Array.from({ length: 8 }, (_, index) => preview([`nothing-${index}`])));
    const refused = many.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(8);
    expect(refused[0]?.errors?.[0]).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });

    const { database } = service.app;
    const deletion = `mutation { deleteModPack(input: { modPack: "${globalId('ModPack', id)}" }) { __typename } }`;
    const deleted = await ask(service.url, deletion, {}, await operatorHeaders(database));
    expect(deleted.data).toEqual({ deleteModPack: { __typename: 'Deleted' } });
    const kept = [mods, modDecisions].map((table) => database.db.$count(table));
    expect(await Promise.all(kept)).toEqual([0, 0]);
  });

  it('has each mod once when its check ended between two pieces, and none before it has passed', async () => {
    await using parts = new AsyncDisposableStack();
    const noted = parts.use(noteworthy());
    noted.failAfter(3);
    await using service = await startTestApp({
      environment: { 'config.runRetryDelaySeconds': '0', 'config.runRetries': '0' },
      overrides: { work: noted.work },
    });
    const { body } = await upload(service.url, packOf(fewer));
    const id = body.modPackId ?? 0;
    expect(await endOf(service, id)).toMatchObject({ status: 'ERROR' });
    const stored = async () => {
      const { data } = await ask(
        service.url,
        `{ modPack(by: { databaseId: ${id} }) { mods(first: 1) { totalCount nodes { file } } } }`,
      );
      return data;
    };
    expect(await stored()).toEqual({ modPack: { mods: { totalCount: 0, nodes: [] } } });
    await requestAnother(service.url, id);
    await expect
      .poll(async () => (await eventsOf(service.url, id)).at(-1)?.serverPackId ?? null)
      .not.toBeNull();
    expect(await stored()).toEqual({
      modPack: { mods: { totalCount: fewer, nodes: [{ file: fileOf(0) }] } },
    });
  });
});
