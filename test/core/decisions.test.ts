import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { modDecisions, modPackFiles, modPacks, serverPacks } from '../../drizzle/schema.ts';
import { shippedFacts } from '../../src/archive/known-mods/facts-file.ts';
import { inPieces, writePieces } from '../../src/archive/pieces.ts';
import type { PreviewSum } from '../../src/archive/preview.ts';
import type { ModDecision } from '../../src/archive/report.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import type { PageRequest, Position } from '../../src/core/lists/pages.ts';
import { type DecisionFilter, listDecisionsOf, saveDecisions } from '../../src/core/packs/decisions.ts';
import { readMods } from '../../src/core/packs/inventory.ts';
import { createPreviews, type PreviewWork } from '../../src/core/packs/previews.ts';
import type { Database } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { temporaryFile } from '../support/zip.ts';

/** What became of ten mods, of which every third was dropped. */
const decisions: ModDecision[] = Array.from({ length: 10 }, (_, index) => ({
  file: `${index}.jar`,
  kept: index % 3 !== 0,
  reason: index % 3 === 0 ? 'CLIENT_MODS' : 'UNKNOWN_SIDE',
  certainty: 'NONE',
  evidence: `mod ${index}`,
}));
const placed = decisions.map((decision, id) => ({ id, ...decision }));
const place = (id: number | null): Position | null =>
  id === null ? null : { order: 'index', value: id, id };

const isDropped = (id: number) => id % 3 === 0;
/** Filters, with the decisions that fit them. */
const filters: [DecisionFilter, (id: number) => boolean][] = [
  [{}, () => true],
  [{ kept: true }, (id) => !isDropped(id)],
  [{ kept: false }, isDropped],
  [{ reason: ['CLIENT_MODS', 'EXCLUDED'], certainty: ['NONE'] }, isDropped],
  [{ kept: false, fileContains: '3.J' }, (id) => id === 3],
  [{ certainty: ['KNOWN'] }, () => false],
];

/** Pages of all kinds, with what has to be on them. */
function* pages(): Generator<{ request: PageRequest; filter: DecisionFilter; ids: number[]; more: boolean }> {
  for (const [filter, fits] of filters)
    for (const [after, before] of [
      [null, null],
      [2, null],
      [3, null],
      [null, 6],
      [null, 5],
      [2, 6],
      [3, 4],
      [8, null],
      [9, null],
      [null, 0],
    ] as const)
      for (const limit of [1, 2, 20])
        for (const fromEnd of [false, true]) {
          const fitting = placed
            .filter(({ id }) => {
              const isBetween = id > (after ?? -1) && id < (before ?? placed.length);
              return isBetween && fits(id);
            })
            .map(({ id }) => id);
          const ids = fromEnd ? fitting.slice(-limit) : fitting.slice(0, limit);
          const request = { limit, after: place(after), before: place(before), fromEnd };
          yield { request, filter, ids, more: fitting.length > limit };
        }
}

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  await insertFinishedRuns(database.db, { modPacks: 1, runs: 2 });
});
afterAll(() => database?.close());

describe('decisions that are stored', () => {
  it('are those of the file of pieces, each at its place', async () => {
    const { db } = database;
    await db.delete(modDecisions).where(eq(modDecisions.serverPackId, 1));
    await using file = await temporaryFile(Buffer.alloc(0));
    const rows = decisions.map((decision, position) => ({ position, ...decision }));
    await saveDecisions(db, 1, { path: file.path, pieces: await writePieces(file.path, rows) });
    const all = { limit: 20, after: null, before: null, fromEnd: false };
    const [page] = await listDecisionsOf(database, [1], { request: all, filter: {} });
    expect(page?.rows).toEqual(placed.map((decision) => ({ serverPackId: 1, ...decision })));
  });

  it('are read by page, those that fit, of each server pack', async () => {
    for (const { request, filter, ids, more } of pages()) {
      const [ofSecond, ofFirst] = await listDecisionsOf(database, [2, 1], { request, filter });
      expect(ofFirst?.rows.map(({ id }) => id)).toEqual(ids);
      expect(request.fromEnd ? ofFirst?.hasPrevious : ofFirst?.hasNext).toBe(more);
      expect(ofSecond?.rows.every(({ serverPackId, id }) => serverPackId === 2 && id < 3)).toBe(true);
    }
  });
});

describe('decisions of a preview', () => {
  const sum: PreviewSum = {
    keptCount: 6,
    droppedCount: 4,
    keptModBytes: 0,
    warnings: [],
    fileCount: 0,
    fileBytes: 0,
    leftOut: [],
    leftOutCount: 0,
    leftOutBytes: 0,
  };
  const run = {
    ...runDefaults,
    gameVersion: '1.20.1',
    modloader: 'Forge' as const,
    modloaderVersion: '47.2.0',
    startArgs: [],
    clientMods: [],
    whitelistedMods: [],
  };
  const modPack = { id: 1, storageKey: 'key' };
  const storage = { local: async () => ({ path: 'there', [Symbol.asyncDispose]: async () => {} }) };

  /** A limit of so many bytes, whoever has them. */
  const upTo = (bytes: number) => ({ caller: bytes, all: bytes, strangers: bytes });

  /** Previews of which each hands its decisions over in pieces that end where a mod was dropped, and their number. */
  function previewsInPieces(keptBytes = 1_000_000) {
    const worked: string[] = [];
    const work: PreviewWork = {
      async preview(task, { takeDecisions }) {
        worked.push(task.run.gameVersion);
        for (const [from, to] of [
          [0, 1],
          [1, 3],
          [3, 7],
          [7, 10],
        ])
          for (const piece of inPieces(decisions.slice(from, to))) takeDecisions(piece);
        return sum;
      },
    };
    const previews = createPreviews({ database, storage, work }, { kept: upTo(keptBytes) });
    const open = (change: { run?: Partial<typeof run>; modPack?: Partial<typeof modPack> } = {}) =>
      previews.open({
        modPack: { ...modPack, ...change.modPack },
        baseFolder: '',
        run: { ...run, ...change.run },
        caller: 'somebody',
        signal: new AbortController().signal,
        aside: (work) => work(),
      });
    return { open, worked };
  }

  it('are read by page, those that fit, however they were handed over', async () => {
    const preview = previewsInPieces().open();
    for (const { request, filter, ids, more } of pages()) {
      const page = await preview.decisions({ request, filter });
      expect(page.rows).toEqual(ids.map((id) => placed[id]));
      expect(request.fromEnd ? page.hasPrevious : page.hasNext).toBe(more);
    }
  });

  it('are read out of those pieces alone that have any of the page', async () => {
    const preview = previewsInPieces().open();
    await preview.sum();
    const read = vi.spyOn(JSON, 'parse');
    const all = { limit: 1, after: null, before: null, fromEnd: false };
    const wanted: [Partial<PageRequest>, DecisionFilter, ids: number[], pieces: number][] = [
      [{ after: place(2) }, {}, [3], 1],
      [{ before: place(3), fromEnd: true }, {}, [2], 1],
      [{}, { kept: true }, [1], 1],
      [{ after: place(0) }, { kept: false }, [3], 1],
      [{ limit: 2 }, {}, [0, 1], 2],
      [{ limit: 20 }, { kept: true }, [1, 2, 4, 5, 7, 8], 3],
    ];
    for (const [request, filter, ids, pieces] of wanted) {
      read.mockClear();
      const { rows } = await preview.decisions({ request: { ...all, ...request }, filter });
      expect([rows.map(({ id }) => id), read.mock.calls.length]).toEqual([ids, pieces]);
    }
  });

  it('are not begun at a place of another list', async () => {
    const { open, worked } = previewsInPieces();
    const other = { order: 'id', value: 1, id: 1 };
    for (const part of [{ after: other }, { before: other }]) {
      const request = { limit: 1, after: null, before: null, fromEnd: false, ...part };
      await expect(open().decisions({ request, filter: {} })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect(worked).toEqual([]);
  });

  it('are worked out once for all that is asked, and for each pack and run anew', async () => {
    const { open, worked } = previewsInPieces();
    const preview = open();
    expect(await Promise.all([preview.sum(), preview.sum(), open().sum()])).toEqual([sum, sum, sum]);
    expect(worked).toHaveLength(1);
    await open({ run: { gameVersion: '1.20.4' } }).sum();
    await open({ modPack: { storageKey: 'another' } }).sum();
    await open({ modPack: { id: 2 } }).sum();
    expect(worked).toEqual(['1.20.1', '1.20.4', '1.20.1', '1.20.1']);
    await open().sum();
    expect(worked).toHaveLength(4);
  });

  it('are worked out of the archive, the files that the modpack names and its mods, and let go of the archive', async () => {
    const { db } = database;
    await db
      .insert(modPackFiles)
      .values({ modPackId: 1, position: 0, path: 'mods/a.jar', fileId: 1, crc32: 7 });
    const handed: object[] = [];
    const work: PreviewWork = {
      async preview(task, { readMods: read, signal }) {
        const { piece, next } = await read(1);
        handed.push({ ...task, piece, next, isAborted: signal.aborted });
        return sum;
      },
    };
    const closed = vi.fn(async () => {});
    const local = vi.fn(async () => ({ path: 'there', [Symbol.asyncDispose]: closed }));
    const previews = createPreviews({ database, storage: { local }, work }, { kept: upTo(0) });
    const { signal } = new AbortController();
    const beside = vi.fn((work) => work());
    const wanted = { modPack, baseFolder: 'base/', run, caller: 'somebody', signal, aside: beside };
    expect(await previews.open(wanted).sum()).toBe(sum);
    expect(beside).toHaveBeenCalledOnce();
    const fetched = [{ name: 'mods/a.jar', size: 1000 }];
    expect(handed).toEqual([
      {
        archivePath: 'there',
        baseFolder: 'base/',
        fetched,
        facts: shippedFacts(),
        run,
        ...(await readMods(database, 1, 1)),
        isAborted: false,
      },
    ]);
    expect(local).toHaveBeenCalledExactlyOnceWith('key');
    expect(closed).toHaveBeenCalledOnce();
  });

  it('are kept as far as there is room for them as JSON', async () => {
    const bytes = JSON.stringify(sum).length + JSON.stringify(decisions).length + 3;
    for (const [room, times] of [
      [bytes, 1],
      [bytes - 1, 2],
    ] as const) {
      const { open, worked } = previewsInPieces(room);
      await open().sum();
      await open().sum();
      expect(worked).toHaveLength(times);
    }
  });

  it('are not there when the modpack has gone with its archive, and fail as its reading does otherwise', async () => {
    const failing = { local: () => Promise.reject(new Error('no such file')) };
    const work: PreviewWork = { preview: async () => sum };
    const previews = createPreviews({ database, storage: failing, work }, { kept: upTo(0) });
    const open = (id: number) =>
      previews.open({
        modPack: { id, storageKey: '' },
        baseFolder: '',
        run,
        caller: 'somebody',
        signal: new AbortController().signal,
        aside: (work) => work(),
      });
    await expect(open(1).sum()).rejects.toThrow('no such file');
    await database.db.delete(serverPacks);
    await database.db.delete(modPacks);
    await expect(open(1).sum()).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Modpack 1 has been deleted meanwhile.',
    });
  });
});
