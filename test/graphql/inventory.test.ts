import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modPacks, mods, serverPacks, warnings } from '../../drizzle/schema.ts';
import { type PreviewTask, previewServerPack } from '../../src/archive/build/preview.ts';
import type { ModFile } from '../../src/archive/report.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { inPieces } from '../../src/archive/zip/pieces.ts';
import type { PreviewWork } from '../../src/core/previews/previews.ts';
import type { Queries } from '../../src/database/database.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { startTestApp } from '../support/app.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';
import { ask, globalId } from './client.ts';
import { insertFinishedRuns, storeArchive } from './rows.ts';

const run = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const previewQuery = (fields: string) =>
  `query ($pack: ID!, $run: RunConfigurationInput!) { ${fields} } fragment Counts on ServerPackPreview { keptCount droppedCount keptModBytes }`;
const previewField = (alias: string, fields = '...Counts') =>
  `${alias}: previewServerPack(modPack: { id: $pack }, runConfiguration: $run) { __typename ${fields} ... on UserError { code message } }`;

/** Works previews out here, and notes what was asked for. */
function notedPreviews() {
  const tasks: PreviewTask[] = [];
  const previews: PreviewWork = {
    async preview(task, { readMods, takeDecisions }) {
      tasks.push(task);
      const found: ModFile[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const { piece, next } = await readMods(from);
        found.push(...JSON.parse(piece));
        from = next;
      }
      const { sum, decisions } = previewServerPack(found, task);
      for (const piece of inPieces(decisions)) takeDecisions(piece);
      return sum;
    },
  };
  return { tasks, previews };
}

const previewPage = z.object({
  previewServerPack: z.object({
    decisions: z.object({
      totalCount: z.int(),
      pageInfo: z.object({
        startCursor: z.string().nullable(),
        endCursor: z.string().nullable(),
        hasNextPage: z.boolean(),
        hasPreviousPage: z.boolean(),
      }),
      nodes: z.array(z.object({ file: z.string() })),
    }),
  }),
});
type PreviewPage = z.infer<typeof previewPage>['previewServerPack']['decisions'];

function fabricDescriptor(side: 'CLIENT' | 'BOTH'): ModDescriptor {
  const format = 'fabric.mod.json';
  return { format, mods: [], side, certainty: 'DECLARED', evidence: '', requires: [], provides: [] };
}

/** Every second one is for clients. */
function fabricMod(modPackId: number, position: number) {
  const descriptors = [fabricDescriptor(position % 2 === 0 ? 'CLIENT' : 'BOTH')];
  const descriptorLength = JSON.stringify(descriptors).length;
  const file = `${String(position).padStart(4, '0')}.jar`;
  return { modPackId, position, file, size: 10, note: null, descriptors, descriptorLength };
}

const shownWarnings = z.object({
  modPack: z.object({
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    runs: z.object({ nodes: z.array(z.object({ warnings: z.array(z.object({ code: z.string() })) })) }),
  }),
});

async function insertWarnings(db: Queries, count: number): Promise<void> {
  await insertFinishedRuns(db, { modPacks: 1, runs: 2 });
  const more = Array.from({ length: count - 1 }, (_, index) => ({
    modPackId: 1,
    position: index + 1,
    code: 'MANIFEST_TOO_LARGE',
    error: `Warning ${index + 1}.`,
    entry: null,
  }));
  await db.insert(warnings).values(more);
  const [pack] = await db.select({ report: modPacks.report }).from(modPacks);
  if (!pack?.report) throw new Error('There is no report.');
  await db.update(modPacks).set({ report: { ...pack.report, warningCount: count } });
}

describe('the warnings of a modpack', () => {
  it('are the first hundred of its check, and each run has its own', async () => {
    await using service = await startTestApp();
    const { db } = service.app.database;
    await insertWarnings(db, 120);
    await db
      .update(serverPacks)
      .set({ warnings: [{ code: 'REQUIRED_MOD_MISSING', error: 'It needs a mod.', entry: 'a.jar' }] })
      .where(eq(serverPacks.runConfigurationId, 2));
    const query = `{ modPack(by: { databaseId: 1 }) {
      warnings { code message } runs { nodes { warnings { code message mod } } } } }`;
    const { data, errors } = await ask(service.url, query);
    expect(errors).toBeUndefined();
    const { modPack } = shownWarnings.parse(data);
    expect(modPack.warnings).toHaveLength(100);
    expect(modPack.warnings.at(-1)).toEqual({ code: 'MANIFEST_TOO_LARGE', message: 'Warning 99.' });
    const [first, second] = modPack.runs.nodes.map(({ warnings: found }) => found.map(({ code }) => code));
    expect(second).toEqual([...(first ?? []), 'REQUIRED_MOD_MISSING']);
    expect(first).toContain('MODLOADER_DIFFERS');
  });
});

describe('the inventories of many modpacks', () => {
  it('are answered page by page in each, whatever positions and filters', async () => {
    await using service = await startTestApp({ environment: { 'config.maxQueryCost': '1000000' } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 50, runs: 1 });
    // 50 pages of up to 100 mods are more rows than one statement answers.
    const { data, errors } = await ask(
      service.url,
      `{ modPacks(first: 50, orderBy: CREATED_AT_ASC) { nodes {
        mods(first: 100) { totalCount nodes { file } }
        serverPacks(first: 1) { nodes {
          dropped: decisions(first: 100, filter: { kept: false }) { totalCount nodes { file } }
          last: decisions(last: 1, filter: { kept: true }) { pageInfo { hasPreviousPage } nodes { file } } } } } } }`,
    );
    expect(errors).toBeUndefined();
    const expected = {
      mods: { totalCount: 3, nodes: [{ file: 'a.jar' }, { file: 'b.jar' }, { file: 'c.jar' }] },
      serverPacks: {
        nodes: [
          {
            dropped: { totalCount: 1, nodes: [{ file: 'a.jar' }] },
            last: { pageInfo: { hasPreviousPage: true }, nodes: [{ file: 'c.jar' }] },
          },
        ],
      },
    };
    expect(data).toEqual({ modPacks: { nodes: Array(50).fill(expected) } });
  });

  it('are not read further than an answer could hold what their descriptors say', async () => {
    await using service = await startTestApp({ values: { maxAnswerBytes: 4_096 } });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 0 });
    const descriptor: ModDescriptor = {
      format: 'fabric.mod.json',
      mods: [],
      side: 'BOTH',
      certainty: 'NONE',
      evidence: 'Nothing.',
      requires: Array.from({ length: 1_000 }, (_, index) => `library-${index}`),
      provides: [],
    };
    const descriptors = [descriptor];
    const descriptorLength = JSON.stringify(descriptors).length;
    await db.update(mods).set({ descriptors, descriptorLength });
    const ofFirst = (first: number) =>
      ask(
        service.url,
        `{ modPack(by: { databaseId: 1 }) { mods(first: ${first}) { nodes { file descriptors { format } } } } }`,
      );
    expect((await ofFirst(1)).data).toEqual({
      modPack: { mods: { nodes: [{ file: 'a.jar', descriptors: [{ format: 'fabric.mod.json' }] }] } },
    });
    const refused = await ofFirst(3);
    expect(refused.errors?.[0]).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX' } });
    expect(refused.errors?.[0]?.message).toContain('16384 characters');
  });
});

describe('a preview', () => {
  it('is worked out once, however many fields and aliases ask for it and its pages', async () => {
    const { tasks, previews } = notedPreviews();
    await using service = await startTestApp({ overrides: { previews } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 0 });
    await storeArchive(service.app, 1, zipWith({ 'mods/a.jar': 'a' }));
    const decisions =
      '... on ServerPackPreview { decisions(first: 1) { totalCount nodes { file } } last: decisions(last: 2, filter: { kept: true }) { nodes { file } } }';
    const { data, errors } = await ask(
      service.url,
      previewQuery(`${previewField('one')} ${previewField('two')} ${previewField('three', decisions)}`),
      { pack: globalId('ModPack', 1), run },
    );
    expect(errors).toBeUndefined();
    const counts = { __typename: 'ServerPackPreview', keptCount: 3, droppedCount: 0, keptModBytes: 30 };
    expect(data).toEqual({
      one: counts,
      two: counts,
      three: {
        __typename: 'ServerPackPreview',
        decisions: { totalCount: 3, nodes: [{ file: 'a.jar' }] },
        last: { nodes: [{ file: 'b.jar' }, { file: 'c.jar' }] },
      },
    });
    expect(tasks).toHaveLength(1);
    const pageOf = (first: number) =>
      ask(
        service.url,
        previewQuery(
          previewField('one', `... on ServerPackPreview { decisions(first: ${first}) { nodes { file } } }`),
        ).replace(/fragment.*/s, ''),
        { pack: globalId('ModPack', 1), run },
      );
    expect((await pageOf(1_000)).data).toMatchObject({ one: { decisions: { nodes: [{}, {}, {}] } } });
    expect((await pageOf(1_001)).errors?.[0]?.message).toContain('first must be between 0 and 1000');
  });

  it('is no work at all when nobody asks what would become of the mods', async () => {
    const { tasks, previews } = notedPreviews();
    await using service = await startTestApp({ overrides: { previews } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 0 });
    const { data } = await ask(
      service.url,
      previewQuery(
        `${previewField('one', '')} ${previewField('two', '... on ServerPackPreview { modPack { name } }')}`,
      ).replace(/fragment.*/s, ''),
      { pack: globalId('ModPack', 1), run },
    );
    expect(data).toMatchObject({ one: { __typename: 'ServerPackPreview' }, two: { modPack: {} } });
    expect(tasks).toEqual([]);
  });

  it('costs so much that a query has few of them', async () => {
    const { tasks, previews } = notedPreviews();
    await using service = await startTestApp({ overrides: { previews } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 0 });
    const many = Array.from({ length: 10 }, (_, index) => previewField(`p${index}`)).join(' ');
    const answer = await ask(service.url, previewQuery(many), { pack: globalId('ModPack', 1), run });
    expect(answer.status).toBe(400);
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX' } });
    expect(tasks).toEqual([]);
  });

  it('is ended with the query that takes too long', async () => {
    const ended = Promise.withResolvers<void>();
    const previews: PreviewWork = {
      preview: (_task, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended.resolve();
            reject(signal.reason);
          });
        }),
    };
    await using service = await startTestApp({
      environment: { 'config.maxQueryMs': '2000' },
      overrides: { previews },
    });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 0 });
    await storeArchive(service.app, 1, zipWith({ 'mods/a.jar': 'a' }));
    const answer = await ask(service.url, previewQuery(previewField('one')), {
      pack: globalId('ModPack', 1),
      run,
    });
    expect(answer.status).toBe(503);
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'TIMED_OUT' } });
    await ended.promise;
  });

  it('is worked out once for all its pages, forwards, backwards and filtered, and anew for another run', async () => {
    const { tasks, previews } = notedPreviews();
    await using service = await startTestApp({ overrides: { previews } });
    await insertFinishedRuns(service.app.database.db, { modPacks: 2, runs: 0 });
    const many = Array.from({ length: 1_200 }, (_, position) => fabricMod(1, position));
    await service.app.database.db.delete(mods).where(eq(mods.modPackId, 1));
    await service.app.database.db.insert(mods).values(many);
    await storeArchive(service.app, 1, zipWith({ 'mods/a.jar': 'a' }));
    await storeArchive(service.app, 2, zipWith({ 'mods/a.jar': 'b' }));
    const pageOf = (arguments_: string, wanted: object = run, modPack = 1) =>
      ask(
        service.url,
        `query ($pack: ID!, $run: RunConfigurationInput!) { previewServerPack(modPack: { id: $pack }, runConfiguration: $run) {
          ... on ServerPackPreview { decisions(${arguments_}) {
            totalCount pageInfo { endCursor startCursor hasNextPage hasPreviousPage } nodes { file } } } } }`,
        { pack: globalId('ModPack', modPack), run: wanted },
      ).then(({ data }) => previewPage.parse(data).previewServerPack.decisions);
    const whole = async (direction: 'forwards' | 'backwards', filter: string) => {
      const files: string[] = [];
      let place: string | null = null;
      do {
        const page: PreviewPage = await (direction === 'forwards'
          ? pageOf(`first: 100 ${filter} ${place === null ? '' : `after: "${place}"`}`)
          : pageOf(`last: 100 ${filter} ${place === null ? '' : `before: "${place}"`}`));
        const found = page.nodes.map(({ file }) => file);
        files.push(...(direction === 'forwards' ? found : found.toReversed()));
        expect(page.totalCount).toBe(filter === '' ? 1_200 : 600);
        const { hasNextPage, hasPreviousPage, endCursor, startCursor } = page.pageInfo;
        if (direction === 'forwards') place = hasNextPage ? endCursor : null;
        else place = hasPreviousPage ? startCursor : null;
      } while (place !== null);
      return files;
    };
    const all = many.map(({ file }) => file);
    const dropped = all.filter((_, position) => position % 2 === 0);
    expect(await whole('forwards', '')).toEqual(all);
    expect(await whole('backwards', '')).toEqual(all.toReversed());
    expect(await whole('forwards', 'filter: { kept: false }')).toEqual(dropped);
    expect(await whole('backwards', 'filter: { kept: false }')).toEqual(dropped.toReversed());
    const [third, seventh] = await Promise.all(
      [3, 7].map(async (count) => (await pageOf(`first: ${count}`)).pageInfo.endCursor),
    );
    const between = await pageOf(`last: 2, after: "${third}", before: "${seventh}"`);
    expect(between.nodes.map(({ file }) => file)).toEqual(['0004.jar', '0005.jar']);
    expect((await pageOf(`first: 2, after: "${seventh}", before: "${third}"`)).nodes).toEqual([]);
    expect(tasks).toHaveLength(1);

    const listed = { ...run, whitelistedMods: ['0000'] };
    expect((await pageOf('first: 1, filter: { kept: false }', listed)).totalCount).toBe(599);
    expect((await pageOf('first: 1', run, 2)).totalCount).toBe(3);
    expect(tasks).toHaveLength(3);
    expect((await pageOf('first: 1, filter: { kept: false }')).totalCount).toBe(600);
    expect(tasks).toHaveLength(3);
  });

  it('is not kept where there is no room for it', async () => {
    const { tasks, previews } = notedPreviews();
    await using service = await startTestApp({
      values: { sharedLimits: sharedLimits({ keptPreviews: { caller: 50, all: 100 } }) },
      overrides: { previews },
    });
    await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 0 });
    await storeArchive(service.app, 1, zipWith({ 'mods/a.jar': 'a' }));
    const once = () =>
      ask(service.url, previewQuery(`${previewField('one')} ${previewField('two')}`), {
        pack: globalId('ModPack', 1),
        run,
      });
    expect((await once()).data).toMatchObject({ one: { keptCount: 3 }, two: { keptCount: 3 } });
    expect(tasks).toHaveLength(1);
    expect((await once()).data).toMatchObject({ one: { keptCount: 3 } });
    expect(tasks).toHaveLength(2);
  });

  it('tells what stays out and how much goes in', async () => {
    const inventory = Array.from({ length: 10 }, (_, index): ModFile => {
      const descriptors = [fabricDescriptor(index % 2 === 0 ? 'CLIENT' : 'BOTH')];
      return { file: `${index}.jar`, size: index, descriptors, note: null };
    });
    const fabric = {
      ...run,
      modloader: 'Fabric' as const,
      startArgs: [],
      clientMods: [],
      whitelistedMods: [],
      ...runDefaults,
    };
    const jars = inventory.map(({ file, size }) => ({ name: `mods/${file}`, data: 'x'.repeat(size) }));
    await using archive = await temporaryFile(
      zipWith([...jars, { name: 'logs/a.log', data: 'abc' }, { name: 'saves/a/level.dat', data: 'a' }]),
    );
    const { sum, decisions } = previewServerPack(inventory, {
      archivePath: archive.path,
      baseFolder: '',
      fetched: [{ name: 'config/a.json', size: 7 }],
      run: fabric,
    });
    expect(sum).toEqual({
      keptCount: 5,
      droppedCount: 5,
      keptModBytes: 25,
      javaVersion: 17,
      warnings: [expect.objectContaining({ code: 'FILES_LEFT_OUT' })],
      fileCount: 6,
      fileBytes: 32,
      leftOut: [
        { reason: 'WORLD', path: 'saves/', files: 1, bytes: 1 },
        { reason: 'CLIENT', path: 'logs/', files: 1, bytes: 3 },
      ],
      leftOutCount: 2,
      leftOutBytes: 4,
    });
    expect(decisions.map(({ kept }) => kept)).toEqual(inventory.map((_, index) => index % 2 === 1));
  });
});
