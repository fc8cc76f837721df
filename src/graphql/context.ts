import DataLoader from 'dataloader';
import type { AccessControl } from '../access/access-control.ts';
import type { Viewer } from '../access/permissions.ts';
import { findUploadTickets, type UploadTicket } from '../access/upload-tickets.ts';
import type { ArchiveReport, ModDecision } from '../archive/report.ts';
import type { Config } from '../config.ts';
import type { EventFeed } from '../core/event-feed.ts';
import { countEventsOf, type Event, findEvents, listEventsOf } from '../core/events.ts';
import { findModPacks, findReports, type ModPack } from '../core/mod-packs.ts';
import type { ModloaderVersions } from '../core/modloader-versions.ts';
import type { Page, PageRequest } from '../core/pages.ts';
import type { ProgressBoard } from '../core/progress.ts';
import {
  countRunConfigurationsOf,
  findRunConfigurations,
  listRunConfigurationsOf,
  type RunConfigurationRow,
} from '../core/run-configurations.ts';
import {
  countServerPacksOf,
  findDecisions,
  findServerPacks,
  findServerPacksOfRuns,
  listServerPacksOf,
  type ServerPack,
} from '../core/server-packs.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../storage/storage.ts';

/** What resolvers reach: the core's parts, and this request's own loaders. */
export interface Context {
  database: Database;
  storage: Storage;
  feed: EventFeed;
  progress: ProgressBoard;
  versions: ModloaderVersions;
  config: Config;
  /** Who asks. */
  viewer: Viewer;
  access: AccessControl;
  /** Where this service is reached, for links; without a trailing slash. */
  baseUrl: string;
  /** Most nodes one page of a connection may hold. */
  maxPageSize: number;
  /** Most an operation may cost; null for operations of our own, which were weighed when they were written. */
  maxQueryCost: number | null;
  /** This request's own, or those of one event of a subscription. */
  loaders: Loaders;
}

export interface Loaders {
  modPack: DataLoader<number, ModPack | null>;
  report: DataLoader<number, ArchiveReport | null>;
  serverPack: DataLoader<number, ServerPack | null>;
  serverPackOfRun: DataLoader<number, ServerPack | null>;
  decisions: DataLoader<number, ModDecision[] | null>;
  runConfiguration: DataLoader<number, RunConfigurationRow | null>;
  event: DataLoader<number, Event | null>;
  uploadTicket: DataLoader<number, UploadTicket | null>;
  /** Lists of modpacks, by the modpack's number. */
  serverPacksOf: ListLoader<ServerPack>;
  runConfigurationsOf: ListLoader<RunConfigurationRow>;
  eventsOf: ListLoader<Event>;
}

/** Which part of a list by date is asked for. */
export interface ListOptions {
  request: PageRequest;
  descending: boolean;
}

/** Loads the same page of the lists of many parents at once. */
export interface ListLoader<Row> {
  page(parentId: number, options: ListOptions): Promise<Page<Row>>;
  count(parentId: number): Promise<number>;
}

/** Loaders gather the ids that one request asks for, so that no list makes a query per row. */
export function createLoaders(database: Database): Loaders {
  return {
    modPack: byId((ids) => findModPacks(database, ids)),
    report: new DataLoader(async (ids) => {
      const found = new Map((await findReports(database, ids)).map(({ id, report }) => [id, report]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    serverPack: byId((ids) => findServerPacks(database, ids)),
    serverPackOfRun: new DataLoader(async (ids) => {
      const packs = await findServerPacksOfRuns(database, ids);
      const found = new Map(packs.map((pack) => [pack.runConfigurationId, pack]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    decisions: new DataLoader(async (ids) => {
      const found = new Map((await findDecisions(database, ids)).map(({ id, decisions }) => [id, decisions]));
      return ids.map((id) => found.get(id) ?? null);
    }),
    runConfiguration: byId((ids) => findRunConfigurations(database, ids)),
    event: byId((ids) => findEvents(database, ids)),
    uploadTicket: byId((ids) => findUploadTickets(database, ids)),
    serverPacksOf: listLoader(
      (ids, options) => listServerPacksOf(database, ids, options),
      (ids) => countServerPacksOf(database, ids),
    ),
    runConfigurationsOf: listLoader(
      (ids, options) => listRunConfigurationsOf(database, ids, options),
      (ids) => countRunConfigurationsOf(database, ids),
    ),
    eventsOf: listLoader(
      (ids, options) => listEventsOf(database, ids, options),
      (ids) => countEventsOf(database, ids),
    ),
  };
}

function byId<Row extends { id: number }>(
  find: (ids: readonly number[]) => Promise<Row[]>,
): DataLoader<number, Row | null> {
  return new DataLoader(async (ids) => {
    const found = new Map((await find(ids)).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });
}

function listLoader<Row>(
  list: (parentIds: readonly number[], options: ListOptions) => Promise<Page<Row>[]>,
  count: (parentIds: readonly number[]) => Promise<number[]>,
): ListLoader<Row> {
  // Lists that are asked for with the same arguments are loaded together.
  const pages = new Map<string, DataLoader<number, Page<Row>>>();
  const counts = new DataLoader(count);
  return {
    page(parentId, options) {
      const key = JSON.stringify(options);
      const loader = pages.get(key) ?? new DataLoader((ids: readonly number[]) => list(ids, options));
      pages.set(key, loader);
      return loader.load(parentId);
    },
    count: (parentId) => counts.load(parentId),
  };
}
