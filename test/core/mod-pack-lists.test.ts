import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { modPacks, serverPacks } from '../../drizzle/schema.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import type { Order, Page, PageRequest, SortKey } from '../../src/core/lists/pages.ts';
import {
  countModPacks,
  findModPacks,
  listModPacks,
  type ModPack,
  type ModPackFilter,
  modPackOrders,
} from '../../src/core/packs/mod-packs.ts';
import {
  countServerPacks,
  countServerPacksOf,
  findServerPacks,
  listServerPacks,
  listServerPacksOf,
  type ServerPack,
  type ServerPackFilter,
  serverPackOrders,
} from '../../src/core/packs/server-packs.ts';
import { insertRunConfiguration } from '../../src/core/runs/run-configurations.ts';
import type { Database } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack } from '../support/rows.ts';

const counting = { rows: 100, cost: 1e9 };
const whole: PageRequest = { limit: 100, after: null, before: null, fromEnd: false };
const noon = new Date('2020-01-01T12:00:00Z');
const since = { from: noon };
const anyRun = {
  ...runDefaults,
  modloaderVersion: '47.2.0',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
};
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** Nine modpacks with two runs each, the first of which are from the past and one of which has failed. */
async function open(kind: 'embedded' | 'server'): Promise<Database> {
  const database = await openScratchDatabase(kind);
  const { db } = database;
  await insertFinishedRuns(db, { modPacks: 9, runs: 2 });
  for (const table of [modPacks, serverPacks])
    await db
      .update(table)
      .set({ dateCreated: new Date('2020-01-01T11:59:59Z') })
      .where(sql`${table.id} < 4`);
  await db.update(modPacks).set({ status: 'ERROR' }).where(eq(modPacks.id, 5));
  // Some are called the same, some have no title, and one is called as another's file.
  for (const [id, title] of ['sky 2', 'Sea', 'SKY 2', 'pack 0.zip', 'sea'].entries())
    await db
      .update(modPacks)
      .set({ title })
      .where(eq(modPacks.id, id + 3));
  return database;
}

type List<Row> = (order: Order<Row>, request: PageRequest) => Promise<Page<{ id: number }>>;

/** The ids of a list, page by page from either end. */
async function walk<Row>(list: List<Row>, order: Order<Row>, fromEnd: boolean): Promise<number[]> {
  const found: number[] = [];
  let request = { ...whole, limit: 4, fromEnd };
  for (;;) {
    const { rows, positions, hasNext, hasPrevious } = await list(order, request);
    if (fromEnd) found.unshift(...ids(rows));
    else found.push(...ids(rows));
    if (!(fromEnd ? hasPrevious : hasNext)) return found;
    request = fromEnd
      ? { ...request, before: positions[0] ?? null }
      : { ...request, after: positions.at(-1) ?? null };
  }
}

/** The ids of these rows in that order. */
function sorted<Row extends { id: number }>(rows: readonly Row[], { by, descending }: Order<Row>): number[] {
  const key = (row: Row) => {
    const value = by?.valueOf(row) ?? 0;
    return typeof value === 'string' ? value.toLowerCase() : value;
  };
  const inOrder = rows.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
  return ids(descending ? inOrder.toReversed() : inOrder);
}

function ordersOf<Row>(keys: Record<string, SortKey<Row> | null>, id: Order<Row>['id']): Order<Row>[] {
  return Object.entries(keys).flatMap(([name, by]) =>
    [false, true].map((descending) => ({ name, id, by, descending })),
  );
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe.each(databaseKinds)('lists in the core on the %s database', (kind) => {
  it('have the modpacks that fit, in every order, from either end', async () => {
    await using database = await open(kind);
    const all = await findModPacks(database, oneTo(9));
    const cases: [ModPackFilter, (row: ModPack) => boolean][] = [
      [{}, () => true],
      [{ status: ['ERROR'] }, ({ status }) => status === 'ERROR'],
      [{ status: ['ERROR', 'CHECKED'] }, ({ status }) => status === 'ERROR'],
      [{ sha256: all[2]?.sha256.toUpperCase() }, ({ id }) => id === all[2]?.id],
      [{ nameContains: 'ACK 1' }, ({ name }) => name === 'Pack 1.zip'],
      [{ nameContains: '3.' }, ({ name }) => name === 'Pack 3.zip'],
      [{ nameContains: 'Sky' }, ({ id }) => id === 3 || id === 5],
      [{ dateCreated: since }, ({ id }) => id > 3],
      [{ dateCreated: since, nameContains: '1' }, ({ id }) => id === 7],
      [{ gameVersion: '1.20.0' }, () => true],
      [{ gameVersion: '1.20.2' }, () => false],
      [{ gameVersion: '1.20.2', modloader: 'Forge' }, () => false],
      [{ gameVersion: '1.20.2', status: ['ERROR'] }, () => false],
    ];
    const orders = ordersOf<ModPack>(modPackOrders, modPacks.id);
    for (const [filter, fits] of cases) {
      const what = JSON.stringify(filter);
      const fitting = all.filter(fits);
      expect(await countModPacks(database, filter, counting), what).toEqual({
        count: fitting.length,
        isEstimated: false,
      });
      for (const order of Object.keys(filter).length === 0 ? orders : orders.slice(1, 2)) {
        const wanted = sorted(fitting, order);
        const list: List<ModPack> = (by, request) => listModPacks(database, { filter, order: by, request });
        for (const fromEnd of [false, true])
          expect(await walk(list, order, fromEnd), `${what} by ${order.name}`).toEqual(wanted);
      }
    }
  });

  it('have the modpacks of which one run has both the version and the modloader, not one of each', async () => {
    await using database = await openScratchDatabase(kind);
    const runsOf = [
      [['1.20.1', 'Forge']],
      [['1.20.1', 'Fabric']],
      [
        ['1.20.1', 'Fabric'],
        ['1.19.2', 'Forge'],
      ],
      [
        ['1.19.2', 'Fabric'],
        ['1.20.1', 'Forge'],
        ['1.20.1', 'Forge'],
      ],
      [],
    ] as const;
    for (const runs of runsOf) {
      const modPackId = await insertModPack(database);
      for (const [gameVersion, modloader] of runs)
        await database.db.transaction((tx) =>
          insertRunConfiguration(tx, modPackId, { ...anyRun, gameVersion, modloader }, null),
        );
    }
    const order = { name: 'DATE_CREATED', id: modPacks.id, by: null, descending: false };
    for (const [filter, fitting] of [
      [{ gameVersion: '1.20.1' }, [1, 2, 3, 4]],
      [{ gameVersion: '1.19.2' }, [3, 4]],
      [{ modloader: 'Forge' }, [1, 3, 4]],
      [{ modloader: 'Fabric' }, [2, 3, 4]],
      [{ modloader: 'Quilt' }, []],
      [{ gameVersion: '1.20.1', modloader: 'Forge' }, [1, 4]],
      [{ gameVersion: '1.20.1', modloader: 'Fabric' }, [2, 3]],
      [{ gameVersion: '1.19.2', modloader: 'Forge' }, [3]],
      [{ gameVersion: '1.19.2', modloader: 'Fabric' }, [4]],
      [{ gameVersion: '1.19.2', modloader: 'Quilt' }, []],
    ] as const) {
      const what = JSON.stringify(filter);
      const { rows } = await listModPacks(database, { filter, order, request: whole });
      expect(ids(rows), what).toEqual(fitting);
      expect(await countModPacks(database, filter, counting), what).toMatchObject({
        count: fitting.length,
        isEstimated: false,
      });
    }
  });

  it('have the server packs that fit, in every order, from either end', async () => {
    await using database = await open(kind);
    const all = await findServerPacks(database, oneTo(18));
    const names = new Map((await findModPacks(database, oneTo(9))).map(({ id, name }) => [id, name]));
    const { modloader = 'Forge' } = all[0]?.runConfiguration ?? {};
    const cases: [ServerPackFilter, (row: ServerPack) => boolean][] = [
      [{}, () => true],
      [{ modPackId: 4 }, ({ modPackId }) => modPackId === 4],
      [{ modloader }, ({ runConfiguration }) => runConfiguration.modloader === modloader],
      [{ gameVersion: '1.20.1' }, ({ runConfiguration }) => runConfiguration.gameVersion === '1.20.1'],
      [
        { gameVersion: '1.20.1', modloader },
        ({ runConfiguration: run }) => run.gameVersion === '1.20.1' && run.modloader === modloader,
      ],
      [
        { gameVersion: '1.20.1', modPackId: 4 },
        ({ runConfiguration: run, modPackId }) => run.gameVersion === '1.20.1' && modPackId === 4,
      ],
      [
        { modloader, modPackId: 4 },
        ({ runConfiguration: run, modPackId }) => run.modloader === modloader && modPackId === 4,
      ],
      [{ nameContains: 'ACK 1' }, ({ modPackId }) => names.get(modPackId) === 'Pack 1.zip'],
      [{ nameContains: '3.' }, ({ modPackId }) => names.get(modPackId) === 'Pack 3.zip'],
      [{ dateCreated: since }, ({ id }) => id > 3],
    ];
    const orders = ordersOf<ServerPack>(serverPackOrders, serverPacks.id);
    for (const [filter, fits] of cases) {
      const what = JSON.stringify(filter);
      const fitting = all.filter(fits);
      expect(await countServerPacks(database, filter, counting), what).toEqual({
        count: fitting.length,
        isEstimated: false,
      });
      const list: List<ServerPack> = (order, request) =>
        listServerPacks(database, { filter, order, request });
      for (const order of Object.keys(filter).length === 0 ? orders : orders.slice(1, 2))
        for (const fromEnd of [false, true])
          expect(await walk(list, order, fromEnd), `${what} by ${order.name}`).toEqual(
            sorted(fitting, order),
          );
    }
  });

  it('are counted whatever that costs where one condition is set, and not where several meet', async () => {
    await using database = await open(kind);
    const cheap = { rows: 100, cost: 0 };
    const one = { dateCreated: since };
    for (const count of [countModPacks, countServerPacks])
      expect(await count(database, one, cheap)).toMatchObject({ isEstimated: false });
    for (const several of [
      countModPacks(database, { ...one, status: ['GENERATED'] }, cheap),
      countServerPacks(database, { ...one, modPackId: 1 }, cheap),
    ])
      expect(await several).toMatchObject({ isEstimated: true });
  });

  it('have the server packs of each of several modpacks, with pages and counts of their own', async () => {
    await using database = await open(kind);
    const all = [2, await insertModPack(database), 1];
    const of = async (request: Partial<PageRequest>, descending = false) => {
      const asked = { request: { ...whole, limit: 1, ...request }, descending };
      const pages = await listServerPacksOf(database, all, asked);
      return pages.map(({ rows, hasNext }) => [ids(rows), hasNext]);
    };
    expect(await of({})).toEqual([
      [[3], true],
      [[], false],
      [[1], true],
    ]);
    expect(await of({}, true)).toEqual([
      [[4], true],
      [[], false],
      [[2], true],
    ]);
    expect(await of({ limit: 2 })).toEqual([
      [[3, 4], false],
      [[], false],
      [[1, 2], false],
    ]);
    expect(await of({ fromEnd: true })).toEqual([
      [[4], false],
      [[], false],
      [[2], false],
    ]);
    expect(await countServerPacksOf(database, all)).toEqual([2, 0, 2]);
  });
});
