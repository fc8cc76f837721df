import { and, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { files, modPacks } from '../../drizzle/schema.ts';
import { dateConditions, type textEquals } from '../../src/core/lists/filters.ts';
import {
  cutOf,
  idIn,
  idsOfPages,
  isOneOf,
  type Order,
  orderById,
  orderByPosition,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOfCut,
  pageOrder,
  shapeOfPage,
  toPage,
  toPages,
  valuesOfPage,
} from '../../src/core/lists/pages.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const first = (limit: number): PageRequest => ({ limit, after: null, before: null, fromEnd: false });
const wrongOrder = (field: string) =>
  expect.objectContaining({
    code: 'INVALID_INPUT',
    details: { field },
    message: expect.stringContaining(field),
  });

/** The part of a list that a request asks for, and whether there is more of it on either side. */
function partOf<Row>(list: readonly Row[], request: { limit: number; fromEnd: boolean }): Row[] {
  if (!request.fromEnd) return list.slice(0, request.limit);
  return list.slice(Math.max(0, list.length - request.limit));
}

describe('a page of a list that the database keeps', async () => {
  interface Row {
    id: number;
    name: string;
    size: number;
  }
  const byId = orderById<Row>(modPacks.id);
  const byName: Order<Row> = {
    name: 'name',
    id: modPacks.id,
    by: { column: modPacks.name, kind: 'text', valueOf: ({ name }) => name },
    descending: false,
  };
  const bySize: Order<Row> = {
    name: 'size',
    id: modPacks.id,
    by: { column: modPacks.fileSize, kind: 'number', valueOf: ({ size }) => size },
    descending: false,
  };
  const names = ['b', 'A', 'a', 'C', 'B', 'a', 'd'];
  const sizes = [5, 10, 9, 5, 5, 100, 1];
  const rows = names.map((name, index) => ({ id: index + 1, name, size: sizes[index] ?? 0 }));
  const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const inOrder: [string, Order<Row>, (row: Row) => string | number][] = [
    ['id', byId, ({ id }) => id],
    ['name', byName, ({ name }) => name.toLowerCase()],
    ['size', bySize, ({ size }) => size],
  ];

  const database = await openScratchDatabase(databaseKind);
  for (const { name, size } of rows) {
    const sha256 = crypto.randomUUID();
    const [file] = await database.db.insert(files).values({ sha256, size, storageKey: sha256 }).returning();
    await database.db.insert(modPacks).values({ fileId: file?.id ?? 0, name, status: 'CHECKED' });
  }
  afterAll(() => database.close());

  async function pageOf(order: Order<Row>, request: PageRequest) {
    const answered = await database.db
      .select({ id: modPacks.id, name: modPacks.name, size: modPacks.fileSize })
      .from(modPacks)
      .where(sql.join([sql`true`, ...pageConditions(order, request)], sql` and `))
      .orderBy(...pageOrder(order, request))
      .limit(pageLimit(request));
    return toPage(answered, order, request);
  }

  describe.each(inOrder)('by %s', (name, ascending, keyOf) => {
    it.each([false, true])('is what it would be of the whole list (descending: %s)', async (descending) => {
      const order = { ...ascending, descending };
      const up = rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)) || a.id - b.id);
      const list = descending ? up.toReversed() : up;
      const position = (index: number) => {
        const row = list[index];
        if (!row) throw new Error('There is no such row.');
        return { order: name, value: order.by?.valueOf(row) ?? row.id, id: row.id };
      };
      for (const [after, before] of [
        [null, null],
        [0, null],
        [3, null],
        [6, null],
        [null, 6],
        [null, 0],
        [1, 5],
        [4, 5],
      ] as const)
        for (const limit of [1, 2, 7])
          for (const fromEnd of [false, true]) {
            const request = {
              limit,
              after: after === null ? null : position(after),
              before: before === null ? null : position(before),
              fromEnd,
            };
            const between = list.slice(after === null ? 0 : after + 1, before ?? list.length);
            const wanted = partOf(between, request);
            const page = await pageOf(order, request);
            expect(page.rows).toEqual(wanted);
            expect(page.positions).toEqual(wanted.map((row) => position(list.indexOf(row))));
            // Beyond a cursor of its own there is something: the row of the cursor.
            expect([page.hasNext, page.hasPrevious]).toEqual(
              fromEnd ? [before !== null, between.length > limit] : [between.length > limit, after !== null],
            );
          }
    });
  });

  it('is not begun at a place in another order', () => {
    const place = { order: 'name', value: 'a', id: 1 };
    for (const [order, position] of [
      [byId, place],
      [bySize, place],
      [byName, { ...place, order: 'id', value: 1 }],
      [byName, { ...place, value: 1 }],
      [bySize, { order: 'size', value: 'a', id: 1 }],
      [byId, { order: 'id', value: 'a', id: 1 }],
    ] as const) {
      expect(() => pageConditions(order, { ...first(1), after: position })).toThrow(wrongOrder('after'));
      expect(() => pageConditions(order, { ...first(1), before: position })).toThrow(wrongOrder('before'));
    }
  });

  it('is had for the lists of many parents at once', async () => {
    const parents = [5, 1, 9];
    const order = orderById<Row>(modPacks.id);
    // Whoever has the same size is of one parent here.
    const lists = { id: modPacks.id, parent: modPacks.fileSize, order };
    for (const fromEnd of [false, true]) {
      const request = { ...first(2), fromEnd };
      const answered = await database.db
        .select({ id: modPacks.id, name: modPacks.name, size: modPacks.fileSize })
        .from(modPacks)
        .where(idsOfPages(lists, parents, request))
        .orderBy(...pageOrder(order, request));
      const pages = toPages(answered, order, { parentIds: parents, parentOf: ({ size }) => size, request });
      const ids = pages.map((page) => page.rows.map(({ id }) => id));
      expect(ids).toEqual([fromEnd ? [4, 5] : [1, 4], [7], [3]]);
      const more = pages.map(({ hasNext, hasPrevious }) => (fromEnd ? hasPrevious : hasNext));
      expect(more).toEqual([true, false, false]);
    }
  });

  it('of some ids are the rows with these', async () => {
    const found = async (ids: number[]) =>
      (await database.db.select({ id: modPacks.id }).from(modPacks).where(isOneOf(modPacks.id, ids)))
        .map(({ id }) => id)
        // A statement without an order answers as the database's plan has it.
        .sort((a, b) => a - b);
    expect([await found([2, 4, 99]), await found([])]).toEqual([[2, 4], []]);
  });

  it('has a statement for each shape, with the ids as its values', () => {
    const position = { order: 'id', value: 3, id: 3 };
    const shapes = [false, true].flatMap((descending) =>
      [false, true].flatMap((fromEnd) =>
        [null, position].flatMap((after) =>
          [null, position].map((before) =>
            shapeOfPage(orderById(modPacks.id, descending), { limit: 1, after, before, fromEnd }),
          ),
        ),
      ),
    );
    expect(new Set(shapes).size).toBe(16);
    const before = { ...position, id: 7, value: 7 };
    expect(valuesOfPage({ ...first(1), after: position, before })).toEqual([3, 7]);
    expect(valuesOfPage({ ...first(1), before })).toEqual([7]);
    expect(valuesOfPage(first(1))).toEqual([]);
  });
});

describe('a page of a list whose rows are known by their place', () => {
  const place = fc.option(fc.nat(12), { nil: null });
  const position = (index: number | null) =>
    index === null ? null : { order: 'index', value: index, id: index };

  it('is what it would be of the whole list', () => {
    fc.assert(
      fc.property(
        fc.nat(9),
        fc.nat(11),
        place,
        place,
        fc.boolean(),
        (length, limit, after, before, fromEnd) => {
          const list = Array.from({ length }, (_, index) => index);
          const request = { limit, after: position(after), before: position(before), fromEnd };
          const between = list.filter((index) => index > (after ?? -1) && index < (before ?? length));
          const wanted = partOf(between, request);
          const cut = cutOf(length, request);
          expect(list.slice(cut.start, cut.end)).toEqual(wanted);
          const page = pageOfCut(wanted, cut);
          expect(page.rows).toEqual(wanted);
          expect(page.positions).toEqual(wanted.map(position));
          if (wanted.length > 0)
            expect([page.hasPrevious, page.hasNext]).toEqual([wanted[0] !== 0, wanted.at(-1) !== length - 1]);
        },
      ),
    );
  });

  it('is not begun at a place of another list', () => {
    const other = { order: 'id', value: 1, id: 1 };
    expect(() => cutOf(3, { ...first(1), after: other })).toThrow(wrongOrder('after'));
    expect(() => cutOf(3, { ...first(1), before: other })).toThrow(wrongOrder('before'));
    const order = orderByPosition(modPacks.id);
    expect(() => idIn(order, 'after', { ...first(1), after: other })).toThrow(wrongOrder('after'));
    expect(idIn(order, 'after', { ...first(1), after: position(4) })).toBe(4);
    expect(idIn(order, 'before', { ...first(1), after: position(4) })).toBeNull();
  });

  it('has nothing beside it where there is no list', () => {
    expect(pageOfCut([], cutOf(0, { ...first(3), after: position(5) }))).toMatchObject({
      hasNext: false,
      hasPrevious: false,
    });
  });
});

const midnight = new Date('2030-01-01T00:00:00Z');
const before = (moment: Date) => new Date(moment.getTime() - 1);

const database = await openScratchDatabase(databaseKind);
for (const [name, dateCreated] of [
  ['Better Adventures_100%', before(midnight)],
  ['ADVENTURES', midnight],
] as const) {
  const [file] = await database.db
    .insert(files)
    .values({ sha256: name, size: 1, storageKey: name })
    .returning();
  await database.db.insert(modPacks).values({ fileId: file?.id ?? 0, name, status: 'CHECKED', dateCreated });
}
afterAll(() => database.close());

/** The ids of the modpacks that fit. */
async function fitting(conditions: ReturnType<typeof textEquals>): Promise<number[]> {
  const found = await database.db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(...conditions))
    .orderBy(modPacks.id);
  return found.map(({ id }) => id);
}

it('a span of time has its beginning in it, and its end not', async () => {
  const within = (range: Parameters<typeof dateConditions>[1]) =>
    fitting(dateConditions(modPacks.dateCreated, range));
  expect(await within({ from: midnight })).toEqual([2]);
  expect(await within({ to: midnight })).toEqual([1]);
  expect(await within({ from: before(midnight), to: midnight })).toEqual([1]);
  expect(await within({})).toEqual([1, 2]);
  expect(await within(undefined)).toEqual([1, 2]);
});
