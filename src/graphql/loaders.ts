import DataLoader from 'dataloader';
import type { Page, PageRequest } from '../core/lists/pages.ts';
import type { Database } from '../database/database.ts';
import type { Context } from './context.ts';

/**
 * Most rows that one statement for nested lists returns, so that no statement blocks the event loop. The lists of a page of 100, each
 * with 20 rows and one more that shows whether a page follows, come by one statement.
 */
export const rowsOfStatement = 2_100;

/** A function that gives the loader of an operation. */
export type LoaderOf<Loader> = (context: Context) => Loader;

/** Creates a loader for each operation on first use: most operations need few loaders. */
export function perOperation<Loader extends object>(make: (context: Context) => Loader): LoaderOf<Loader> {
  // Each factory keeps only its own loader.
  const isMade = (kept: object | undefined): kept is Loader => kept !== undefined;
  return (context) => {
    const kept = context.operation.loaders.get(make);
    if (isMade(kept)) return kept;
    const loader = make(context);
    context.operation.loaders.set(make, loader);
    return loader;
  };
}

/** Reads at the first call; later calls get the same answer. */
export function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** Batches the keys of one operation, so that no list makes a query per row. */
export function loaderOf<Key, Value, CacheKey = Key>(
  load: (database: Database, keys: readonly Key[]) => Promise<Value[]>,
  options: Pick<DataLoader.Options<Key, Value, CacheKey>, 'cacheKeyFn' | 'maxBatchSize'> = {},
): LoaderOf<DataLoader<Key, Value, CacheKey>> {
  return perOperation(
    ({ operation: { database, yields } }) =>
      new DataLoader<Key, Value, CacheKey>((keys) => load(database, keys), {
        ...options,
        batchScheduleFn: yields.afterResolvers,
      }),
  );
}

type Find<Key, Row> = (database: Database, keys: readonly Key[]) => Promise<Row[]>;

/** Loads rows by their ids; null where there is no row. */
export function loaderById<Row extends { id: number }>(
  find: Find<number, Row>,
): LoaderOf<DataLoader<number, Row | null>> {
  return loaderByKey(find, ({ id }) => id);
}

/** Loads rows by the key that `keyOf` returns; null where there is no row. */
export function loaderByKey<Key, Row>(
  find: Find<Key, Row>,
  keyOf: (row: Row) => Key,
): LoaderOf<DataLoader<Key, Row | null>> {
  return valueLoader(find, keyOf, (row) => row);
}

/** Loads one value of rows by the key that `keyOf` returns; null where there is no row. */
export function valueLoader<Key, Row, Value>(
  find: Find<Key, Row>,
  keyOf: (row: Row) => Key,
  pick: (row: Row) => Value,
): LoaderOf<DataLoader<Key, Value | null>> {
  return loaderOf(async (database, keys: readonly Key[]) => {
    const found = new Map<Key, Value>();
    for (const row of await find(database, keys)) found.set(keyOf(row), pick(row));
    return keys.map((key) => found.get(key) ?? null);
  });
}

/** The requested part of a list. */
export interface PageOptions {
  request: PageRequest;
}

/** Loads a value for many parents at once, one batch for equal arguments. */
interface ByParent<Which, Value> {
  load(parentId: number, which: Which): Promise<Value>;
}

/** Loads the same page of the lists of many parents at once. */
export function pageLoader<Row, Which extends PageOptions>(
  list: (database: Database, parentIds: readonly number[], which: Which) => Promise<Page<Row>[]>,
): LoaderOf<ByParent<Which, Page<Row>>> {
  return byParent(list, ({ request }) => Math.max(1, Math.floor(rowsOfStatement / (request.limit + 1))));
}

/** Counts the lists of many parents at once, one batch for equal filters. */
export function countLoader<Filter>(
  count: (database: Database, parentIds: readonly number[], filter: Filter) => Promise<number[]>,
): LoaderOf<ByParent<Filter, number>> {
  return byParent(count, () => Number.POSITIVE_INFINITY);
}

function byParent<Which, Value>(
  load: (database: Database, parentIds: readonly number[], which: Which) => Promise<Value[]>,
  batchSize: (which: Which) => number,
): LoaderOf<ByParent<Which, Value>> {
  return perOperation(({ operation: { database, yields } }) => {
    const loaders = new Map<string, DataLoader<number, Value>>();
    const loaderFor = (which: Which) => {
      const key = JSON.stringify(which);
      const known = loaders.get(key);
      if (known) return known;
      const loader = new DataLoader((ids: readonly number[]) => load(database, ids, which), {
        batchScheduleFn: yields.afterResolvers,
        maxBatchSize: batchSize(which),
      });
      loaders.set(key, loader);
      return loader;
    };
    return { load: (parentId, which) => loaderFor(which).load(parentId) };
  });
}
