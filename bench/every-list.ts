/**
 * Every list with each filter, in each order, its first page and one deep inside, and every total: what `bench:growth
 * -- --rows` asks.
 */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { modPacks, serverPacks } from '../drizzle/schema.ts';
import { countEvents, listEvents } from '../src/core/events/events.ts';
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

/** Something that is asked, by what it belongs to and what it is. */
export interface Question {
  group: string;
  name: string;
  ask(db: Queries): Promise<unknown>;
}

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);
/** As the service has it unless told otherwise. */
const counted = { rows: 10_000, cost: 1_000 };

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

const placed = z.tuple([z.object({ value: z.union([z.string(), z.coerce.number()]), id: z.int() })]);

/** All of them, for tables of so many rows. */
export async function everyQuestion(database: Database, size: number): Promise<Question[]> {
  const middle = Math.floor(size / 2);
  const deep = async (order: string, value: string | null, table: string) => {
    if (value === null) return { order, value: middle, id: middle };
    const statement = sql.raw(
      `select ${value} as value, ${table === 'mod_pack_totals' ? 'mod_pack_id' : 'id'} as id from ${table} order by 1, 2 offset ${middle} limit 1`,
    );
    const [place] = placed.parse(await rows(database.patient, statement));
    return { order, value: order === 'NAME' ? String(place.value) : Number(place.value), id: place.id };
  };
  const requests = (at: Position): Record<string, PageRequest> => {
    const first = { limit: 20, after: null, before: null, fromEnd: false };
    return { 'first 1': { ...first, limit: 1 }, 'first 20': first, 'deep inside': { ...first, after: at } };
  };
  const questions: Question[] = [];
  const modPackColumns = {
    CREATED_AT: null,
    NAME: 'name',
    SIZE: 'file_size',
    DOWNLOADS: 'downloads',
    VOTES: 'confirmed_working',
  };
  for (const name of ['CREATED_AT', 'NAME', 'SIZE', 'DOWNLOADS', 'VOTES'] as const) {
    const value = modPackColumns[name];
    const expression = name === 'NAME' ? 'lower(name) collate "C"' : value;
    const at = await deep(
      name,
      expression,
      name === 'DOWNLOADS' || name === 'VOTES' ? 'mod_pack_totals' : 'mod_packs',
    );
    const order = { name, id: modPacks.id, by: modPackOrders[name], descending: name !== 'NAME' };
    for (const [what, filter] of Object.entries(modPackFilters))
      for (const [which, request] of Object.entries(requests(at)))
        questions.push({
          group: `modpacks by ${name}`,
          name: `${what}, ${which}`,
          ask: (db) => listModPacks({ db }, { filter, order, request }),
        });
  }
  for (const [name, value] of [
    ['CREATED_AT', null],
    ['SIZE', 'file_size'],
    ['DOWNLOADS', 'downloads'],
    ['VOTES', 'confirmed_working'],
  ] as const) {
    const at = await deep(name, value, 'server_packs');
    const order = { name, id: serverPacks.id, by: serverPackOrders[name], descending: true };
    for (const [what, filter] of Object.entries(serverPackFilters))
      for (const [which, request] of Object.entries(requests(at)))
        questions.push({
          group: `server packs by ${name}`,
          name: `${what}, ${which}`,
          ask: (db) => listServerPacks({ db }, { filter, order, request }),
        });
  }
  const byId = (id: number) => requests({ order: 'id', value: id, id });
  for (const [what, filter] of Object.entries({ all: {}, 'a modpack': { modPackId: 1 }, ...versions }))
    for (const [which, request] of Object.entries(byId(middle)))
      questions.push({
        group: 'run configurations',
        name: `${what}, ${which}`,
        ask: (db) => listRunConfigurations({ db }, filter, { request, descending: true }),
      });
  const eventFilters = {
    all: {},
    'a modpack': { modPackId: 1 },
    'a server pack': { serverPackId: 500 },
    'status: most': { status: ['GENERATED'] as const },
    'status: some': { status: ['ERROR'] as const },
    statuses: { status: ['ERROR', 'CHECKED'] as const },
    'a modpack and a status': { modPackId: 1, status: ['ERROR'] as const },
  };
  for (const [what, filter] of Object.entries(eventFilters))
    for (const [which, request] of Object.entries(byId(middle * 8)))
      questions.push({
        group: 'events',
        name: `${what}, ${which}`,
        ask: (db) => listEvents({ db }, filter, { request, descending: true }),
      });
  for (const [what, filter] of Object.entries(modPackFilters))
    questions.push({
      group: 'totals of modpacks',
      name: what,
      ask: (db) => countModPacks({ db }, filter, counted),
    });
  for (const [what, filter] of Object.entries(serverPackFilters))
    questions.push({
      group: 'totals of server packs',
      name: what,
      ask: (db) => countServerPacks({ db }, filter, counted),
    });
  for (const [what, filter] of Object.entries({ all: {}, 'a modpack': { modPackId: 1 }, ...versions }))
    questions.push({
      group: 'totals of the rest',
      name: `run configurations, ${what}`,
      ask: (db) => countRunConfigurations({ db }, filter, counted),
    });
  for (const [what, filter] of Object.entries(eventFilters))
    questions.push({
      group: 'totals of the rest',
      name: `events, ${what}`,
      ask: (db) => countEvents({ db }, filter, counted),
    });
  questions.push({
    group: 'chores',
    name: 'archives that were refused',
    // Nothing is that old.
    ask: (db) =>
      removeRefused({ database: { ...database, db }, storage: { remove: async () => {} } }, new Date(0)),
  });
  return questions;
}
