/** Every list with each filter, in each order, its first page and one deep inside, and every total. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { modPacks, serverPacks } from '../drizzle/schema.ts';
import { countEvents, type EventFilter, listEvents } from '../src/core/events/events.ts';
import type { PageRequest, Position } from '../src/core/lists/pages.ts';
import {
  countModPacks,
  listModPacks,
  type ModPackFilter,
  modPackOrders,
} from '../src/core/packs/mod-packs.ts';
import { removeRefused } from '../src/core/packs/refused.ts';
import {
  countServerPacks,
  listServerPacks,
  type ServerPackFilter,
  serverPackOrders,
} from '../src/core/packs/server-packs.ts';
import { countRunConfigurations, listRunConfigurations } from '../src/core/runs/run-configurations.ts';
import { type Database, type Queries, rows } from '../src/database/database.ts';
import { parts } from './life.ts';

/** Something that is asked, by its kind and name. */
export interface Question {
  group: string;
  name: string;
  ask(db: Queries): Promise<unknown>;
}

/** The service's defaults. */
export const counted = { rows: 10_000, cost: 1_000 };

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const names = Object.fromEntries(
  Object.entries(parts).map(([name, part]) => [`name: ${name}`, { nameContains: part }]),
);
const dates = {
  'a day long ago': { dateCreated: { from: ago(900), to: ago(899) } },
  'a year long ago': { dateCreated: { from: ago(900), to: ago(535) } },
  'until long ago': { dateCreated: { to: ago(990) } },
  'since yesterday': { dateCreated: { from: ago(1) } },
};
const versions = {
  'modloader: common': { modloader: 'Forge' },
  'modloader: rare': { modloader: 'LegacyFabric' },
  'game version: common': { gameVersion: '1.20.1' },
  'game version: rare': { gameVersion: '1.5.2' },
  'game version: absent': { gameVersion: '9.9' },
  'both: common': { modloader: 'Forge', gameVersion: '1.20.1' },
  'both: rare': { modloader: 'LegacyFabric', gameVersion: '1.5.2' },
} as const;
const modPackFilters: Record<string, ModPackFilter> = {
  all: {},
  'status: most': { status: ['GENERATED'] },
  'status: some': { status: ['ERROR'] },
  'status: few': { status: ['QUEUED'] },
  'statuses: some and few': { status: ['ERROR', 'CHECKING'] },
  'status and modloader': { status: ['ERROR'], modloader: 'NeoForge' },
  'status and rare modloader': { status: ['QUEUED'], modloader: 'LegacyFabric' },
  'status and common name': { status: ['ERROR'], nameContains: parts.common },
  'status and rare name': { status: ['ERROR'], nameContains: parts.rare },
  ...names,
  ...dates,
  ...versions,
};
const serverPackFilters: Record<string, ServerPackFilter> = {
  all: {},
  'modpack: first': { modPackId: 1 },
  'modpack: in the middle': { modPackId: 500_001 },
  ...names,
  ...dates,
  ...versions,
};
const runFilters = { all: {}, 'a modpack': { modPackId: 1 }, ...versions };
const eventFilters: Record<string, EventFilter> = {
  all: {},
  'a modpack': { modPackId: 1 },
  'a server pack': { serverPackId: 500 },
  'status: most': { status: ['GENERATED'] },
  'status: some': { status: ['ERROR'] },
  statuses: { status: ['ERROR', 'CHECKED'] },
  'a modpack and a status': { modPackId: 1, status: ['ERROR'] },
};

/** Tables and columns of the orders; without a column, the order is that of ids. */
const modPackColumns = {
  CREATED_AT: { from: 'mod_packs', by: null },
  NAME: { from: 'mod_packs', by: 'lower(name) collate "C"' },
  SIZE: { from: 'mod_packs', by: 'file_size' },
  DOWNLOADS: { from: 'mod_pack_totals', by: 'downloads' },
  VOTES: { from: 'mod_pack_totals', by: 'confirmed_working' },
} as const;
const serverPackColumns = {
  CREATED_AT: { from: 'server_packs', by: null },
  SIZE: { from: 'server_packs', by: 'file_size' },
  DOWNLOADS: { from: 'server_packs', by: 'downloads' },
  VOTES: { from: 'server_packs', by: 'confirmed_working' },
} as const;

const placed = z.tuple([z.object({ value: z.union([z.string(), z.coerce.number()]), id: z.int() })]);

/** All of them, for tables of so many rows. */
export async function everyQuestion(database: Database, size: number): Promise<Question[]> {
  const middle = Math.floor(size / 2);
  const deepIn = async (
    order: string,
    { from, by }: { from: string; by: string | null },
  ): Promise<Position> => {
    if (by === null) return { order, value: middle, id: middle };
    const id = from === 'mod_pack_totals' ? 'mod_pack_id' : 'id';
    const statement = `select ${by} as value, ${id} as id from ${from} order by 1, 2 offset ${middle} limit 1`;
    const [place] = placed.parse(await rows(database.patient, sql.raw(statement)));
    return { order, value: order === 'NAME' ? String(place.value) : Number(place.value), id: place.id };
  };
  const questions: Question[] = [];
  for (const name of ['CREATED_AT', 'NAME', 'SIZE', 'DOWNLOADS', 'VOTES'] as const) {
    const order = { name, id: modPacks.id, by: modPackOrders[name], descending: name !== 'NAME' };
    const list = (db: Queries, filter: ModPackFilter, request: PageRequest) =>
      listModPacks({ db }, { filter, order, request });
    const deep = await deepIn(name, modPackColumns[name]);
    questions.push(...pagesOf(`modpacks by ${name}`, modPackFilters, deep, list));
  }
  for (const name of ['CREATED_AT', 'SIZE', 'DOWNLOADS', 'VOTES'] as const) {
    const order = { name, id: serverPacks.id, by: serverPackOrders[name], descending: true };
    const list = (db: Queries, filter: ServerPackFilter, request: PageRequest) =>
      listServerPacks({ db }, { filter, order, request });
    const deep = await deepIn(name, serverPackColumns[name]);
    questions.push(...pagesOf(`server packs by ${name}`, serverPackFilters, deep, list));
  }
  const byId = (id: number) => ({ order: 'id', value: id, id });
  questions.push(
    ...pagesOf('run configurations', runFilters, byId(middle), (db, filter, request) =>
      listRunConfigurations({ db }, filter, { request, descending: true }),
    ),
    ...pagesOf('events', eventFilters, byId(middle * 8), (db, filter, request) =>
      listEvents({ db }, filter, { request, descending: true }),
    ),
    ...eachOf('totals of modpacks', '', modPackFilters, (db, filter) =>
      countModPacks({ db }, filter, counted),
    ),
    ...eachOf('totals of server packs', '', serverPackFilters, (db, filter) =>
      countServerPacks({ db }, filter, counted),
    ),
    ...eachOf('totals of the rest', 'run configurations, ', runFilters, (db, filter) =>
      countRunConfigurations({ db }, filter, counted),
    ),
    ...eachOf('totals of the rest', 'events, ', eventFilters, (db, filter) =>
      countEvents({ db }, filter, counted),
    ),
    {
      group: 'chores',
      name: 'archives that were refused',
      // Nothing is that old.
      ask: (db) =>
        removeRefused({ database: { ...database, db }, storage: { remove: async () => {} } }, new Date(0)),
    },
  );
  return questions;
}

/** A question with each filter. */
export function eachOf<Filter>(
  group: string,
  before: string,
  filters: Record<string, Filter>,
  ask: (db: Queries, filter: Filter) => Promise<unknown>,
): Question[] {
  return Object.entries(filters).map(([what, filter]) => ({
    group,
    name: `${before}${what}`,
    ask: (db) => ask(db, filter),
  }));
}

function pagesOf<Filter>(
  group: string,
  filters: Record<string, Filter>,
  deep: Position,
  list: (db: Queries, filter: Filter, request: PageRequest) => Promise<unknown>,
): Question[] {
  const first = { limit: 20, after: null, before: null, fromEnd: false };
  const requests = {
    'first 1': { ...first, limit: 1 },
    'first 20': first,
    'deep inside': { ...first, after: deep },
  };
  return Object.entries(requests).flatMap(([which, request]) =>
    eachOf(group, '', filters, (db, filter) => list(db, filter, request)).map(({ name, ...rest }) => ({
      ...rest,
      name: `${name}, ${which}`,
    })),
  );
}
